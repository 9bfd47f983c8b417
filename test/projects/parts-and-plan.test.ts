import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { partsOf } from "../../src/projects/parts.js";
import { planOf } from "../../src/projects/plan.js";
import { Template } from "../../src/projects/template.js";
import { plain } from "./rig.js";

test("the parts of a text are the whole text, in order, and none is longer than asked", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", " ", "\n", "\n\n", "\n# B\n", "👩‍👩‍👧", "字"), maxLength: 400 });
  fc.assert(
    fc.property(text, fc.integer({ min: 20, max: 60 }), (given, most) => {
      const parts = partsOf(given, most);
      assert.equal(parts.map(({ from, to }) => given.slice(from, to)).join(""), given);
      for (const { from, to } of parts) assert.ok(to > from && to - from <= most, `${from} to ${to}`);
      const whole = new Set([...new Intl.Segmenter().segment(given)].map(({ index }) => index));
      for (const { from } of parts) assert.ok(whole.has(from), `a character is cut at ${from}`);
    }),
    { numRuns: 300 },
  );
});

test("a text is cut before a heading, else between paragraphs, lines, words", () => {
  const cut = (text: string, most: number) => partsOf(text, most).map(({ from, to }) => text.slice(from, to));
  assert.deepEqual(cut("one two\n\nthree\n# Four\nfive six", 22), ["one two\n\nthree\n", "# Four\nfive six"]);
  assert.deepEqual(cut("one two\n\nthree four five", 14), ["one two\n\n", "three four ", "five"]);
  assert.deepEqual(cut("one two three\nfour five six", 17), ["one two three\n", "four five six"]);
  assert.deepEqual(cut("abcdefghij", 4), ["abcd", "efgh", "ij"]);
});

test("a task for each source, or part of one, stands for all of them to those that need it", () => {
  const template = Template.parse(
    plain(
      [
        { name: "read", kind: "note", title: "Read", forEach: "part" },
        { name: "size", kind: "note", title: "Size", forEach: "source", about: { unit: "lines" } },
        { name: "sum", kind: "note", title: "Sum up", needs: ["size", "read"], allowFailed: ["size"] },
      ],
      { partChars: 200 },
    ),
  );
  const sources = [
    { path: "a.md", text: "x".repeat(300) },
    { path: "b.md", text: "short" },
  ];
  const plan = planOf(template, "Find out.", sources);
  assert.deepEqual(
    plan.tasks.map(({ name, title, about }) => [name, title, about]),
    [
      ["read-1", "Read: a.md, part 1 of 2", { source: "a.md", from: 0, to: 200 }],
      ["read-2", "Read: a.md, part 2 of 2", { source: "a.md", from: 200, to: 300 }],
      ["read-3", "Read: b.md", { source: "b.md", from: 0, to: 5 }],
      ["size-1", "Size: a.md", { unit: "lines", source: "a.md" }],
      ["size-2", "Size: b.md", { unit: "lines", source: "b.md" }],
      ["sum", "Sum up", {}],
    ],
  );
  assert.deepEqual(plan.tasks.at(-1)?.needs, ["size-1", "size-2", "read-1", "read-2", "read-3"]);
  assert.deepEqual(plan.tasks.at(-1)?.allowFailed, ["size-1", "size-2"]);
  assert.deepEqual(plan.sources, [
    { path: "a.md", chars: 300 },
    { path: "b.md", chars: 5 },
  ]);
});
