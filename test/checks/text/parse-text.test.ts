import assert from "node:assert/strict";
import { test } from "node:test";
import { countWords, parseText } from "../../../src/checks/index.js";
import { offsetsOf } from "../../../src/checks/text/block.js";

/** Each block as `kind: prose`, stand-ins shown as a dot. */
function prose(markdown: string): string[] {
  return parseText(markdown).blocks.map((block) => `${block.kind}: ${block.prose.replace(/\uFFFC/g, "·")}`);
}

test("marks of emphasis are neither characters nor spaces of the prose", () => {
  assert.deepEqual(prose("the *cache*—not the disk, **un*bel*iev**_able_ ~~old~~"), [
    "paragraph: the cache—not the disk, unbelievable old",
  ]);
});

test("every kind of block is named, and a heading inside a list opens no section", () => {
  const markdown = "# One #\n\nTwo\n===\n\nThree\n\n- four\n- [ ] five\n- # six\n\n1. seven\n\n| a *b* | c |\n|---|---|\n| d | |\n";
  assert.deepEqual(prose(markdown), [
    "heading:  One ",
    "heading: Two\n",
    "paragraph: Three",
    "listItem: four",
    "listItem:  five",
    "listItem:  six",
    "listItem: seven",
    "tableCell: a b",
    "tableCell: c",
    "tableCell: d",
  ]);
});

test("code, quotations, tags, comments, link definitions and rules are not prose", () => {
  const markdown = [
    "```js",
    "fenced",
    "```",
    "",
    "    indented",
    "",
    "> quoted",
    "> - listed",
    "",
    "<div>",
    "html",
    "</div>",
    "",
    "<!-- comment -->",
    "",
    "[ref]: https://example.org 'title'",
    "",
    "***",
    "",
    "Prose <!-- inline --> here.",
  ].join("\n");
  assert.deepEqual(prose(markdown), ["paragraph: html", "paragraph: Prose  here."]);
  assert.deepEqual(parseText(markdown).lists, []);
});

test("inside a line code, images and addresses leave a stand-in, and a link leaves its text", () => {
  assert.deepEqual(
    prose('a `code` ![alt](i.png) <https://a.example> https://b.example [the *list*](https://c.example "title") [r][ref] [s] b[^1]'),
    ["paragraph: a · · · · the list r s b"],
  );
});

test("entities, escapes, tags and hard line breaks are read as a reader sees them", () => {
  assert.deepEqual(prose("a&mdash;b &#8212; &#x2014; &eacute; &#151; &nosuch; &#0; \\*c\\* <b>d</b>e<br>f\\\ng  \nh"), [
    "paragraph: a—b — — é — · · *c* de\nf\ng\nh",
  ]);
});

test("a fence of four ticks that holds a fence of three has no list, no heading and no word", () => {
  const markdown = "````md\n```js\ncode\n```\n\n# A heading\n\n- a bullet\n- another\n````\n";
  assert.deepEqual(parseText(markdown).blocks, []);
  assert.deepEqual(parseText(markdown).lists, []);
  assert.equal(countWords(markdown), 0);
});

test("front matter is not prose, and what follows keeps its own places", () => {
  const { blocks, placeAt } = parseText("---\ntitle: A day\ntags: [a]\n---\n\nHello.\n");
  assert.deepEqual(blocks, [{ kind: "paragraph", prose: "Hello.", pieces: [{ text: "Hello.", from: 32, to: 38 }], from: 32, to: 38 }]);
  assert.deepEqual(placeAt(32), { line: 6, column: 1, offset: 32 });
});

test("front matter may be empty, in CRLF or after a byte order mark", () => {
  assert.deepEqual(prose("---\n---\nHello."), ["paragraph: Hello."]);
  assert.deepEqual(prose("---\r\ntitle: x\r\n---\r\nHello."), ["paragraph: Hello."]);
  assert.deepEqual(prose("\uFEFF---\ntitle: x\n---\nHello."), ["paragraph: Hello."]);
  assert.deepEqual(prose("\uFEFF# Hello"), ["heading:  Hello"]);
});

test("CRLF changes no block, and each place is that of the original", () => {
  const markdown = "---\ntitle: x\n---\n\nOne *two*\nthree\\\nfour\n\n| a | b |\n|---|---|\n| c | d |\n\n- e\n  f\n".replaceAll(
    "\n",
    "\r\n",
  );
  assert.deepEqual(prose(markdown), [
    "paragraph: One two\r\nthree\nfour",
    "tableCell: a",
    "tableCell: b",
    "tableCell: c",
    "tableCell: d",
    "listItem: e\r\n  f",
  ]);
  const { blocks, lists, placeAt } = parseText(markdown);
  assert.deepEqual(
    blocks.map(({ from, to }) => markdown.slice(from, to)),
    ["One *two*\r\nthree\\\r\nfour", "a", "b", "c", "d", "e\r\n  f"],
  );
  assert.deepEqual(placeAt(lists[0]?.from ?? 0), { line: 13, column: 1, offset: markdown.indexOf("- e") });
});

test("prose between two horizontal rules at the start is not taken for front matter, nor is an unclosed one", () => {
  assert.deepEqual(prose("---\nA sentence.\n\n---\n"), ["paragraph: A sentence."]);
  assert.deepEqual(prose("---\n\nkey: a sentence\n\n---\n"), ["paragraph: key: a sentence"]);
  assert.deepEqual(prose("---\ntitle: x\n\nHello.\n"), ["paragraph: title: x", "paragraph: Hello."]);
});

