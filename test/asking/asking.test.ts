import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import type { AskingLine } from "../../src/asking/asking-line.js";
import { type AskingState, emptyAsking, foldAsking, linesOfAsking } from "../../src/asking/asking-state.js";
import { type AskedPlace, asking, type Fate, type GateToAsk, type OpenGates } from "../../src/asking/index.js";
import type { Incoming } from "../../src/dispatch/index.js";
import { StagewrightError } from "../../src/dsl/index.js";

const AT = "2026-03-19T18:00:00.000Z";
const PHONE: AskedPlace = { chat: "phone", to: "telegram:77", channel: "telegram", proof: "sender", people: { "77": "ana", "78": "ion" } };

function toAsk(more: { readonly shown?: string; readonly expiresMs?: number } = {}): GateToAsk {
  const { shown = "The ice is thin.", ...gate } = more;
  const opened: GateToAsk["gate"] = {
    type: "gate-opened",
    seq: 7,
    at: AT,
    stage: "approve",
    version: 1,
    attempt: 1,
    tier: 3,
    shows: "draft",
    digest: "d1",
    waits: true,
    ...gate,
  };
  return { run: "r1", pipeline: "post", gate: opened, asker: "cora", shown, fields: [] };
}

interface World {
  readonly said: { readonly id: string; readonly to: string; readonly message: string }[];
  readonly decided: string[];
  readonly wentOn: string[];
  waiting: readonly GateToAsk[];
  fate: Fate;
  /** What `decide` throws, while it is there. */
  trouble: Error | undefined;
  now: Date;
  open(): ReturnType<typeof asking>;
}

