import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type { RunEvent } from "../../src/core/index.js";
import { type AnyPipeline, type Check, check, deliver, each, gate, gather, input, pipeline, write } from "../../src/dsl/index.js";
import { decideGate, replayRun, resumeRun, startRun } from "../../src/runner/index.js";
import { CHAIN_START, encodeLine, type MemoryStore, memoryStore, type Store } from "../../src/store/index.js";
import { assertReplays, blog, type Deferred, deferred, eventsOf, eventsOfType, fakeBlog, fakeModel, options, told } from "./rig.js";

const request = input(z.object({ text: z.string() }));
const given = { input: { text: "x" }, run: "r" };

/** The run with its events changed, and its lines chained anew, as somebody would who knows the format. */
async function tampered(store: MemoryStore, change: (events: readonly RunEvent[]) => readonly RunEvent[]): Promise<Store> {
  const copy = memoryStore();
  const lines: string[] = [];
  let chain = CHAIN_START;
  for (const event of change(structuredClone(await eventsOf(store, "r")))) {
    const encoded = encodeLine(event, chain);
    lines.push(encoded.line);
    chain = encoded.chain;
  }
  const lease = await copy.lease("r");
  await lease.append(lines);
  await lease.release();
  return copy;
}

async function differenceOf(pipe: AnyPipeline, store: Store) {
  return (await replayRun(pipe, "r", { store, graceMs: 20 })).difference;
}

/** Changes the events of one type with words in their text. */
const reword =
  (type: RunEvent["type"], from: string, to: string) =>
  (events: readonly RunEvent[]): readonly RunEvent[] =>
    events.map((event) => (event.type === type ? (JSON.parse(JSON.stringify(event).replaceAll(from, to)) as RunEvent) : event));

function writing(change: { prompt?: string; most?: number } = {}) {
  const draft = write("draft", {
    needs: { request },
    output: z.string(),
    prompt: ({ request }) => `${change.prompt ?? "Write"} ${request.text}.`,
  });
  const short: Check<string> = {
    rule: "short",
    run: (text) => (text.length > (change.most ?? 100) ? [{ rule: "short", severity: "warning", message: "long" }] : []),
  };
  const review = check("review", { of: draft, checks: [short] });
  const approve = gate("approve", { tier: 4, shows: draft });
  const last = gather("last", { needs: { approve }, output: z.string(), run: ({ approve }) => approve.toUpperCase() });
  return pipeline("writing", { input: request, stages: [draft, review, approve, last] });
}

async function written(): Promise<MemoryStore> {
  const on = options({ adapters: [fakeModel("A day.").implementation] });
  await startRun(writing(), { ...on, ...given });
  await decideGate(writing(), "r", { decision: "edit", value: "An edited day." }, on);
  await resumeRun(writing(), "r", on);
  return on.store;
}

test("a replay of an unchanged run is identical, calls nothing and changes nothing", async () => {
  const store = await written();
  const before = await told(store, "r");
  assert.deepEqual(await replayRun(writing(), "r", { store }), { run: "r", events: before.length, identical: true, children: [] });
  assert.deepEqual(await told(store, "r"), before);
});

