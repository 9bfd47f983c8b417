import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { explainRanking, type PlacedLesson, parseLessons, rankLessons } from "../../src/lessons/index.js";

const now = new Date("2026-12-01T12:00:00Z");
const DAY_MS = 86_400_000;

function daysAgo(days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}

function lesson(more: Partial<PlacedLesson> & { days?: number }): PlacedLesson {
  const { days = 0, ...fields } = more;
  return { at: daysAgo(days), severity: 3, lesson: "Be short.", line: 1, ...fields };
}

const someLesson = fc
  .record({
    // A few days are drawn often, so that lessons of one weight meet.
    days: fc.oneof(fc.constantFrom(0, 1, 30, 31), fc.double({ min: -10, max: 120, noNaN: true })),
    severity: fc.integer({ min: 1, max: 5 }),
    lesson: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
    stage: fc.constantFrom("draft", "facts", undefined),
  })
  .map(({ days, stage, ...fields }) => ({ at: daysAgo(days), ...fields, ...(stage && { stage }) }));

function placed(lessons: readonly Omit<PlacedLesson, "line">[]): readonly PlacedLesson[] {
  return lessons.map((one, index) => ({ ...one, line: index + 1 }));
}

test("a lesson weighs its severity when new, half after 30 days, a quarter after 60, an eighth after 90", () => {
  const weights = [0, 30, 60, 90].map((days) => rankLessons([lesson({ days, severity: 4 })], { now })[0]?.weight);
  assert.deepEqual(weights, [4, 2, 1, 0.5]);
});

test("a lesson of 90 days counts and one a millisecond older does not", () => {
  const at = new Date(now.getTime() - 90 * DAY_MS - 1).toISOString();
  const ranked = rankLessons([lesson({ days: 90, lesson: "in" }), lesson({ at, lesson: "out", severity: 5 })], { now });
  assert.deepEqual(
    ranked.map((one) => one.lesson.lesson),
    ["in"],
  );
});

test("a lesson dated in the future counts as new", () => {
  assert.deepEqual(rankLessons([lesson({ days: -400, severity: 2 })], { now }), [
    { lesson: lesson({ days: -400, severity: 2 }), ageDays: 0, weight: 2 },
  ]);
});

test("the zone of a lesson's time counts, and a day starts at midnight UTC", () => {
  const ages = ["2026-12-01T13:00:00+02:00", "2026-12-01"].map((at) => rankLessons([lesson({ at })], { now })[0]?.ageDays);
  assert.deepEqual(ages, [1 / 24, 12 / 24]);
});

test("of equal weights the newer goes first, then the text decides, then the line", () => {
  const lessons = [
    lesson({ days: 30, severity: 4, lesson: "older", line: 1 }),
    lesson({ severity: 2, lesson: "b", line: 2 }),
    lesson({ severity: 2, lesson: "a", line: 3 }),
  ];
  assert.deepEqual(
    rankLessons(lessons, { now }).map((one) => one.lesson.lesson),
    ["a", "b", "older"],
  );
});

test("a lesson that stands there twice counts once, with its greatest weight", () => {
  const lessons = [
    lesson({ days: 30, line: 1 }),
    lesson({ days: 1, line: 2 }),
    lesson({ days: 1, line: 3 }),
    lesson({ days: 2, line: 4, lesson: "Be  short.\n" }),
  ];
  assert.deepEqual(
    rankLessons(lessons, { now }).map((one) => one.lesson.line),
    [2],
  );
});

test("with a stage, lessons for other stages are left out and lessons for every stage stay", () => {
  const lessons = [lesson({ lesson: "draft", stage: "draft" }), lesson({ lesson: "facts", stage: "facts" }), lesson({ lesson: "every" })];
  const texts = (stage?: string) => rankLessons(lessons, { now, ...(stage && { stage }) }).map((one) => one.lesson.lesson);
  assert.deepEqual(texts("draft"), ["draft", "every"]);
  assert.deepEqual(texts(), ["draft", "every", "facts"]);
});

test("five lessons are given unless told otherwise", () => {
  const lessons = placed(["a", "b", "c", "d", "e", "f"].map((text) => lesson({ lesson: text })));
  const count = (limit?: number) => rankLessons(lessons, { now, ...(limit !== undefined && { limit }) }).length;
  assert.deepEqual([count(), count(2), count(0), count(100)], [5, 2, 0, 6]);
});