function world(t: TestContext): World {
  const folder = mkdtempSync(join(tmpdir(), "asking-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const made: World = {
    said: [],
    decided: [],
    wentOn: [],
    waiting: [toAsk()],
    fate: { ended: "cancelled" },
    trouble: undefined,
    now: new Date(AT),
    open: () => {
      const gates: OpenGates = {
        waiting: async () => made.waiting,
        fate: async () => made.fate,
        decide: async ({ run, opened }, { decision }, { by, where, seen }) => {
          if (made.trouble !== undefined) throw made.trouble;
          made.decided.push(`${run}#${opened} ${decision} by ${by} at ${where}, seen ${seen}`);
          return "decided";
        },
        answerIn: async (_, text) => ({ answer: text }),
        goOn: async (run) => void made.wentOn.push(run),
      };
      return asking({
        ...{ folder, gates, secret: "s", commandLine: "stagewright", tell: () => {} },
        outbox: {
          emit: async ({ chat_id: to, message }, id = "") => {
            if (!made.said.some((one) => one.id === id)) made.said.push({ id, to, message });
            return id;
          },
        },
        places: () => [PHONE],
        groups: () => ({}),
        now: () => made.now,
      });
    },
  };
  return made;
}

function wrote(id: string, text: string, more: Partial<Incoming> = {}): Incoming {
  return { id, chat: "77", from: { id: "77", name: "Ana" }, text, at: AT, ...more };
}

async function asked(t: TestContext) {
  const all = world(t);
  const asks = all.open();
  await asks.ask();
  const code = /approve ([0-9a-f]{10})/.exec(all.said[0]?.message ?? "")?.[1] ?? "";
  return { all, asks, code };
}

describe("what was asked", () => {
  it("is known to the next process, which asks nothing twice", async (t) => {
    const { all } = await asked(t);
    await all.open().ask();
    assert.equal(all.said.length, 1);
  });

  it("and answered before this process ended is carried out by the next one, once", async (t) => {
    const { all, asks, code } = await asked(t);
    await asks.hear("telegram", { messages: [wrote("m1", `approve ${code}`)], cursor: "5" });
    const next = all.open();
    assert.equal(next.cursor("telegram"), "5");
    await next.carryOut();
    await next.carryOut();
    assert.deepEqual(all.decided, ["r1#7 approve by ana at phone, seen d1"]);
    assert.deepEqual(all.wentOn, ["r1"]);
  });

  it("waits with an answer while the run is held by somebody else", async (t) => {
    const { all, asks, code } = await asked(t);
    await asks.hear("telegram", { messages: [wrote("m1", `approve ${code}`)], cursor: "5" });
    all.trouble = new StagewrightError("store/leased", "held");
    await asks.carryOut();
    assert.equal(all.said.length, 1);
    all.trouble = undefined;
    await asks.carryOut();
    assert.equal(all.decided.length, 1);
  });

  it("says what the gate says to an answer that it does not take, and an error of another kind is nobody's answer", async (t) => {
    const { all, asks, code } = await asked(t);
    await asks.hear("telegram", { messages: [wrote("m1", `approve ${code}`)], cursor: "5" });
    all.trouble = new Error("the disk");
    await assert.rejects(asks.carryOut(), /the disk/);
    all.trouble = new StagewrightError("gate/may-not", 'gate "approve" is decided by ion');
    await asks.carryOut();
    assert.equal(all.said.at(-1)?.message, 'Gate "approve" is decided by ion. Nothing has been decided.');
  });

  it("is taken by the message that is answered, each person's reason for the person's own rejection", async (t) => {
    const { all, asks } = await asked(t);
    await asks.sent({ ids: [all.said[0]?.id ?? "", "other"], channel: "telegram", chat: "77", provider: ["31"] });
    const ion = { id: "78", name: "Ion" };
    await asks.hear("telegram", {
      messages: [
        wrote("m1", "no", { answers: "31" }),
        wrote("m2", "Is it long?", { answers: "31", from: ion }),
        wrote("m3", "It is too long.", { answers: "31" }),
        wrote("m4", "hello"),
        wrote("m5", "hello", { answers: "99" }),
      ],
      cursor: "9",
    });
    await asks.carryOut();
    assert.deepEqual(all.decided, ["r1#7 reject by ana at phone, seen d1"]);
    assert.match(all.said[1]?.message ?? "", /What is wrong/);
    assert.match(all.said[2]?.message ?? "", /neither a yes nor a no/);
  });

  it("gives what is about no gate to whoever else listens", async (t) => {
    const { asks, code } = await asked(t);
    const others = await asks.hear("telegram", { messages: [wrote("m1", "what runs?"), wrote("m2", `approve ${code}`)], cursor: "1" });
    assert.deepEqual(
      others.map(({ id }) => id),
      ["m1"],
    );
  });

  it("counts once, also where a second listener was behind and everything is heard again", async (t) => {
    const { all, asks, code } = await asked(t);
    const said = [wrote("m1", "what runs?"), wrote("m2", `approve ${code}`)];
    await asks.hear("telegram", { messages: said, cursor: "2" });
    await asks.carryOut();
    all.trouble = new StagewrightError("gate/decided", "it was decided before");
    const again = await all.open().hear("telegram", { messages: [...said, wrote("m3", "and now?")], cursor: "3" });
    assert.deepEqual(
      again.map(({ id }) => id),
      ["m1", "m3"],
    );
    await asks.carryOut();
    assert.equal(all.decided.length, 1);
    assert.match(all.said.at(-1)?.message ?? "", /^Approved/);
  });

  it("is not explained for ever to whoever does not understand", async (t) => {
    const { all, asks, code } = await asked(t);
    for (let time = 0; time < 6; time += 1)
      await asks.hear("telegram", { messages: [wrote(`m${time}`, `why ${code}`)], cursor: String(time) });
    assert.equal(all.said.length, 1 + 3);
  });

  it("is told to be over once the gate waits no more, and whoever is late is told so", async (t) => {
    const { all, asks, code } = await asked(t);
    all.waiting = [];
    await asks.ask();
    assert.match(all.said.at(-1)?.message ?? "", /the run was cancelled/);
    all.trouble = new StagewrightError("gate/not-open", "it waits no more");
    await asks.hear("telegram", { messages: [wrote("m1", `approve ${code}`)], cursor: "5" });
    await asks.carryOut();
    assert.equal(all.said.at(-1)?.message, "It waits no more. Nothing has been decided.");
  });

  it("goes the way of a rejection when its time is over", async (t) => {
    const all = world(t);
    all.waiting = [toAsk({ expiresMs: 60_000 })];
    const asks = all.open();
    await asks.ask();
    all.now = new Date("2026-03-19T18:01:01.000Z");
    await asks.ask();
    await asks.ask();
    assert.deepEqual(all.wentOn, ["r1"]);
    assert.equal(all.said.length, 1);
  });

  it("can be approved only where all of it was shown", async (t) => {
    const all = world(t);
    all.waiting = [toAsk({ shown: "long ".repeat(5_000) })];
    await all.open().ask();
    assert.match(all.said[0]?.message ?? "", /the beginning of 25000 characters/);
    assert.match(all.said[0]?.message ?? "", /An approval is about the whole text/);
  });
});

describe("the log of questions", () => {
  const line = (id: string): AskingLine => ({
    ...{
      type: "asked",
      id,
      code: "c",
      run: "r",
      opened: 1,
      pipeline: "p",
      gate: "g",
      digest: "d",
      to: "t:1",
      place: "t",
      isForm: false,
      at: AT,
    },
  });
  const folded = (lines: readonly AskingLine[]): AskingState => lines.reduce(foldAsking, emptyAsking());

  it("means the same once it is compacted", () => {
    const before = folded([
      line("a"),
      line("b"),
      { type: "sent", id: "a", to: "t:1", provider: ["1", "2"] },
      { type: "reminded", id: "a", times: 2 },
      { type: "why", id: "a", by: "ana" },
      { type: "misread", id: "a" },
      { type: "misread", id: "a" },
      { type: "settled", id: "b" },
      { type: "settled", id: "nothing" },
      { type: "answered", key: "k1", id: "a", by: "ana", decision: { decision: "approve" }, at: AT },
      { type: "answered", key: "k2", id: "a", by: "ion", decision: { decision: "approve" }, at: AT },
      { type: "carried", key: "k1" },
      { type: "heard", channel: "t", cursor: "9", took: ["m8"] },
    ]);
    assert.deepEqual(folded(linesOfAsking(before)), before);
  });

  it("forgets the oldest that are settled, with their messages", () => {
    const lines = Array.from({ length: 1_001 }, (_, index): AskingLine[] => [
      line(`q${index}`),
      { type: "sent", id: `q${index}`, to: "t:1", provider: [String(index)] },
      { type: "settled", id: `q${index}` },
    ]).flat();
    const { settled, messages } = folded(lines);
    assert.equal(settled.size, 501);
    assert.equal(messages.size, 501);
    assert.ok(settled.has("q1000"));
  });
});
