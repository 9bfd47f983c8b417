import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { idOf, parseLessons } from "../../src/lessons/index.js";

const place = "lessons/publisher.jsonl";
const good =
  '{"at":"2026-11-18T21:40:00Z","id":"l-1","category":"EXTRACTION","severity":"error","description":"Say what a number counts.","stage":"draft"}';
const read = {
  at: "2026-11-18T21:40:00Z",
  id: "l-1",
  category: "EXTRACTION",
  severity: "error",
  description: "Say what a number counts.",
  stage: "draft",
  line: 1,
  lastSeenMs: Date.parse("2026-11-18T21:40:00Z"),
  seen: 1,
  followed: 0,
};

test("a line is a lesson with its number; blank lines, a byte order mark and CRLF ends are passed over", () => {
  const second = good.replace("l-1", "l-2").replace("what a number", "which span a number");
  assert.deepEqual(parseLessons(`\uFEFF${good}\r\n\r\n${second}\r\n`, { place }), {
    lessons: [read, { ...read, id: "l-2", description: "Say which span a number counts.", line: 3 }],
    skipped: [],
  });
});

test("all fields of a lesson are read, and those of other tools are left out", () => {
  const line =
    `{"at":"2026-11-18","severity":"info","description":"Be short.","source":{"pipeline":"p","stage":"review","agent":"ana"},"run":"p-1",
    "evidence":"event 3","fix":"Cut it.","rule":"words","by":"ana","replaces":["l-0"],"contradicts":["l-9"],"weight":9}`.replaceAll(
      "\n",
      "",
    );
  assert.deepEqual(parseLessons(line).lessons, [
    {
      at: "2026-11-18",
      category: "GENERAL",
      severity: "info",
      description: "Be short.",
      source: { pipeline: "p", stage: "review", agent: "ana" },
      run: "p-1",
      evidence: "event 3",
      fix: "Cut it.",
      rule: "words",
      by: "ana",
      replaces: ["l-0"],
      contradicts: ["l-9"],
      id: idOf({ description: "Be short." }),
      line: 1,
      lastSeenMs: Date.parse("2026-11-18"),
      seen: 1,
      followed: 0,
    },
  ]);
});

test("lines of old files are read: their text, their numbers from 1 to 5 and their source in words", () => {
  const severities = [1, 2, 3, 4, 5].map((severity) => {
    const [lesson] = parseLessons(`{"at":"2026-11-18","severity":${severity},"lesson":"Be short.","source":"review"}`).lessons;
    return [lesson?.severity, lesson?.description, lesson?.source];
  });
  const rest = ["Be short.", { agent: "review" }];
  assert.deepEqual(severities, [
    ["info", ...rest],
    ["info", ...rest],
    ["warning", ...rest],
    ["error", ...rest],
    ["error", ...rest],
  ]);
});

test("the lessons that ship are read whole", () => {
  const { lessons, skipped } = parseLessons(readFileSync(new URL("../../lessons/publisher.jsonl", import.meta.url), "utf8"));
  assert.equal(lessons.length, 8);
  assert.deepEqual(skipped, []);
});

test("a file that is empty holds no lessons", () => {
  assert.deepEqual(parseLessons(""), { lessons: [], skipped: [] });
});

const noSeverity = 'its "severity" is none of info, warning and error';
for (const [what, line, reason] of [
  ["torn", '{"at":"2026-11-18T21:40:00Z","severity":4,"les', "it is cut short or is not JSON"],
  ["left by a merge", "<<<<<<< HEAD", "it is not JSON"],
  ["a list", "[1,2]", "it is no object with the fields of a lesson"],
  ["null", "null", "it is no object with the fields of a lesson"],
  ["without a time", '{"severity":4,"lesson":"Be short."}', 'its "at" is no time like 2026-03-19T18:00:00Z'],
  ["of a time without its zone", good.replace("00Z", "00"), 'its "at" is no time like 2026-03-19T18:00:00Z'],
  ["of severity 0", good.replace('"error"', "0"), noSeverity],
  ["of severity 6", good.replace('"error"', "6"), noSeverity],
  ["of severity high", good.replace('"error"', '"high"'), noSeverity],
  ["without a word", good.replace("Say what a number counts.", " "), 'its "description" is empty'],
  ["without a text", '{"at":"2026-11-18","severity":4}', 'its "description" is missing'],
  [
    "a note of a kind that is not known",
    '{"at":"2026-11-18","kind":"sung","id":"l-1"}',
    'its "kind" is none of seen, followed, retired and promoted',
  ],
  ["of wrong optional fields", good.replace('"draft"', '1,"run":2'), 'its "stage" is no text, and its "run" is no text'],
] as const) {
  test(`a line that is ${what} is skipped and named, and the lines around it count`, () => {
    const last = good.replace("l-1", "l-2").replace("number", "name");
    const { lessons, skipped } = parseLessons(`${good}\n${line}\n${last}`, { place });
    assert.deepEqual(
      lessons.map(({ id, line: at }) => [id, at]),
      [
        ["l-1", 1],
        ["l-2", 3],
      ],
    );
    assert.deepEqual(skipped, [{ place: "lessons/publisher.jsonl:2", line: 2, reason }]);
  });
}

test("a file cut anywhere loses no line but the one that is cut", () => {
  const lines = ["one", "two", "three"].map((word) => `{"at":"2026-11-18","id":"l-${word}","severity":"info","description":"Do ${word}."}`);
  const text = `${lines.join("\n")}\n`;
  fc.assert(
    fc.property(fc.nat(text.length), (at) => {
      const whole = text.slice(0, at).split("\n").length - 1;
      const { lessons, skipped } = parseLessons(text.slice(0, at));
      assert.ok(lessons.length === whole || lessons.length === whole + 1);
      assert.ok(skipped.length <= 1);
    }),
  );
});

test("the id of a lesson is that of its words and its stage, whatever their case and marks", () => {
  assert.equal(idOf({ description: "Say what a number counts." }), idOf({ description: "say what: a NUMBER counts!" }));
  assert.notEqual(idOf({ description: "Be short." }), idOf({ description: "Be short.", stage: "draft" }));
  assert.match(idOf({ description: "Be short." }), /^l-[0-9a-f]{12}$/);
});
