import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { NewEvent, RunEvent } from "../../src/core/index.js";
import { isStagewrightError } from "../../src/dsl/index.js";
import { CHAIN_START, type Disk, decodeJournal, encodeLine, fileStore, type JournalText, realDisk, sha256 } from "../../src/store/index.js";
import { canBeTorn, describeLine } from "../../src/store/journal-line.js";
import { numbered, stateAfter } from "../core/run-events.js";
import { seed } from "../core/seed.js";
import { thrown } from "../dsl/thrown.js";

const start: NewEvent = {
  type: "run-started",
  format: 1,
  run: "r1",
  pipeline: "posts",
  stages: ["facts", "draft"],
  input: { inline: { day: "2026-03-19" } },
  by: "me",
  model: "embedded",
  launch: {},
};
const done = (stage: string, output: unknown): NewEvent => ({
  type: "stage-done",
  stage,
  version: 1,
  attempt: 1,
  output: { inline: output },
  findings: [],
  fingerprint: { shape: "a", schema: "b", checks: "c", code: "d" },
});
const begin = (stage: string): NewEvent => ({ type: "stage-started", stage, version: 1, attempt: 1 });
const EVENTS = numbered([
  start,
  begin("facts"),
  done("facts", { text: "ploaie la Ploiești 🙂", chain: "of events", more: { chain: "x" } }),
  begin("draft"),
]);

function encoded(events: readonly RunEvent[]): string[] {
  let chain = CHAIN_START;
  return events.map((event) => {
    const { line, chain: next } = encodeLine(event, chain);
    chain = next;
    return line;
  });
}

const LINES = encoded(EVENTS);
const refused = (lines: readonly string[]) => thrown(() => decodeJournal("r1", { lines, torn: undefined }));
const repairHint = "`stagewright repair r1` cuts the journal there, keeps a copy of the whole and says what is lost";

test("a line begins with number, time and type and ends in its chain: the hash of the chain before and its own text", () => {
  const { line, chain } = encodeLine(EVENTS[1] as RunEvent, CHAIN_START);
  const body = '{"seq":2,"at":"2026-03-19T08:02:00.000Z","type":"stage-started","stage":"facts","version":1,"attempt":1';
  assert.equal(line, `${body},"chain":"${sha256(CHAIN_START + body)}"}`);
  assert.equal(chain, sha256(CHAIN_START + body));
  assert.equal(JSON.parse(line).chain, chain);
});

test("what was encoded is decoded, with the chain to go on from", () => {
  const { events, chain } = decodeJournal("r1", { lines: LINES, torn: undefined });
  assert.deepEqual(
    events.map(({ chain: _, ...event }: RunEvent & { chain?: string }) => event),
    EVENTS,
  );
  assert.equal(chain, JSON.parse(LINES.at(-1) ?? "").chain);
});

test("decoding is the inverse of encoding for any output and any text", () => {
  const text = fc.string({ unit: "binary" }).map((value) => JSON.parse(JSON.stringify(value)) as string);
  fc.assert(
    fc.property(fc.array(fc.record({ stage: text, output: fc.jsonValue() }), { maxLength: 5 }), (outputs) => {
      // What JSON cannot tell apart (0 and -0) is not asked of it.
      const events = JSON.parse(JSON.stringify(numbered([start, ...outputs.map(({ stage, output }) => done(stage, output))])));
      const lines = encoded(events);
      assert.ok(lines.every((line) => !line.includes("\n")));
      const decoded = decodeJournal("r1", { lines, torn: undefined }).events;
      assert.deepEqual(
        decoded.map(({ chain: _, ...event }: RunEvent & { chain?: string }) => event),
        events,
      );
    }),
    { seed: seed(), numRuns: 200 },
  );
});

test("an empty journal is an error", () => {
  assert.deepEqual(refused([]), {
    code: "journal/empty",
    message: 'the journal of run "r1" is empty',
    hint: "nothing of this run was ever recorded: start it again",
  });
});

test("a line whose text was changed is named by its number", () => {
  const changed = LINES.map((line, index) => (index === 2 ? line.replace("facts", "facta") : line));
  assert.deepEqual(refused(changed), {
    code: "journal/damaged",
    message: 'line 3 of the journal of run "r1" does not match its hash',
    hint: repairHint,
  });
});

test("a line that is none is named by its number", () => {
  const message = 'line 2 of the journal of run "r1" is not a journal line';
  assert.deepEqual(refused([LINES[0] ?? "", "hello"]), { code: "journal/damaged", message, hint: repairHint });
  assert.equal(refused([LINES[0] ?? "", ""]).message, message);
  assert.equal(refused([LINES[0] ?? "", '{"seq":2}', ...LINES.slice(1)]).message, message);
  assert.equal(refused(['"none"']).message, 'line 1 of the journal of run "r1" is not a journal line');
});

