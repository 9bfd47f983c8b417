import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { splitText } from "../../../adapters/chat/split-text.js";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

const grapheme = fc.constantFrom("a", "B", " ", " ", "\n", "ș", "e\u0301", "👩‍👩‍👧‍👦", "🇷🇴", "नि", "\r\n", "한", " \u0301", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "`", "ﷺ");
const plain = fc.array(grapheme, { maxLength: 600 }).map((all) => all.join(""));
const line = fc.array(fc.constantFrom("x", " ", "=", "👩‍👩‍👧‍👦", "e\u0301"), { maxLength: 40 }).map((all) => `${all.join("")}\n`);
const block = fc
  .record({ mark: fc.constantFrom("```", "~~~", "````"), info: fc.constantFrom("", "ts", "sh"), lines: fc.array(line, { maxLength: 12 }) })
  .map(({ mark, info, lines }) => `${mark}${info}\n${lines.join("")}${mark}\n`);
const markdown = fc.array(fc.oneof(line, block), { maxLength: 20 }).map((all) => all.join(""));

const FENCE = /^(?:```|~~~)/;

function isBalanced(text: string): boolean {
  return text.split("\n").filter((one) => FENCE.test(one)).length % 2 === 0;
}

function withoutFences(text: string): string {
  return text
    .split("\n")
    .filter((one) => !FENCE.test(one))
    .join("");
}

describe("a text that is split", () => {
  it("is the same again when its parts are joined, each within the limit and cut between graphemes", () => {
    fc.assert(
      fc.property(plain, fc.integer({ min: 48, max: 120 }), (text, limit) => {
        fc.pre(!/^ {0,3}(?:`{3}|~{3})/m.test(text));
        const parts = splitText(text, limit);
        assert.equal(parts.join(""), text);
        const places = new Set([...segmenter.segment(text)].map(({ index }) => index)).add(text.length);
        let at = 0;
        for (const part of parts) {
          assert.ok(part.length <= limit);
          at += part.length;
          assert.ok(places.has(at), `cut within a grapheme at ${at}`);
        }
      }),
    );
  });

  it("has each fenced block whole in each part: closed where the part ends, opened anew where the next begins", () => {
    fc.assert(
      fc.property(markdown, fc.integer({ min: 64, max: 200 }), (text, limit) => {
        const parts = splitText(text, limit);
        for (const part of parts) {
          assert.ok(part.length <= limit);
          assert.ok(isBalanced(part), part);
        }
        assert.equal(parts.map(withoutFences).join(""), withoutFences(text));
      }),
    );
  });

  it("is cut behind a line where it can", () => {
    assert.deepEqual(splitText("one two\nthree four\nfive", 20), ["one two\nthree four\n", "five"]);
  });

  it("is cut behind a word where no line ends", () => {
    assert.deepEqual(splitText("one two three four five", 20), ["one two three four ", "five"]);
  });

  it("repeats the language of a block, so that the next part is shown alike", () => {
    const [one, two] = ["const one = 'the first of them';", "const two = 'the second';"];
    assert.deepEqual(splitText(`Look:\n\`\`\`ts\n${one}\n${two}\n\`\`\`\nDone.\n`, 60), [
      `Look:\n\`\`\`ts\n${one}\n\`\`\``,
      `\`\`\`ts\n${two}\n\`\`\`\nDone.\n`,
    ]);
  });

  it("leaves a block that nobody closed open at its end, as it was", () => {
    const parts = splitText(`\`\`\`\n${"x = 1\n".repeat(8)}`, 40);
    assert.deepEqual(parts.map(isBalanced), [true, false]);
  });

  it("takes a fence that is too long to be repeated for text", () => {
    const text = `\`\`\`${"x".repeat(30)}\n${"y".repeat(30)}\n`;
    assert.equal(splitText(text, 48).join(""), text);
  });

  it("is cut between code points where one grapheme fits nowhere", () => {
    const text = `e${"\u0301".repeat(100)}`;
    const parts = splitText(text, 40);
    assert.equal(parts.join(""), text);
    assert.deepEqual(
      parts.map(({ length }) => length),
      [40, 40, 21],
    );
  });
});
