import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { markdownParser } from "../../../src/checks/text/parser.js";
import { partsOf } from "../../../src/checks/text/parts.js";

/** All nodes but the root, with their places in the whole. */
function nodesOf(text: string, lengthAtLeast: number): readonly string[] {
  const nodes: string[] = [];
  for (const { start, cursor } of partsOf(text, lengthAtLeast)) {
    do if (cursor.name !== "Document") nodes.push(`${cursor.name} ${start + cursor.from} ${start + cursor.to}`);
    while (cursor.next());
  }
  return nodes;
}

test("a text that is parsed in parts has the same nodes at the same places as one that is parsed at once", () => {
  const line = fc.constantFrom(
    ..."Words.|# Title|\n|\n\n|\n\n|- item|  more|1. one|> quoted|```|~~~ts|    code|<!-- open|-->|<div>|</div>|<script>|<pre>|<?php|*a*|[a]: /b|a | b|Über|- [ ] task|===|[^1]: note|\t- tab"
      .replaceAll("a | b", "a ¦ b")
      .split("|")
      .map((text) => text.replace("¦", "|")),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 24 }), (lines) => {
      const text = lines.join("\n");
      assert.deepEqual(nodesOf(text, 1), nodesOf(text, text.length));
    }),
    { numRuns: 800 },
  );
});

test("a part ends where all of its blocks have ended", () => {
  const parts = (text: string) => Array.from(partsOf(text, 1), (part) => part.text);
  assert.deepEqual(parts("One.\n\nTwo.\n\n# Three\n"), ["One.\n\n", "Two.\n\n", "# Three\n"]);
  assert.deepEqual(parts("- one\n\n- two\n\nThree."), ["- one\n\n- two\n\n", "Three."]);
  assert.deepEqual(parts("```\none\n\ntwo\n```\n\nThree.\n\nFour."), ["```\none\n\ntwo\n```\n\n", "Three.\n\n", "Four."]);
  assert.deepEqual(parts("<!-- one\n\ntwo"), ["<!-- one\n\ntwo"]);
  assert.deepEqual(parts(""), [""]);
});

test("parts of a text without end are parsed no more than twice in all", () => {
  const text = `<!--${"\n\nwords".repeat(20_000)}`;
  let parsed = 0;
  const { parse } = markdownParser;
  markdownParser.parse = (...given) => {
    const [input] = given;
    parsed += input.length;
    return parse.apply(markdownParser, given);
  };
  try {
    assert.equal([...partsOf(text, 100)].length, 1);
  } finally {
    markdownParser.parse = parse;
  }
  assert.ok(parsed > text.length && parsed <= 3 * text.length, `${parsed} of ${text.length}`);
});
