import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { TaskResult } from "../../src/dsl/index.js";
import { FIRST_NOTE, MOST_NOTE_CHARS, Note, nextNote, shownNote } from "../../src/projects/note.js";

const done = (name: string, summary: string): TaskResult => ({
  task: { name, kind: "note" },
  status: "done",
  run: "r",
  output: { summary, markdown: "", proposes: [] },
});

test("each end of a task becomes a line of the note; what brought nothing is a gap", () => {
  const failed: TaskResult = { task: { name: "b", kind: "note" }, status: "failed", run: "r", reason: "the server\nis down" };
  const skipped: TaskResult = { task: { name: "c", kind: "note" }, status: "skipped", reason: 'it needs "b", which failed' };
  const note = [done("a", "The mill\n\nburned."), failed, skipped].reduce(nextNote, FIRST_NOTE);
  assert.deepEqual(note, {
    done: 1,
    failed: 2,
    known: ["a: The mill burned."],
    gaps: ["b: failed, the server is down", 'c: skipped, it needs "b", which failed'],
  });
});

test("whatever the tasks bring, the note keeps its form and its bounds, with the newest lines last", () => {
  const result = fc.oneof(
    fc.tuple(fc.string({ unit: "binary", maxLength: 900 })).map(([text]) => done("t", text)),
    fc
      .string({ unit: "binary", maxLength: 900 })
      .map((reason): TaskResult => ({ task: { name: "t", kind: "note" }, status: "failed", reason })),
  );
  fc.assert(
    fc.property(fc.array(result, { maxLength: 30 }), (results) => {
      const note = results.reduce(nextNote, FIRST_NOTE);
      assert.ok(Note.safeParse(note).success);
      assert.ok(JSON.stringify(note).length <= MOST_NOTE_CHARS);
      assert.equal(note.done + note.failed, results.length);
    }),
    { numRuns: 100 },
  );
  const many = Array.from({ length: 20 }, (_, index) => done(`t${index + 1}`, "x")).reduce(nextNote, FIRST_NOTE);
  assert.deepEqual([many.done, many.known.length, many.known[0], many.known.at(-1)], [20, 8, "t13: x", "t20: x"]);
});

test("a task is shown the note within its room: the more lines, the shorter each", () => {
  const long = "word ".repeat(80).trim();
  const few = shownNote(nextNote(FIRST_NOTE, done("a", long)), 1_200);
  const many = shownNote(Array.from({ length: 8 }, (_, index) => done(`t${index}`, long)).reduce(nextNote, FIRST_NOTE), 1_200);
  assert.equal(few.known[0]?.length, 298);
  assert.equal(many.known.length, 8);
  for (const line of many.known) assert.ok(line.length <= 150 && line.endsWith("…"));
});
