import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { droppedLessons, explainRanking, type KnownLesson, parseLessons, rankLessons } from "../../src/lessons/index.js";
import { daysAgo, known, now } from "./known.js";

const weightOf = (lesson: KnownLesson, more: Partial<Parameters<typeof rankLessons>[1]> = {}) =>
  rankLessons([lesson], { now, ...more })[0]?.weight;
const textsOf = (lessons: readonly KnownLesson[], more: Partial<Parameters<typeof rankLessons>[1]> = {}) =>
  rankLessons(lessons, { now, ...more }).map(({ lesson }) => lesson.description);

test("a lesson weighs its severity when new, half after 30 days, a quarter after 60, an eighth after 90", () => {
  assert.deepEqual(
    [0, 30, 60, 90].map((days) => weightOf(known({ days, severity: "error" }))),
    [5, 2.5, 1.25, 0.625],
  );
  assert.deepEqual(
    (["info", "warning", "error"] as const).map((severity) => weightOf(known({ severity }))),
    [1, 3, 5],
  );
});

test("a lesson of 90 days counts and one a millisecond older does not", () => {
  const at = new Date(now.getTime() - 90 * 86_400_000 - 1).toISOString();
  assert.deepEqual(textsOf([known({ days: 90, description: "in" }), known({ at, description: "out", severity: "error" })]), ["in"]);
});

test("a lesson dated in the future counts as new", () => {
  assert.equal(weightOf(known({ days: -400, severity: "info" })), 1);
});

test("each doubling of the runs that saw a lesson adds half of its weight, up to three times", () => {
  assert.deepEqual(
    [1, 2, 4, 16].map((seen) => weightOf(known({ severity: "info", seen }))),
    [1, 1.5, 2, 3],
  );
});

test("a lesson that runs followed without fault fades", () => {
  assert.deepEqual(
    [0, 1, 2].map((followed) => weightOf(known({ severity: "info", followed }))?.toFixed(2)),
    ["1.00", "0.80", "0.64"],
  );
});

test("a lesson for another stage is left out, one for every stage weighs less than one for the stage", () => {
  const lessons = [known({ stage: "draft" }), known({ stage: "facts" }), known()];
  assert.deepEqual(
    lessons.map((lesson) => weightOf(lesson, { stage: "draft" })),
    [3, undefined, 3 * 0.8],
  );
});

test("a lesson of another pipeline weighs half", () => {
  const lesson = known({ source: { pipeline: "publisher" } });
  assert.deepEqual([weightOf(lesson, { pipeline: "publisher" }), weightOf(lesson, { pipeline: "mails" }), weightOf(lesson)], [3, 1.5, 3]);
});

test("a lesson whose words stand in the task weighs up to twice as much", () => {
  const lesson = known({ description: "Name commits by their numbers." });
  assert.deepEqual(
    ["write a letter", "tell which numbers matter", "name these commits by their numbers"].map((task) => weightOf(lesson, { task })),
    [3, 3.75, 6],
  );
});

test("of equal weights the newer goes first, then the text decides", () => {
  const lessons = [
    known({ severity: "info", description: "b" }),
    known({ severity: "info", description: "a" }),
    known({ severity: "info", description: "future", days: -1 }),
  ];
  assert.deepEqual(textsOf(lessons), ["future", "a", "b"]);
});

test("lessons that say the same but for a number take one place, the heaviest", () => {
  const lessons = [
    known({ description: "The post has 1,204 words: keep it to 1,000." }),
    known({ description: "The post has 990 words: keep it to 800.", severity: "error" }),
    known({ description: "Name the file." }),
  ];
  assert.deepEqual(textsOf(lessons), ["The post has 990 words: keep it to 800.", "Name the file."]);
});