test("a line left out, put in twice, or put elsewhere is found where the chain breaks", () => {
  const [one, two, three, four] = LINES as [string, string, string, string];
  const broken = (number: number) => `line ${number} of the journal of run "r1" does not match its hash`;
  assert.equal(refused([one, three, four]).message, broken(2));
  assert.equal(refused([two, three]).message, broken(1));
  assert.equal(refused([one, two, two, three]).message, broken(3));
  assert.equal(refused([one, three, two, four]).message, broken(2));
});

test("a line of another run's journal does not fit in", () => {
  const other = encoded(numbered([{ ...start, run: "r2" } as NewEvent, begin("facts")]));
  assert.equal(refused([LINES[0] ?? "", other[1] ?? ""]).message, 'line 2 of the journal of run "r1" does not match its hash');
});

test("CRLF line ends are named as such, with what puts them right", () => {
  assert.deepEqual(refused(LINES.map((line) => `${line}\r`)), {
    code: "journal/crlf",
    message: 'line 1 of the journal of run "r1" ends in CRLF',
    hint: "an editor or a version control setting has changed the line ends; `stagewright repair r1` puts them right and keeps a copy",
  });
});

test("a journal of another format is not called damaged, whether its lines are chained as ours are or not", () => {
  const hint = "use the version of stagewright that wrote it";
  const later = { ...EVENTS[0], format: 2 } as unknown as RunEvent;
  const said = { code: "journal/version", message: 'the journal of run "r1" has format 2; this version reads format 1', hint };
  assert.deepEqual(refused(encoded([later])), said);
  assert.deepEqual(refused([JSON.stringify(later)]), said);
  const none = encoded([begin("facts") as RunEvent]);
  assert.deepEqual(refused(none), { ...said, message: 'the journal of run "r1" has format unknown; this version reads format 1' });
});

/** What a store reads of a journal with these bytes; from no real disk, for there are thousands of them. */
function read(bytes: Buffer): Promise<JournalText> {
  // The one overload of `readFileSync` that the store calls.
  const readFileSync = (() => bytes.toString("utf8")) as unknown as Disk["readFileSync"];
  return fileStore("runs", { ...realDisk, existsSync: () => true, readFileSync }).read("r1");
}

const BYTES = Buffer.from(LINES.map((line) => `${line}\n`).join(""));

test("a flip of any byte of a journal is found, with the number of its line", async () => {
  const lineOf = (offset: number) => BYTES.subarray(0, offset).filter((byte) => byte === 10).length + 1;
  for (let offset = 0; offset < BYTES.length; offset += 1) {
    for (const bit of offset % 7 === 0 ? [1, 2, 4, 8, 16, 32, 64, 128] : [1 << (offset % 8)]) {
      const damaged = Buffer.from(BYTES);
      damaged[offset] = (damaged[offset] ?? 0) ^ bit;
      const journal = await read(damaged);
      assert.throws(
        () => decodeJournal("r1", journal),
        (error) => isStagewrightError(error) && error.message.startsWith(`line ${lineOf(offset)} of the journal of run "r1" `),
        `bit ${bit} of byte ${offset}`,
      );
    }
  }
});

test("a journal cut at any byte is read up to its last whole line, and what is left of the next is called torn", async () => {
  for (let length = 0; length <= BYTES.length; length += 1) {
    const cut = BYTES.subarray(0, length);
    const { lines, torn } = await read(cut);
    const whole = cut.filter((byte) => byte === 10).length;
    assert.deepEqual(lines, LINES.slice(0, whole), `cut at ${length}`);
    assert.equal(torn === undefined, length === cut.lastIndexOf("\n") + 1, `cut at ${length}`);
    if (whole > 0) assert.equal(decodeJournal("r1", { lines, torn }).events.length, whole);
  }
});

test("a line cut inside a value that has a chain of its own is torn, not tampered with", () => {
  const [inner = ""] = encoded(numbered([start]));
  const [line = ""] = encoded(numbered([done("facts", { journal: JSON.parse(inner), after: "more" })]));
  for (let length = 0; length <= line.length; length += 1) assert.ok(canBeTorn(line.slice(0, length)), `cut at ${length}`);
});

test("a whole line with anything but a line end behind it is not torn", () => {
  for (const behind of ["x", " ", "\r", "}", LINES[1] ?? ""]) assert.ok(!canBeTorn(`${LINES[0]}${behind}`), behind);
});

test("what a lost line was about is told as far as it can be read", () => {
  assert.equal(describeLine(LINES[2] ?? ""), 'stage-done of "facts"');
  assert.equal(describeLine(LINES[0] ?? ""), "run-started");
  assert.equal(describeLine((LINES[2] ?? "").slice(0, 60)), "stage-done");
  assert.equal(describeLine("\u0000\u0000"), "unreadable");
});

test("the events that the tests here are made of are a run that can be", () => {
  assert.equal(stateAfter(...EVENTS).cursor, 1);
});
