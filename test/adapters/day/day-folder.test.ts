import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { freeBytesAt } from "../../../adapters/day/health.js";
import { dayIn, daysFrom, spanOfDay } from "../../../adapters/day/index.js";
import { DispatchRules, openOutbox } from "../../../src/dispatch/index.js";
import { each, gate, gather, input, pipeline } from "../../../src/dsl/index.js";
import { startRun } from "../../../src/runner/index.js";
import { openContext } from "../../../src/state/index.js";
import { fileStore } from "../../../src/store/index.js";
import { jobStore } from "../../../src/triggers/index.js";
import { options } from "../../runner/rig.js";
import { dayRoom, ZONE } from "./rig.js";

const ON = { day: "2026-03-19", zone: ZONE };
const now = () => new Date("2026-03-19T12:00:00.000Z");

test("a day begins and ends by the clocks of its zone, also where they are changed", () => {
  assert.deepEqual(spanOfDay("2026-03-29", ZONE), { from: "2026-03-28T22:00:00.000Z", to: "2026-03-29T21:00:00.000Z" });
  assert.deepEqual(spanOfDay("2026-10-25", ZONE), { from: "2026-10-24T21:00:00.000Z", to: "2026-10-25T22:00:00.000Z" });
  assert.equal(dayIn(ZONE, new Date("2026-03-18T22:00:00.000Z")), "2026-03-19");
  assert.equal(dayIn("America/New_York", new Date("2026-03-18T03:59:00.000Z")), "2026-03-17");
  assert.equal(daysFrom("2026-03-01", -1), "2026-02-28");
});

test("the messages of a day are those of all channels, by the clocks of the zone", async (t) => {
  const { ask } = dayRoom(t);
  const ids = async (request: typeof ON) => (await ask("messages", request)).map(({ id }) => id);
  assert.deepEqual(await ids(ON), ["telegram/7/101", "mail/1", "m2", "telegram/7/102"]);
  assert.deepEqual(await ids({ ...ON, zone: "UTC" }), ["mail/1", "m2", "telegram/7/102"]);
  assert.deepEqual(await ids({ ...ON, day: "2026-03-21" }), []);
});

