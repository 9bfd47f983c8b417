import assert from "node:assert/strict";
import { test } from "node:test";
import { bannedPhrases, emDashes, parseText } from "../../../src/checks/index.js";

/** Each block as `kind: prose`, stand-ins shown as a dot. */
function prose(markdown: string): string[] {
  return parseText(markdown).blocks.map((block) => `${block.kind}: ${block.prose.replace(/\uFFFC/g, "·")}`);
}

test("the words between the tags of a block of HTML are the author's, whatever tags stand inside a line", () => {
  assert.deepEqual(prose('<p align="center">We *sail* to <b>the</b> sea &amp; it<br>shows</p>'), [
    "paragraph: We *sail* to the sea & it\nshows",
  ]);
});

test("tags that part paragraphs part the prose, and say of what kind it is", () => {
  const markdown =
    "<details><summary>More</summary>\n<h2>Ships</h2>\n<ul><li>One</li><li>Two</li></ul>\n<table><tr><td>cell</td></tr></table>\nEnd</details>";
  assert.deepEqual(prose(markdown), [
    "paragraph: More",
    "heading: Ships",
    "listItem: One",
    "listItem: Two",
    "tableCell: cell",
    "paragraph: End",
  ]);
});

test("comments, attributes, scripts, styles and code in a block of HTML are not prose", () => {
  const markdown =
    '<div title="delve"><!-- delve --> a <code>delve</code> b <script>delve()</script> c <style>delve {}</style></div>\n\n<pre>\ndelve\n\ndelve</pre>';
  assert.deepEqual(prose(markdown), ["paragraph: a · b", "paragraph: c"]);
});

test("a tag of code that nothing closes hides nothing, and a sign that opens no tag is one of the text", () => {
  assert.deepEqual(prose("<div>one <code>two < three & four</div>"), ["paragraph: one two < three & four"]);
});

test("what is found in a block of HTML stands at its own place, also behind entities and after CRLF", () => {
  const markdown = "Text.\r\n\r\n<div>\r\n  &eacute;t&eacute; we delve into it &mdash; now\r\n</div>\r\n";
  assert.deepEqual(
    [...bannedPhrases(["delve into"]).run(markdown, {}), ...emDashes({ max: 0 }).run(markdown, {})].map(({ at }) => at),
    [
      { line: 4, column: 24, offset: 39 },
      { line: 4, column: 38, offset: 53 },
    ],
  );
});

test("a block of HTML in a list is of that list", () => {
  assert.deepEqual(prose("- one\n\n  <p>two</p>\n"), ["listItem: one", "listItem: two"]);
});