test("a limit that is no whole number of at least 0 is refused", () => {
  for (const limit of [-1, 1.5, Number.NaN]) {
    assert.throws(() => rankLessons([], { now, limit }), {
      code: "lessons/limit",
      message: `the limit of lessons is ${limit}`,
      hint: "give a whole number of at least 0",
    });
  }
});

test("of two lessons the more severe or the newer never weighs less", () => {
  const severity = fc.integer({ min: 1, max: 5 });
  const days = fc.integer({ min: 0, max: 90 });
  const weight = (one: PlacedLesson) => rankLessons([one], { now })[0]?.weight ?? Number.NaN;
  fc.assert(
    fc.property(severity, severity, days, days, (one, other, first, second) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const [younger, older] = [Math.min(first, second), Math.max(first, second)];
      assert.ok(weight(lesson({ severity: low, days: first })) <= weight(lesson({ severity: high, days: first })));
      assert.ok(weight(lesson({ severity: one, days: older })) <= weight(lesson({ severity: one, days: younger })));
      if (older > younger) assert.ok(weight(lesson({ severity: one, days: older })) < weight(lesson({ severity: one, days: younger })));
    }),
  );
});

test("thirty days more halve a weight, at any age", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 60 }), (severity, days) => {
      const [young] = rankLessons([lesson({ severity, days })], { now });
      const [old] = rankLessons([lesson({ severity, days: days + 30 })], { now });
      assert.ok(young && old && Math.abs(old.weight / young.weight - 0.5) < 1e-12);
    }),
  );
});

test("what is ranked is within the limit, for the stage, at most 90 days old, heaviest first, and nothing left out weighs more", () => {
  fc.assert(
    fc.property(fc.array(someLesson, { maxLength: 20 }), fc.nat(8), (lessons, limit) => {
      const ranked = rankLessons(placed(lessons), { now, stage: "draft", limit });
      const texts = ranked.map((one) => one.lesson.lesson);
      const last = ranked.at(-1)?.weight ?? 0;
      assert.ok(ranked.length <= limit);
      assert.equal(new Set(texts).size, texts.length);
      assert.ok(ranked.every(({ lesson: { stage }, ageDays }) => stage !== "facts" && ageDays >= 0 && ageDays <= 90));
      assert.ok(ranked.every(({ weight }, index) => index === 0 || weight <= (ranked[index - 1]?.weight ?? 0)));
      if (ranked.length < limit) return;
      const all = rankLessons(placed(lessons), { now, stage: "draft", limit: 20 });
      assert.ok(all.every((one) => texts.includes(one.lesson.lesson) || one.weight <= last || limit === 0));
    }),
  );
});

test("the order of the lines in the file changes nothing", () => {
  const shuffled = fc
    .array(someLesson, { maxLength: 20 })
    .chain((lessons) => fc.tuple(fc.constant(lessons), fc.shuffledSubarray(lessons, { minLength: lessons.length })));
  fc.assert(
    fc.property(shuffled, fc.nat(8), ([lessons, others], limit) => {
      const chosen = (list: typeof lessons) =>
        rankLessons(placed(list), { now, limit }).map(({ lesson: { at, severity, lesson: text }, weight }) => ({
          at,
          severity,
          text,
          weight,
        }));
      assert.deepEqual(chosen(others), chosen(lessons));
    }),
  );
});

test("a ranking is explained by its sums, and the skipped lines are named", () => {
  const text = `{"at":"2026-11-21T12:00:00Z","severity":4,"lesson":"Say what a number counts."}
{"at":"2026-11-01T12:00:00Z","severity":5,"lesson":"Invent\\nnothing."}
{"at":"2026-08-01T12:00:00Z","severity":5,"lesson":"Too old to count."}
{"at":"2026-11-30T12:00:00Z","sever`;
  const { lessons, skipped } = parseLessons(text, { place: "lessons/publisher.jsonl" });
  assert.equal(
    explainRanking(rankLessons(lessons, { now }), skipped, lessons.length),
    `2 of 3 lessons
1. 3.17 = 4 × 0.794, 10.0 days old, line 1: Say what a number counts.
2. 2.50 = 5 × 0.500, 30.0 days old, line 2: Invent nothing.
skipped lessons/publisher.jsonl:4: it is cut short or is not JSON
`,
  );
  assert.equal(explainRanking([], [], 1), "0 of 1 lesson\n");
});
