import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compacted, parseLessons, rankLessons } from "../../src/lessons/index.js";
import { daysAgo, now } from "./known.js";

/** What a file comes to at a time, without where its lines stand. */
function meaningOf(lines: readonly string[], at = now) {
  const { lessons } = parseLessons(lines.join("\n"));
  const dropped = rankLessons(lessons, { now: at, limit: 50 });
  return dropped.map(({ lesson: { line: _, lastSeenMs, seen, followed, id, description, by }, weight }) => ({
    ...{ id, description, by, lastSeenMs, seen, followed },
    weight,
  }));
}

const ids = fc.constantFrom("l-a", "l-b", "l-c");
const days = fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 170, max: 300 })).map(daysAgo);
const runs = fc.constantFrom("r1", "r2", "r3", "r4");
const texts: Readonly<Record<string, string>> = { "l-a": "Be short.", "l-b": "Name the file.", "l-c": "Count what you name." };
const record = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .record({ at: days, id: ids, run: runs, severity: fc.constantFrom("info", "error") })
      .map((one) => ({ ...one, description: texts[one.id] })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ at: days, id: ids, severity: fc.constant("info"), by: fc.constant("ana") })
      .map((one) => ({ ...one, description: texts[one.id] })),
  },
  {
    weight: 3,
    arbitrary: fc.record({ at: days, kind: fc.constantFrom("seen", "followed"), id: ids, runs: fc.dictionary(runs, days, { minKeys: 1 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ at: days, kind: fc.constant("retired"), id: ids, by: fc.constant("ana"), reason: fc.constant("gone") }),
  },
);
const file = fc.array(
  record.map((one) => JSON.stringify(one)),
  { maxLength: 14 },
);

test("lines of two files mean the same in either order, and twice the same lines mean what they mean once", () => {
  fc.assert(
    fc.property(file, file, (mine, theirs) => {
      assert.deepEqual(meaningOf([...mine, ...theirs]), meaningOf([...theirs, ...mine]));
      assert.deepEqual(meaningOf([...mine, ...theirs, ...mine]), meaningOf([...mine, ...theirs]));
    }),
  );
});

test("sightings add up in any order", () => {
  const lesson = JSON.stringify({ at: daysAgo(9), id: "l-a", severity: "info", description: "Be short.", run: "r0" });
  const sighting = fc.record({
    at: days,
    kind: fc.constant("seen"),
    id: fc.constant("l-a"),
    runs: fc.dictionary(runs, days, { minKeys: 1 }),
  });
  const two = fc
    .array(
      sighting.map((one) => JSON.stringify(one)),
      { maxLength: 6 },
    )
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  fc.assert(fc.property(two, ([one, other]) => assert.deepEqual(meaningOf([lesson, ...one]), meaningOf([...other, lesson]))));
});

test("a file that was compacted means the same now and later, and compacting it again changes nothing", () => {
  fc.assert(
    fc.property(file, fc.nat(60), (lines, later) => {
      const once = compacted(lines.join("\n"), now).text;
      const at = new Date(now.getTime() + later * 86_400_000);
      assert.deepEqual(meaningOf(once.split("\n"), at), meaningOf(lines, at));
      assert.equal(compacted(once, now).text, once);
    }),
  );
});

test("a file that was compacted on one branch means the same after the lines of another branch came to it", () => {
  fc.assert(
    fc.property(file, file, (common, theirs) => {
      const mine = compacted(common.join("\n"), now).text.split("\n");
      assert.deepEqual(meaningOf([...mine, ...common, ...theirs]), meaningOf([...common, ...theirs]));
    }),
  );
});

test("compaction leaves one line a lesson and its notes, in the order of their text, and tells what went", () => {
  const lines = [
    `{"at":"2026-11-30T00:00:00Z","kind":"seen","id":"l-a","runs":{"r2":"2026-11-30T00:00:00Z"}}`,
    `{"at":"2026-11-29T00:00:00Z","kind":"seen","id":"l-a","runs":{"r1":"2026-11-29T00:00:00Z"}}`,
    `{"at":"2026-11-20T00:00:00Z","id":"l-a","severity":"info","description":"Be short.","run":"r0","theirs":7}`,
    `{"at":"2026-11-21T00:00:00Z","id":"l-a","severity":"info","description":"Be short.","run":"r3"}`,
    `{"at":"2026-01-01T00:00:00Z","id":"l-old","severity":"error","description":"Long gone."}`,
    `{"at":"2027-01-01T00:00:00Z","kind":"sung","id":"l-a"}`,
    `{"at":"2026-11-2`,
  ];
  assert.deepEqual(compacted(lines.join("\n"), now), {
    text: `{"at":"2026-11-20T00:00:00Z","id":"l-a","severity":"info","description":"Be short.","run":"r0","theirs":7}
{"at":"2026-11-30T00:00:00.000Z","kind":"seen","id":"l-a","runs":{"r1":"2026-11-29T00:00:00.000Z","r2":"2026-11-30T00:00:00.000Z","r3":"2026-11-21T00:00:00.000Z"}}
{"at":"2027-01-01T00:00:00Z","kind":"sung","id":"l-a"}
`,
    linesBefore: 7,
    linesAfter: 3,
    gone: ["l-old"],
    unreadable: 1,
  });
});

test("two lessons that were given one id are both kept, and stay so", () => {
  const lines = [
    `{"at":"2026-11-20","id":"l-1","severity":"info","description":"Be short."}`,
    `{"at":"2026-11-21","id":"l-1","severity":"info","description":"Name the file."}`,
    `{"at":"2026-11-22","id":"l-1","severity":"info","description":"Name the file.","run":"r2"}`,
  ];
  const known = (text: string) => parseLessons(text).lessons.map(({ id, description, seen }) => [id, description, seen]);
  const expected = [
    ["l-1", "Be short.", 1],
    ["l-1~ba90a5", "Name the file.", 2],
  ];
  assert.deepEqual(known(lines.join("\n")), expected);
  assert.deepEqual(known(compacted(lines.join("\n"), now).text), expected);
});

test("a retired lesson stays so when code sees it again, and counts again when a person says it again", () => {
  const retired = [
    `{"at":"2026-11-20T00:00:00Z","id":"l-1","severity":"info","description":"Be short."}`,
    `{"at":"2026-11-21T00:00:00Z","kind":"retired","id":"l-1","by":"ana","reason":"done"}`,
    `{"at":"2026-11-22T00:00:00Z","kind":"seen","id":"l-1","runs":{"r1":"2026-11-22T00:00:00Z"}}`,
  ];
  assert.deepEqual(meaningOf(retired), []);
  const again = `{"at":"2026-11-23T00:00:00Z","kind":"seen","id":"l-1","by":"bo","runs":{"at 2026-11-23":"2026-11-23T00:00:00Z"}}`;
  assert.equal(meaningOf([...retired, again]).length, 1);
});
