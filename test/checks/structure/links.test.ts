import assert from "node:assert/strict";
import { test } from "node:test";
import { type LinksOptions, links } from "../../../src/checks/structure/index.js";

/** The findings as `line:column message`. */
function found(markdown: string, options?: LinksOptions): string[] {
  return links(options)
    .run(markdown, {})
    .map(({ message, at }) => `${at?.line}:${at?.column} ${message}`);
}

test("an anchor that no heading has is an error at the target, and names the nearest", () => {
  assert.deepEqual(links().run("# Install\n\nSee [how](#instal).\n", {}), [
    {
      rule: "structure/links",
      severity: "error",
      message: 'the link "#instal" leads to no heading of the text, the nearest is "#install": correct it or take it out',
      at: { line: 3, column: 11, offset: 21 },
    },
  ]);
  assert.deepEqual(found("[a](#far-away)\n\n# B\n"), [
    '1:5 the link "#far-away" leads to no heading of the text: correct it or take it out',
  ]);
});

test("anchors are made of headings with their code and without their marks, a number after each double", () => {
  const markdown = [
    "# What's *new* in `v1.2`?\n\n## Șapte pași\n\n## Same\n\n## Same\n\n## Same-1\n\n## snake_case [link](https://a.example)\n",
    "[1](#whats-new-in-v12) [2](#șapte-pași) [3](#%C8%98apte-pa%C8%99i) [4](#same) [5](#same-1) [6](#same-1-1) [7](#snake_case-link)",
  ].join("\n");
  assert.deepEqual(found(markdown), []);
  assert.deepEqual(found(markdown.normalize("NFD")), []);
});

test("an id or a name in HTML is an anchor, a heading in code is none", () => {
  assert.deepEqual(found("<a id=\"One\"></a> <h2 name='two'> <p id=three>\n\n[1](#one) [2](#two) [3](#three)"), []);
  assert.equal(found("```\n# Code\n```\n\n[1](#code)").length, 1);
});

test("a relative target leads to a known path or a folder above one, seen from the text's own path", () => {
  const options = { paths: ["README.md", "docs/start.md", "docs/img/a b.png", "docs/café.md"], path: "docs/start.md" };
  assert.deepEqual(
    found("[a](../README.md#x) [b](img/a%20b.png) [c](<img/a b.png>) [d](./) [e](/docs/img?raw) [f](cafe\u0301.md) [g](#)", options),
    [],
  );
  assert.deepEqual(found("[a](../READM.md) [b](../../x.md)\n\n[r]: img/zzzz.png\n", options), [
    '1:5 the link "../READM.md" leads to "READM.md", which is no known file, the nearest is "README.md": correct it or take it out',
    '1:22 the link "../../x.md" leads out of the tree: correct it or take it out',
    '3:6 the link "img/zzzz.png" leads to "docs/img/zzzz.png", which is no known file, the nearest is "docs/img/a b.png": correct it or take it out',
  ]);
});

test("addresses with a scheme are not looked at, nor are paths where none are known; an empty target is an error", () => {
  assert.deepEqual(found("[a](https://a.example/#x) [b](//b.example) [c](mailto:a@b.example) [d](no/such.md) <https://e.example>"), []);
  assert.deepEqual(found("[a]()"), ["1:1 a link has no target, expected one: correct it or take it out"]);
});

test("a broken percent sign and a backslash in a target are read as they stand", () => {
  assert.deepEqual(found("[a](100%.md) [b](a\\_b.md)", { paths: ["100%.md", "a_b.md"] }), []);
});

test("where many links are broken or many files known no nearest name is looked for", () => {
  const paths = Array.from({ length: 600 }, (_, index) => `file-${index}.md`);
  assert.deepEqual(found("[a](file-x.md)", { paths }), [
    '1:5 the link "file-x.md" leads to "file-x.md", which is no known file: correct it or take it out',
  ]);
  const messages = found(`# abc\n\n${"[a](#abd) ".repeat(30)}`);
  assert.equal(messages.filter((message) => message.includes("nearest")).length, 20);
  assert.equal(messages.length, 30);
});

test("the options are filled in", () => {
  assert.deepEqual(links({ paths: ["a.md"] }).options, { paths: ["a.md"], path: "", severity: "error" });
});