test("notes are the day's log and what the journal has under a time of that day in the zone", async (t) => {
  const { log, journal } = await dayRoom(t).ask("notes", ON);
  assert.match(log ?? "", /^# 2026-03-19\n\n- 09:40 The planner/);
  assert.deepEqual(
    journal.map((entry) => entry.split("\n")[0]),
    ["## 2026-03-19 01:30 +02:00", "## 2026-03-19 20:40 +02:00"],
  );
  assert.deepEqual(await dayRoom(t).ask("notes", { ...ON, day: "2026-05-01" }), { log: null, journal: [] });
});

test("corrections are answers that put something right, with what they answer", async (t) => {
  const { ask } = dayRoom(t);
  const found = await ask("corrections", { since: "2026-03-18T00:00:00Z" });
  assert.deepEqual(found, [
    {
      ...{ id: "telegram/7/101", at: "2026-03-18T22:30:00.000Z", channel: "telegram", thread: "t1", by: "Ana" },
      words: "Thanks, but too long. Keep it under 400 words.",
      answered: { id: "m0", from: "publisher", body: "The post of 18 March is out: 980 words." },
    },
  ]);
  assert.deepEqual(await ask("corrections", { since: "2026-03-19T00:00:00Z" }), []);
});

test("the context is told without what it has for the machine, and a fault with its place", async (t) => {
  const { root, ask } = dayRoom(t);
  const context = openContext(root, { now });
  await context.startTask({ by: "ana", task: "berths", title: "Berths in metres" });
  await context.block({ by: "ana", task: "berths", why: "no list" });
  await context.handOff({ by: "ana", task: "berths", to: "radu", note: "please" });
  await context.setPriorities({ by: "ana", priorities: ["Berths"] });
  const at = "2026-03-19T12:00:00.000Z";
  assert.deepEqual(await ask("context", {}), {
    activeTasks: [{ task: "berths", title: "Berths in metres", owner: "ana", since: at }],
    blockers: [{ task: "berths", why: "no list", by: "ana", at }],
    handoffs: [{ task: "berths", from: "ana", to: "radu", at }],
    priorities: ["Berths"],
    fault: null,
  });
  writeFileSync(join(root, "state", "context.json"), "{");
  assert.match((await ask("context", {})).fault ?? "", /context\.json/);
});

const request = input(z.object({ fails: z.boolean().default(false) }));
const work = gather("work", {
  needs: { request },
  output: z.string(),
  run: ({ request: { fails } }) => {
    if (fails) throw new Error("the disk is full");
    return "worked";
  },
});
const quick = pipeline("quick", { input: request, stages: [work] });
const asking = pipeline("asking", { input: request, stages: [work, gate("approve", { tier: 4, shows: work, says: () => "Go ahead?" })] });
const above = pipeline("above", {
  input: request,
  stages: [each("items", { needs: { request }, pipeline: asking, over: () => [{}] })],
});

test("the runs of a day are those that went on during it, and those that wait since whenever, with what they wait for", async (t) => {
  const { root, ask } = dayRoom(t);
  const store = fileStore(join(root, "runs"));
  await startRun(quick, { ...options({ store }), run: "good", input: {} });
  await startRun(quick, { ...options({ store }), run: "bad", input: { fails: true } });
  await startRun(asking, { ...options({ store }), run: "asks", input: {} });
  await startRun(above, { ...options({ store }), run: "parent", input: {} });
  mkdirSync(join(root, "runs", "empty"));
  const told = async (day: string) =>
    (await ask("runs", { ...ON, day }))
      .map(({ run, parent, status, failedAt, because, waits, failures }) => ({
        ...{ run: parent === null ? run : `child of ${parent}`, status, failedAt, because },
        ...{ waits: waits.map(({ stage, on, says }) => `${on} ${stage} ${says}`), failures: failures.length },
      }))
      .sort((a, b) => (a.run < b.run ? -1 : 1));
  const asks = { status: "blocked", failedAt: null, because: null, waits: ["gate approve Go ahead?"], failures: 0 };
  const waiting = [
    { run: "asks", ...asks },
    { run: "child of parent", ...asks },
    { run: "parent", ...asks, waits: [] },
  ];
  const [first, ...others] = waiting;
  assert.deepEqual(await told("2026-03-19"), [
    first,
    { run: "bad", status: "failed", failedAt: "work", because: "the disk is full", waits: [], failures: 1 },
    ...others.slice(0, 1),
    { run: "good", status: "done", failedAt: null, because: null, waits: [], failures: 0 },
    ...others.slice(1),
  ]);
  assert.deepEqual(await told("2026-03-25"), waiting);
  assert.deepEqual(await told("2026-03-01"), []);
});

test("a note is added to the day's log once for each key, behind what stands there, and reading changes nothing", async (t) => {
  const { root, ask } = dayRoom(t);
  const note = { day: "2026-03-19", title: "Evening\nmeditation", text: "Metres are in.\n" };
  const { path, mark } = await ask("addNote", note, "k1");
  assert.deepEqual(await ask("addNote", note, "k1"), { path, mark });
  const before = readFileSync(join(root, "memory", "2026-03-19.md"), "utf8");
  assert.ok(before.endsWith(`has not answered.\n\n## Evening meditation\n\nMetres are in.\n\n<!-- stagewright:${mark} -->\n`), before);
  await ask("addNote", { ...note, day: "2026-03-20" }, "k1");
  assert.match(readFileSync(join(root, "memory", "2026-03-20.md"), "utf8"), /^# 2026-03-20\n\n## Evening meditation\n/);
  await ask("notes", ON);
  assert.deepEqual(readdirSync(join(root, "memory")).sort(), ["2026-03-19.md", "2026-03-20.md", "session-journal.md"]);
});

test("of several who claim a key one alone has it, and what is not named is free again where that is wanted", async (t) => {
  const { ask } = dayRoom(t);
  const claims = await Promise.all(["k1", "k2", "k3"].map((key) => ask("claim", { topic: "t", keys: ["a", "b"] }, key)));
  assert.equal(claims.filter(({ fresh }) => fresh.length === 2).length, 1);
  assert.equal(claims.filter(({ fresh }) => fresh.length === 0).length, 2);
  assert.deepEqual(await ask("claimed", { topic: "t" }), ["a", "b"]);
  assert.deepEqual((await ask("claim", { topic: "t", keys: ["b", "c"], forgetOthers: true }, "k4")).fresh, ["c"]);
  assert.deepEqual(await ask("claimed", { topic: "t" }), ["b", "c"]);
  assert.deepEqual(await ask("claimed", { topic: "other" }), []);
});

test("a lesson is written beside those that come with the package, and one that is known is no second line", async (t) => {
  const { cwd, ask } = dayRoom(t, { shippedLessons: [join(import.meta.dirname, "../../../lessons")] });
  const shipped = (await ask("lessons", { name: "publisher" })).text;
  assert.match(shipped, /Open with what a reader can do now/);
  const lesson = { name: "publisher", description: "Keep the post under 400 words.", by: "ana", evidence: "too long", of: "m1" };
  const first = await ask("learn", lesson, "k1");
  assert.equal(first.isNew, true);
  assert.deepEqual(await ask("learn", lesson, "k1"), first);
  const second = await ask("learn", { ...lesson, description: "Keep the post under 500 words.", of: "m2" }, "k2");
  assert.deepEqual([second.isNew, second.id], [false, first.id]);
  const text = readFileSync(join(cwd, "lessons", "publisher.jsonl"), "utf8");
  assert.ok(text.startsWith(shipped));
  assert.equal(text.slice(shipped.length).trim().split("\n").length, 2);
  await ask("learn", { ...lesson, name: "new-one" }, "k3");
  assert.deepEqual(await ask("lessonNames", {}), ["new-one", "publisher"]);
});

test("the health of a store: jobs, runs that are stuck or cut off, letters that were given up, a disk that is nearly full", async (t) => {
  const { root, ask, open } = dayRoom(t);
  assert.deepEqual(await ask("health", {}), []);
  const at = "2026-03-19T08:00:00.000Z";
  const schedule = { kind: "every" as const, text: "1h", zone: "UTC", once: false, paused: false, staggerMs: 0 };
  await jobStore(root).change(() => ({ add: [{ type: "scheduled", at, job: "triage", schedule }], gives: undefined }));
  const store = fileStore(join(root, "runs"));
  await startRun(quick, { ...options({ store }), run: "good", input: {} });
  const journal = join(root, "runs", "good", "journal.jsonl");
  const rules = DispatchRules.parse({});
  const outbox = openOutbox(root, { rules: () => rules, channels: () => ["terminal"], now, newId: () => "id" });
  const to = { channel: "terminal", chat: "me" };
  await outbox.emit({ source: "publisher", action: "reply", chat_id: "terminal:me", message: "Hello" }, "letter");
  await outbox.log.change(() => ({
    add: [
      { type: "begun", key: "k", at, to, ids: ["letter"], owner: "x" },
      { type: "dead", key: "k", at, to, because: "nobody is there" },
    ],
    gives: undefined,
  }));
  // The run as a process that was killed leaves it.
  const lines = readFileSync(journal, "utf8").split("\n");
  writeFileSync(journal, `${lines.slice(0, 2).join("\n")}\n`);
  writeFileSync(join(root, "runs", "good", "checkpoint.json"), "");
  const small = open({ freeBytes: async () => 4_999_999 });
  const found = (await small.calls.health?.perform({ stuckMinutes: 60, leastFreeMb: 500 }, { key: "", signal: t.signal })) as {
    readonly rule: string;
    readonly message: string;
  }[];
  assert.deepEqual(
    found.map(({ rule, message }) => `${rule}: ${message}`),
    [
      'jobs/not-run: job "triage" was due at 2026-03-19T09:00:00.000Z, and nothing has run it: see that the clock is running',
      'runs/interrupted: run good of "quick" was cut off at 2026-03-19T08:00:01.000Z: `stagewright resume good` goes on with it',
      "outbox/dead: a message to terminal:me was given up at 2026-03-19T08:00:00.000Z: nobody is there; `stagewright outbox` lists it",
      "disk/full: the disk has 4 MB free, less than the 500 MB that should be",
    ],
  );
});

test("how much of the disk is free is asked of the nearest folder that is there", async () => {
  assert.ok((await freeBytesAt(join(import.meta.dirname, "not/there/yet"))) > 0);
  await assert.rejects(freeBytesAt(join(import.meta.filename, "below")), { code: "ENOTDIR" });
});