test("a changed answer shows at the first event that follows from it, with both versions", async () => {
  const store = await tampered(await written(), reword("called", "A day.", "A lie."));
  const difference = await differenceOf(writing(), store);
  assert.equal(difference?.seq, 4);
  assert.match(difference.recorded, /^\{"seq":4,"at":"[^"]+","type":"stage-done",.*"output":\{"inline":"A day\."\}/);
  assert.match(difference.computed, /^\{"seq":4,"at":"[^"]+","type":"stage-done",.*"output":\{"inline":"A lie\."\}/);
});

test("a changed prompt shows as a call that the journal does not hold", async () => {
  const difference = await differenceOf(writing({ prompt: "Dictate" }), await written());
  assert.equal(difference?.seq, 4);
  assert.equal(difference.computed, 'a call of "model.complete" that the journal does not hold');
});

test("a changed check shows in what it finds, and one that finds the same in its fingerprint", async () => {
  const store = await written();
  const stricter = await differenceOf(writing({ most: 3 }), store);
  assert.equal(stricter?.seq, 6);
  assert.match(stricter.computed, /"findings":\[\{"rule":"short","severity":"warning","message":"long"\}\]/);
});

test("a changed decision shows in what follows from it, a changed digest in the gate itself", async () => {
  const store = await written();
  const decided = await differenceOf(writing(), await tampered(store, reword("gate-decided", "An edited day.", "Another day.")));
  assert.deepEqual([decided?.seq, /"inline":"Another day\."/.test(decided?.computed ?? "")], [11, true]);
  const opened = await differenceOf(writing(), await tampered(store, reword("gate-opened", '"tier":4', '"tier":5')));
  assert.equal(opened?.seq, 8);
});

test("an event that is missing, too many or of an input that the pipeline does not take is a difference", async () => {
  const store = await written();
  const shorter = await tampered(store, (events) => events.filter(({ type }) => type !== "run-done"));
  assert.equal(await differenceOf(writing(), shorter), undefined);
  const without = await tampered(store, (events) =>
    events.filter(({ type }) => type !== "called").map((event, index) => ({ ...event, seq: index + 1 })),
  );
  assert.equal((await differenceOf(writing(), without))?.computed, 'a call of "model.complete" that the journal does not hold');
  const longer = await tampered(store, (events) => {
    const last = events.at(-1);
    assert(last);
    return [...events, { ...last, seq: last.seq + 1, type: "run-failed", stage: "last", message: "?", tried: [] }];
  });
  const difference = await differenceOf(writing(), longer);
  assert.deepEqual([difference?.seq, difference?.computed], [15, "nothing: the run is at rest here"]);
  const input = await differenceOf(writing(), await tampered(store, reword("run-started", '{"text":"x"}', '{"text":7}')));
  assert.deepEqual([input?.seq, input?.computed], [1, "an input that the pipeline does not take"]);
});

test("a stage that leaves out a call is a difference, wherever the call stood", async () => {
  const reading = (...paths: string[]) => {
    const facts = gather("facts", {
      uses: { blog },
      output: z.string(),
      run: async (_, { blog }) => {
        for (const path of paths) await blog.read({ path });
        return "done";
      },
    });
    return pipeline("reading", { input: request, stages: [facts] });
  };
  const on = options({ adapters: [fakeBlog().implementation] });
  await startRun(reading("a", "b"), { ...on, ...given });
  for (const paths of [["b"], ["a"], []]) {
    const difference = await differenceOf(reading(...paths), on.store);
    assert.equal(difference?.computed, `stage "facts" does not call "blog.read" as it did before (event ${paths[0] === "a" ? 4 : 3})`);
  }
});

test("an effect of which the journal does not say what became is a difference", async () => {
  const publish = deliver("publish", { needs: { request }, to: blog, call: (blog, { request }) => blog.publish(request) });
  const pipe = pipeline("pipe", { input: request, stages: [publish] });
  const on = options({ adapters: [fakeBlog().implementation] });
  await startRun(pipe, { ...on, ...given });
  const without = await tampered(on.store, (events) =>
    events.filter(({ type }) => type !== "effect-settled").map((event, index) => ({ ...event, seq: index + 1 })),
  );
  const difference = await differenceOf(pipe, without);
  assert.deepEqual([difference?.seq, difference?.computed], [4, "what became of an effect"]);
});

test("a call that stands elsewhere in the journal than the stage makes it is a difference, where it is made", async () => {
  const publish = deliver("publish", {
    needs: { request },
    to: blog,
    call: async (blog, { request }) => {
      const before = await blog.read({ path: "/" }).catch(() => "nothing");
      return { before, ...(await blog.publish(request)) };
    },
  });
  const pipe = pipeline("pipe", { input: request, stages: [publish] });
  const on = options({ adapters: [fakeBlog().implementation] });
  await startRun(pipe, { ...on, ...given });
  const moved = await tampered(on.store, ([started, stage, called, intended, settled, ...rest]) => {
    const list = [started, stage, intended, settled, called, ...rest].filter((event) => event !== undefined);
    return list.map((event, index) => ({ ...event, seq: index + 1 }));
  });
  const difference = await differenceOf(pipe, moved);
  assert.equal(difference?.seq, 3);
  assert.match(difference.recorded, /"type":"effect-intended"/);
});

test("a journal that was cut at any event replays as far as it goes", async () => {
  const store = await written();
  const { length } = await eventsOf(store, "r");
  for (let end = 1; end <= length; end += 1) {
    const cut = await tampered(store, (events) => events.slice(0, end));
    assert.deepEqual(await replayRun(writing(), "r", { store: cut }), { run: "r", events: end, identical: true, children: [] });
  }
});

test("a blob that is gone says nothing about the run, and is an error", async () => {
  const draft = gather("draft", { output: z.string(), run: () => "x".repeat(70_000) });
  const size = gather("size", { needs: { draft }, output: z.number(), run: ({ draft }) => draft.length });
  const reject = gather("reject", { needs: { request }, output: z.number(), run: ({ request }) => request.text.length });
  const on = options();
  const pipe = pipeline("pipe", { input: request, stages: [draft, size, reject] });
  await startRun(pipe, { ...on, input: { text: "y".repeat(70_000) }, run: "r" });
  await assertReplays(pipe, "r", on.store);
  const copy = await tampered(on.store, (events) => events);
  await assert.rejects(replayRun(pipe, "r", { store: copy }), { code: "blob/missing" });
});

/** A blog whose answers come in the order given, whatever the order asked. */
function answersIn(order: readonly string[]) {
  const asked = new Map<string, Deferred<string>>();
  const comes = async () => {
    for (const path of order) {
      asked.get(path)?.resolve(path);
      await new Promise(setImmediate);
    }
  };
  return fakeBlog({
    read: (path) => {
      const answer = deferred<string>();
      asked.set(path, answer);
      if (asked.size === order.length) void comes();
      return answer.promise;
    },
  });
}

test("calls side by side are given their answers in the order in which they came", async () => {
  const order: string[] = [];
  const facts = gather("facts", {
    uses: { blog },
    output: z.string(),
    run: async (_, { blog, id }) => {
      const texts = await Promise.all(
        ["a", "b", "c", "d"].map(async (path) => {
          const text = await blog.read({ path });
          order.push(text);
          return `${text} ${id()}`;
        }),
      );
      return texts.join();
    },
  });
  const pipe = pipeline("pipe", { input: request, stages: [facts] });
  for (const came of ["dcba", "bdac", "abcd"]) {
    order.length = 0;
    const on = options({ adapters: [answersIn([...came]).implementation] });
    await startRun(pipe, { ...on, ...given });
    assert.equal(order.join(""), came);
    order.length = 0;
    await assertReplays(pipe, "r", on.store);
    assert.equal(order.join(""), came);
  }
});

test("a race is won by the call that won it", async () => {
  const facts = gather("facts", {
    uses: { blog },
    output: z.string(),
    run: (_, { blog }) => Promise.race(["a", "b", "c"].map((path) => blog.read({ path }))),
  });
  const pipe = pipeline("pipe", { input: request, stages: [facts] });
  for (const came of ["cab", "bca"]) {
    const on = options({ adapters: [answersIn([...came]).implementation] });
    assert.equal((await startRun(pipe, { ...on, ...given })).output, came[0]);
    await assertReplays(pipe, "r", on.store);
  }
});

test("answers that came after a stage had failed are in the journal, and in the replay, before the failure", async () => {
  const fake = fakeBlog({
    read: async (path) => {
      if (path === "0") throw new Error("gone");
      // Ends in its own time, whatever it is told.
      await new Promise(setImmediate);
      return path;
    },
  });
  const facts = gather("facts", {
    uses: { blog },
    output: z.string(),
    run: async (_, { blog }) => (await Promise.all(Array.from({ length: 40 }, (_, index) => blog.read({ path: String(index) })))).join(),
  });
  const pipe = pipeline("pipe", { input: request, stages: [facts] });
  const on = options({ adapters: [fake.implementation], graceMs: 5_000 });
  assert.equal((await startRun(pipe, { ...on, ...given })).status, "failed");
  assert.equal((await eventsOfType(on.store, "r", "called")).length, 40);
  await assertReplays(pipe, "r", on.store);
});

test("the same request made twice at once is two calls, each with its own answer", async () => {
  let count = 0;
  const fake = fakeBlog({ read: () => String(++count) });
  const facts = gather("facts", {
    uses: { blog },
    output: z.array(z.string()),
    run: (_, { blog }) => Promise.all([blog.read({ path: "/" }), blog.read({ path: "/" })]),
  });
  const pipe = pipeline("pipe", { input: request, stages: [facts] });
  const on = options({ adapters: [fake.implementation] });
  assert.deepEqual((await startRun(pipe, { ...on, ...given })).output, ["1", "2"]);
  await assertReplays(pipe, "r", on.store);
});

test("child runs are replayed too, each for itself", async () => {
  const read = (suffix: string) => gather("read", { needs: { request }, output: z.string(), run: ({ request }) => request.text + suffix });
  const outer = (suffix: string) => {
    const child = pipeline("child", { input: request, stages: [read(suffix)] });
    const pages = each("pages", { pipeline: child, over: () => [{ text: "a" }, { text: "b" }] });
    return pipeline("outer", { input: request, stages: [pages] });
  };
  const on = options();
  await startRun(outer(""), { ...on, ...given });
  const report = await replayRun(outer("!"), "r", on);
  assert.deepEqual(
    [report.identical, report.children.map(({ run, identical, difference }) => [run, identical, difference?.seq])],
    // What a function closes over is no part of the fingerprint, so the parent is what it was.
    [
      true,
      [
        ["r.pages.v1.1", false, 3],
        ["r.pages.v1.2", false, 3],
      ],
    ],
  );
});