test("of many that say the same, those behind them are still found", () => {
  const same = Array.from({ length: 60 }, (_, nth) => known({ id: `same-${nth}`, severity: "error" }));
  assert.deepEqual(textsOf([...same, known({ description: "Name the file." })], { limit: 2 }), ["Be short.", "Name the file."]);
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

test("a lesson that contradicts a newer one is dropped and said so, whichever of the two names the other", () => {
  for (const [old, young] of [
    [{ contradicts: ["young"] }, {}],
    [{}, { contradicts: ["old"] }],
  ]) {
    const lessons = [
      known({ id: "old", description: "Open with a joke.", days: 3, severity: "error", ...old }),
      known({ id: "young", description: "Open with the result.", ...young }),
    ];
    assert.deepEqual(textsOf(lessons), ["Open with the result."]);
    assert.equal(
      explainRanking(rankLessons(lessons, { now }), [], 2, droppedLessons(lessons).values()),
      `1 of 2 lessons
1. 3.00 = 3 × 1.000 decay, 0.0 days old, line 1: Open with the result.
dropped old: Open with a joke. (a newer one says the opposite, young: Open with the result.)
`,
    );
  }
});

test('the same words with "not" and without are opposites, in three languages', () => {
  for (const [plain, negated] of [
    ["Use short titles.", "Never use short titles."],
    ["Always name the author.", "Do not name the author!"],
    ["Nenne den Autor.", "Nenne nie den Autor."],
    ["Folosește titluri scurte.", "Nu folosește titluri scurte."],
  ] as const) {
    assert.deepEqual(textsOf([known({ description: plain, days: 1 }), known({ description: negated })]), [negated]);
    assert.deepEqual(textsOf([known({ description: plain }), known({ description: negated, days: 1 })]), [plain]);
  }
});

test("opposites for two stages, and sentences that differ in more than a not, stand beside each other", () => {
  assert.equal(
    textsOf([known({ description: "Use lists.", stage: "a" }), known({ description: "Do not use lists.", stage: "b" })]).length,
    2,
  );
  assert.equal(textsOf([known({ description: "Use long lists." }), known({ description: "Do not use lists." })]).length, 2);
});

test("a lesson that another one replaces is dropped, also where it is the newer", () => {
  const lessons = [known({ id: "new", replaces: ["old"], days: 2, description: "Name the file." }), known({ id: "old" })];
  assert.deepEqual(textsOf(lessons), ["Name the file."]);
  assert.equal(droppedLessons(lessons).get("old")?.why, "replaced");
});

test("a lesson that was dropped itself drops none", () => {
  const lessons = [
    known({ id: "a", days: 2, description: "Open with a joke." }),
    known({ id: "b", days: 1, description: "Open with a number.", contradicts: ["a"] }),
    known({ id: "c", description: "Open with the result.", contradicts: ["b"] }),
  ];
  assert.deepEqual(textsOf(lessons), ["Open with the result.", "Open with a joke."]);
});

const someLesson = fc
  .record({
    // A few days are drawn often, so that lessons of one weight meet.
    days: fc.oneof(fc.constantFrom(0, 1, 30, 31), fc.double({ min: -10, max: 120, noNaN: true })),
    severity: fc.constantFrom("info" as const, "warning" as const, "error" as const),
    description: fc.constantFrom("Be short.", "Do not be short.", "Name it.", "Cut it.", "Count 1 thing.", "Count 2 thing.", "A", "B"),
    stage: fc.constantFrom("draft", "facts", undefined),
    seen: fc.integer({ min: 1, max: 16 }),
    followed: fc.nat(8),
  })
  .map(({ stage, ...fields }) => known({ ...fields, ...(stage && { stage }) }));

test("of two lessons the one that was seen later never weighs less, and thirty days halve what is left", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 59, noNaN: true }),
      fc.double({ min: 0, max: 30, noNaN: true }),
      fc.nat(8),
      (days, more, followed) => {
        const young = weightOf(known({ days, followed })) ?? Number.NaN;
        assert.ok(young >= (weightOf(known({ days: days + more, followed })) ?? Number.NaN));
        assert.ok(Math.abs((weightOf(known({ days: days + 30, followed })) ?? 0) * 2 - young) < 1e-9);
      },
    ),
  );
});

test("a ranking is what weighing each lesson and sorting all of them gives", () => {
  fc.assert(
    fc.property(fc.array(someLesson, { maxLength: 25 }), fc.nat(6), (lessons, limit) => {
      const asked = { now, stage: "draft", task: "count one thing" };
      const dropped = droppedLessons(lessons);
      const weights = lessons
        .filter(({ id }) => !dropped.has(id))
        .flatMap((lesson) => rankLessons([{ ...lesson }], { ...asked, limit: 1 }).map(({ weight }) => weight));
      const ranked = rankLessons(lessons, { ...asked, limit });
      assert.ok(ranked.length <= limit);
      assert.ok(ranked.every(({ weight }, index) => index === 0 || weight <= (ranked[index - 1]?.weight ?? 0)));
      if (limit > 0 && weights.length > 0) assert.equal(ranked[0]?.weight, Math.max(...weights));
    }),
  );
});

test("the order of the lines changes no overlay", () => {
  const line = fc
    .record({
      at: fc.integer({ min: 0, max: 100 }).map(daysAgo),
      severity: fc.constantFrom("info", "warning", "error"),
      description: fc.constantFrom("Be short.", "be SHORT", "Do not be short.", "Name it.", "Count 1 thing."),
      stage: fc.constantFrom("draft", undefined),
      run: fc.constantFrom("r1", "r2", undefined),
    })
    .map((fields) => JSON.stringify(fields));
  const shuffled = fc
    .array(line, { maxLength: 12 })
    .chain((lines) => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })));
  const chosen = (lines: readonly string[]) =>
    rankLessons(parseLessons(lines.join("\n")).lessons, { now }).map(({ lesson: { id, at }, weight }) => ({ id, at, weight }));
  fc.assert(fc.property(shuffled, ([lines, others]) => assert.deepEqual(chosen(others), chosen(lines))));
});

test("why lessons rank as they do is said in lines, with the factors that count and the lines that were left out", () => {
  const text = `{"at":"2026-11-21T12:00:00Z","severity":"warning","description":"Say what a number counts.","id":"l-1"}
{"at":"2026-11-01T12:00:00Z","severity":"error","description":"Invent\\nnothing."}
{"at":"2026-08-01T12:00:00Z","severity":"error","description":"Too old to count."}
{"at":
{"at":"2026-12-01T12:00:00Z","kind":"seen","id":"l-1","runs":{"r-2":"2026-11-21T12:00:00Z"}}
`;
  const { lessons, skipped } = parseLessons(text, { place: "lessons/publisher.jsonl" });
  assert.equal(
    explainRanking(rankLessons(lessons, { now, stage: "draft" }), skipped, lessons.length),
    `2 of 3 lessons
1. 2.86 = 3 × 0.794 decay × 0.80 relevance × 1.50 seen again, 10.0 days old, line 1: Say what a number counts.
2. 2.00 = 5 × 0.500 decay × 0.80 relevance, 30.0 days old, line 2: Invent nothing.
skipped lessons/publisher.jsonl:4: it is cut short or is not JSON
`,
  );
  assert.equal(explainRanking([], [], 1), "0 of 1 lesson\n");
});
