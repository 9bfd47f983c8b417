import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { parseLessons } from "../../src/lessons/index.js";

const place = "lessons/publisher.jsonl";
const good = '{"at":"2026-11-18T21:40:00Z","severity":4,"lesson":"Say what a number counts.","stage":"draft"}';
const lesson = { at: "2026-11-18T21:40:00Z", severity: 4, lesson: "Say what a number counts.", stage: "draft" };

test("each line is a lesson with its number; blank lines, a byte order mark and CRLF ends are passed over", () => {
  const text = `\uFEFF${good}\r\n\r\n{"at":"2026-11-19","severity":1,"lesson":"Be short.","source":"review","id":"l-2"}\r\n`;
  assert.deepEqual(parseLessons(text, { place }), {
    lessons: [
      { ...lesson, line: 1 },
      { at: "2026-11-19", severity: 1, lesson: "Be short.", source: "review", id: "l-2", line: 3 },
    ],
    skipped: [],
  });
});

test("fields that another tool added are left out, and the lesson counts", () => {
  assert.deepEqual(parseLessons(good.replace("{", '{"weight":9,'), { place }), { lessons: [{ ...lesson, line: 1 }], skipped: [] });
});

test("a file that is empty holds no lessons", () => {
  assert.deepEqual(parseLessons(""), { lessons: [], skipped: [] });
});

for (const [what, line, reason] of [
  ["torn", '{"at":"2026-11-18T21:40:00Z","severity":4,"les', "it is cut short or is not JSON"],
  ["left by a merge", "<<<<<<< HEAD", "it is not JSON"],
  ["a list", "[1,2]", "it is no object with the fields of a lesson"],
  ["null", "null", "it is no object with the fields of a lesson"],
  ["without a time", '{"severity":4,"lesson":"Be short."}', 'its "at" is no time like 2026-03-19T18:00:00Z'],
  ["of a time without its zone", good.replace("00Z", "00"), 'its "at" is no time like 2026-03-19T18:00:00Z'],
  ["of severity 0", good.replace("4,", "0,"), 'its "severity" is no whole number from 1 to 5'],
  ["of severity 6", good.replace("4,", "6,"), 'its "severity" is no whole number from 1 to 5'],
  ["of severity 2.5", good.replace("4,", "2.5,"), 'its "severity" is no whole number from 1 to 5'],
  ["of severity high", good.replace("4,", '"high",'), 'its "severity" is no whole number from 1 to 5'],
  ["without a word", good.replace("Say what a number counts.", " "), 'its "lesson" is empty'],
  [
    "of wrong optional fields",
    good.replace('"draft"', '1,"source":2,"id":3'),
    'its "stage" is no text, and its "source" is no text, and its "id" is no text',
  ],
  [
    "of another kind",
    '{"seq":1,"type":"run-started","lesson":7}',
    'its "at" is no time like 2026-03-19T18:00:00Z, and its "severity" is no whole number from 1 to 5, and its "lesson" is no text',
  ],
] as const) {
  test(`a line that is ${what} is skipped and named, and the lines around it count`, () => {
    assert.deepEqual(parseLessons(`${good}\n${line}\n${good}`, { place }), {
      lessons: [
        { ...lesson, line: 1 },
        { ...lesson, line: 3 },
      ],
      skipped: [{ place: "lessons/publisher.jsonl:2", line: 2, reason }],
    });
  });
}

test("a file cut anywhere loses no line but the one that is cut", () => {
  const text = `${good}\n${good}\n${good}\n`;
  fc.assert(
    fc.property(fc.nat(text.length), (at) => {
      const whole = text
        .slice(0, at + 1)
        .split("\n")
        .filter((line) => line === good).length;
      const { lessons, skipped } = parseLessons(text.slice(0, at), { place });
      assert.ok(lessons.length >= whole - 1 && lessons.length <= whole);
      assert.ok(skipped.length <= 1);
      assert.deepEqual(
        lessons.map(({ line }) => line),
        lessons.map((_, index) => index + 1),
      );
    }),
  );
});

test("nothing in a file is fatal, and every line that is not blank is a lesson or is named", () => {
  const line = fc.oneof(
    fc.constant(good),
    fc.json(),
    fc.string().map((text) => text.replace(/[\r\n]/g, " ")),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const { lessons, skipped } = parseLessons(lines.join("\n"));
      const blank = lines.filter((one) => one.replace(/^\uFEFF/, "").trim() === "").length;
      assert.equal(lessons.length + skipped.length, lines.length - blank);
    }),
  );
});

test("the publisher's lessons are all lessons for its draft", () => {
  const { lessons, skipped } = parseLessons(readFileSync(new URL("../../lessons/publisher.jsonl", import.meta.url), "utf8"), { place });
  assert.deepEqual(skipped, []);
  assert.equal(lessons.length, 8);
  assert.deepEqual([...new Set(lessons.map(({ stage }) => stage))], ["draft"]);
});