test("lists come in their order with kind and number of items, those inside others too", () => {
  const lists = parseText("- a\n  1. b\n- c\n\ntext\n\n3) d\n").lists;
  assert.deepEqual(lists, [
    { kind: "bullet", items: 2, from: 0, to: 14 },
    { kind: "numbered", items: 1, from: 6, to: 10 },
    { kind: "numbered", items: 1, from: 22, to: 26 },
  ]);
});

test("a text may come as the Markdown of something larger", () => {
  assert.equal(countWords({ markdown: "two words" }), 2);
});

test("a paragraph with more marks than a person writes is plain prose, none of it hidden", () => {
  const links = "[a](".repeat(2_001);
  assert.deepEqual(prose(`${links}\n\n*next*`), [`paragraph: ${links}`, "paragraph: next"]);
  const ticks = Array.from({ length: 100 }, (_, index) => `${"`".repeat(index + 1)} a`).join(" ");
  assert.deepEqual(prose(ticks), [`paragraph: ${ticks}`]);
  const tags = "<a ".repeat(2_001).trim();
  assert.deepEqual(prose(`b ${tags}`), [`paragraph: b ${tags}`]);
});

test("a long paragraph with few marks keeps its structure", () => {
  const long = "word ".repeat(1_000);
  assert.deepEqual(prose(`${long}*end*`), [`paragraph: ${long}end`]);
});

test("a line inside more than fifty lists is a paragraph by itself", () => {
  const { blocks, lists } = parseText(`${"- ".repeat(150)}deep *words*\n\nafter\n`);
  assert.equal(lists.length, 50);
  assert.deepEqual(
    blocks.map((block) => block.prose),
    [`${"- ".repeat(100)}deep *words*`, "after"],
  );
});

test("runs of spaces stay prose, hard line breaks after them too, and a table may follow a line of text", () => {
  assert.deepEqual(prose("a    b   \nc  "), ["paragraph: a    b\nc  "]);
  assert.deepEqual(prose("text\na | b\n--- | ---\nc | d"), [
    "paragraph: text",
    "tableCell: a",
    "tableCell: b",
    "tableCell: c",
    "tableCell: d",
  ]);
});

test("letters written as entities are letters, in every accent that is common", () => {
  assert.deepEqual(prose("&Eacute;t&eacute; &icirc;n &Scedil;i &abreve; stra&szlig;e &oslash; &dot; &zacute; co&shy;op"), [
    "paragraph: Été în Şi ă straße ø · ź coop",
  ]);
});

test("prose is in composed form and has no invisible characters, and its places stay those of the original", () => {
  const markdown = "d\u200Be\u00ADl\u2060ve cafe\u0301 s\u0326i";
  const { blocks } = parseText(markdown);
  assert.deepEqual(prose(markdown), ["paragraph: delve café și"]);
  const [block] = blocks;
  assert.deepEqual(block && [1, 2, 3, 9, 11].map(offsetsOf(block)), [2, 4, 6, 12, 15]);
});

test("a zero-width joiner hides no letter and stays inside an emoji", () => {
  assert.deepEqual(prose("de\u200Dlve 👩\u200D💻"), ["paragraph: delve 👩\u200D💻"]);
});

test("a run of invisible characters of any length is nothing", () => {
  assert.deepEqual(prose(`a${"\u200B".repeat(100_000)}b`), ["paragraph: ab"]);
});

test("between tags of code stands no prose, and a tag that nothing closes hides nothing", () => {
  assert.deepEqual(prose("a <code>x *y* <b>z</b></code> b <kbd>k</kbd>"), ["paragraph: a · b ·"]);
  assert.deepEqual(prose("a <code>x b"), ["paragraph: a x b"]);
  assert.deepEqual(prose("a <code>x <kbd>y</code> z</kbd> </code>"), ["paragraph: a · z "]);
});

test("footnotes are prose without their marks, also those of a single word", () => {
  assert.deepEqual(
    prose("A claim[^1] and more[^n].\n\n[^1]: The note `x`.\n[^n]: Another.\n\n[^w]: Word\n\n[^u]: https://a.example\n\nWe saw [^2]: two."),
    ["paragraph: A claim and more.", "paragraph:  The note ·.\n Another.", "paragraph: Word", "paragraph: We saw : two."],
  );
});

test("links, images and definitions come with their target and its place, those in quotations and code do not", () => {
  const markdown = '[a *b*](<x y> "t") ![i](p.png) [e]()\n\n- [r]\n\n[r]: #z\n\n> [q](#q)\n\n`[c](#c)` <https://d.example>\n';
  const { links } = parseText(markdown);
  assert.deepEqual(
    links.map(({ target, from, to }) => [target, markdown.slice(from, to)]),
    [
      ["x y", "<x y>"],
      ["p.png", "p.png"],
      ["", "[e]()"],
      ["#z", "#z"],
    ],
  );
});

test("fences say whether they are closed, and front matter where it stands", () => {
  const markdown = "---\na: 1\n---\n~~~\nx\n~~~\n\n````js\n```\n";
  const { fences, frontMatter } = parseText(markdown);
  assert.deepEqual(fences, [
    { marks: "~~~", isClosed: true, from: 13, to: 22 },
    { marks: "````", isClosed: false, from: 24, to: 35 },
  ]);
  assert.deepEqual(frontMatter, { from: 4, to: 9, end: 13 });
});
