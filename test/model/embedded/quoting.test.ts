import assert from "node:assert/strict";
import { test } from "node:test";
import { parser } from "@lezer/markdown";
import fc from "fast-check";
import { inlineCode, oneLine, person, quotation } from "../../../src/model/embedded/quoting.js";

test("inline code takes a fence that its text does not hold", () => {
  assert.equal(inlineCode("Fix the bug"), "`Fix the bug`");
  assert.equal(inlineCode("Use `map` here"), "``Use `map` here``");
  assert.equal(inlineCode("`a` and ``b``"), "``` `a` and ``b`` ```");
  assert.equal(inlineCode(" \n\u0007 "), "");
});

test("a long text is cut between two words, never inside a character", () => {
  assert.equal(oneLine("one two three four", 10), "one two…");
  assert.equal(oneLine("onetwothreefour", 10), "onetwothr…");
  assert.equal(oneLine("⚓🚢🚢🚢", 3), "⚓🚢…");
  assert.equal(oneLine("a\u0000b\r\nc\u2028d\u202ee \ud800f", 20), "a b c d e f");
});

test("a quotation keeps code and takes the meaning from all other marks", () => {
  assert.equal(
    quotation("Use `a*b` and *not* <b> or [x](y) & snake_case _here_"),
    "> Use `a*b` and \\*not\\* \\<b\\> or \\[x\\](y) \\& snake_case \\_here\\_",
  );
  assert.equal(quotation("an odd ` tick"), "> an odd \\` tick");
  assert.deepEqual(
    ["- a", "1. b", "12) c", "+ d", "# e", "---"].map((text) => quotation(text)),
    ["> \\- a", "> 1\\. b", "> 12\\) c", "> \\+ d", "> \\# e", "> \\---"],
  );
});

test("a long quotation ends with a sentence where one ends late enough", () => {
  assert.equal(quotation("One two three four. Five six seven eight nine.", 30), "> One two three four.");
  assert.equal(quotation("One. Two three four five six seven eight nine.", 30), "> One. Two three four five six…");
});

test("a name that looks like one stands as it is, any other is code", () => {
  assert.deepEqual(["Ana Pop", "Jean-Luc O'Brien", "Ștefan cel Mare", "dependabot[bot]", "- x", "Al ", ""].map(person), [
    "Ana Pop",
    "Jean-Luc O'Brien",
    "Ștefan cel Mare",
    "`dependabot[bot]`",
    "`- x`",
    "Al",
    "somebody without a name",
  ]);
});

test("any text at all becomes one paragraph with one code span, or one block quotation with one paragraph and nothing else but code", () => {
  const text = fc.string({ unit: fc.constantFrom(..."`~*_-+#>|<&[]()!\\ \n\t1.a—é⚓\u2028") });
  fc.assert(
    fc.property(text, (some) => {
      const code = inlineCode(some);
      fc.pre(code !== "");
      assert.deepEqual(namesIn(`It is ${code}.`), ["Document", "Paragraph", "InlineCode", "CodeMark", "CodeMark"]);
      const quoted = new Set(namesIn(quotation(some)));
      for (const name of ["InlineCode", "CodeMark", "Escape", "QuoteMark"]) quoted.delete(name);
      assert.deepEqual([...quoted], ["Document", "Blockquote", "Paragraph"]);
    }),
    { numRuns: 500 },
  );
});

function namesIn(markdown: string): string[] {
  const names: string[] = [];
  parser.parse(markdown).iterate({ enter: ({ name }) => void names.push(name) });
  return names;
}
