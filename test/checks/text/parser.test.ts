import assert from "node:assert/strict";
import { test } from "node:test";
import { Autolink, parser, Strikethrough, Table, TaskList } from "@lezer/markdown";
import fc from "fast-check";
import { markdownParser } from "../../../src/checks/text/parser.js";

const unguarded = parser.configure([Table, TaskList, Strikethrough, Autolink]);

function shown(tree: ReturnType<typeof unguarded.parse>): string {
  const nodes: string[] = [];
  const cursor = tree.cursor();
  do nodes.push(`${cursor.name} ${cursor.from} ${cursor.to}`);
  while (cursor.next());
  return nodes.join(", ");
}

test("what is passed over in one step changes nothing of what the parser sees", () => {
  const piece = fc.constantFrom(
    ..."www.|a.com|http|https://|x@y.io|foo|bar_baz|_|*|**|`|``|[|](|)|]|!|<b>|</b>|<|>|&amp;|\\|\n|  \n| |  |.|. |-|+|:|mailto:|é|ș|~~|“|1|#|> |- |\n\n|\u00A0|😀|,|'|\t|[^1]|/".split(
      "|",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (list) => {
      const markdown = list.join("");
      assert.equal(shown(markdownParser.parse(markdown)), shown(unguarded.parse(markdown)));
    }),
    { numRuns: 1_500 },
  );
});
