import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { lessonFile, parseLessons } from "../../src/lessons/index.js";
import { Context, contextFromLog, openComms, openContext } from "../../src/state/index.js";
import { isMissing } from "../../src/store/index.js";
import { emptyFolder } from "../store/files/folder.js";
import { compiled, signalOf } from "./compiled.js";

/** How often the eight write altogether; what those write that are killed comes on top. */
const WRITES = 10_000;
const WRITERS = 8;
/** So many are killed, one after another, each after another number of writes. */
const KILLED = 16;
const LOOK_EVERY = 50;

test(`eight processes write context, messages and lessons ${WRITES} times while others are killed: nothing is lost, nothing is torn`, async (t) => {
  const folder = emptyFolder();
  const program = await compiled("writer");
  const confirmed: string[] = [];
  const now = () => new Date();
  const [context, comms] = [openContext(folder, { now }), openComms(folder, { now })];
  let [looks, revision, messages] = [0, 0, 0];
  const look = () => {
    const raw = textAt(context.path);
    if (raw !== undefined) Context.parse(JSON.parse(raw));
    const seen = context.read();
    assert.deepEqual({ fault: seen.fault, isOlder: seen.context.revision < revision }, { fault: undefined, isOlder: false });
    const all = comms.last(Number.MAX_SAFE_INTEGER).length;
    assert.ok(all >= messages, "no message is gone that was there");
    [looks, revision, messages] = [looks + 1, seen.context.revision, all];
  };
  const run = async (who: string, count: number, killAfter = Number.POSITIVE_INFINITY) => {
    const child = program(folder, who, String(count));
    let writes = 0;
    for await (const line of createInterface({ input: child.stdout ?? assert.fail() })) {
      writes += 1;
      if (writes === killAfter) child.kill("SIGKILL");
      if (confirmed.push(line) % LOOK_EVERY === 0) look();
    }
    return { signal: await signalOf(child), writes };
  };
  const victims = async () => {
    for (let nth = 0; nth < KILLED; nth += 1) {
      const { signal } = await run(`v${nth}`, WRITES, 1 + ((nth * 7) % 20));
      assert.equal(signal, "SIGKILL");
    }
  };
  const eight = Array.from({ length: WRITERS }, (_, nth) => run(`w${nth}`, WRITES / WRITERS));
  const [ended] = await Promise.all([Promise.all(eight), victims()]);

  assert.deepEqual(
    ended.map(({ signal, writes }) => ({ signal, writes })),
    Array.from({ length: WRITERS }, () => ({ signal: null, writes: WRITES / WRITERS })),
  );
  const of = (kind: string) => confirmed.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1));
  // Whoever comes next ends what a killed one has cut off.
  await context.setPriorities({ by: "last", priorities: ["rest"] });
  await comms.record([]);
  const lessons = lessonFile(join(folder, "lessons"), "all");

  const log = textAt(context.logPath) ?? assert.fail();
  // A kill in the middle of a write leaves a part of a line, of which nobody was told that it is there.
  const cutOff = [...context.read().unreadable, ...comms.unreadable, ...parseLessons(lessons.read()).skipped].length;
  const unreadable = new Set(context.read().unreadable.map(({ text }) => text));
  const lines = log
    .trim()
    .split("\n")
    .filter((line) => !unreadable.has(line))
    .map((line) => JSON.parse(line) as { type: string; revision: number; operation: { op: string; task: string } });
  assert.deepEqual(
    lines.map(({ type, revision }) => `${type} ${revision}`),
    lines.map((_, index) => `operation ${index + 1}`),
  );
  assert.deepEqual(JSON.parse(textAt(context.path) ?? ""), contextFromLog(log));
  const done = (op: string) => lines.filter(({ operation }) => operation.op === op).map(({ operation }) => operation.task);
  const counted = {
    start: missingAndMore(of("start"), done("startTask")),
    complete: missingAndMore(of("complete"), done("completeTask")),
    comms: missingAndMore(
      of("comms"),
      comms.last(Number.MAX_SAFE_INTEGER).map(({ id }) => id),
    ),
    lesson: missingAndMore(
      of("lesson"),
      parseLessons(lessons.read()).lessons.map(({ id }) => id),
    ),
  };
  const missing = Object.values(counted).map((one) => one.missing);
  assert.deepEqual(missing, [0, 0, 0, 0]);
  // What a killed one had written, or begun to write, and could not say any more: one write of each at the most.
  const unsaid = Object.values(counted).reduce((sum, { more }) => sum + more, 0);
  assert.ok(unsaid + cutOff <= KILLED, `${unsaid} and ${cutOff}`);
  t.diagnostic(
    `${confirmed.length} writes, ${KILLED} killed: ${unsaid} had not said what they wrote, ${cutOff} lines are cut off; ${looks} looks`,
  );
});

/** How many of those that were said to be there are not, and how many are there that were not said to be. */
function missingAndMore(said: readonly string[], there: readonly string[]): { readonly missing: number; readonly more: number } {
  const known = new Set(there);
  assert.equal(known.size, there.length, "nothing is there twice");
  const missing = said.filter((id) => !known.has(id)).length;
  return { missing, more: there.length - (said.length - missing) };
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
