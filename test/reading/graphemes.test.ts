import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { graphemeBreakUpTo, graphemeEnd } from "../../src/reading/graphemes.js";

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
const breaksOf = (text: string) => [...segmenter.segment(text)].map(({ index, segment }) => index + segment.length);

/** Text of what joins and what does not. */
const joiningText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "a",
        "é",
        "e\u0301",
        "\u0301",
        "🇷🇴",
        "🇷",
        "👨‍👩‍👧",
        "\u200d",
        "👍🏽",
        "각",
        "ᄀ",
        "ᅡ",
        "ᆨ",
        "กำ",
        "नि",
        "क्ष",
        "ﾊﾟ",
        "黑",
        "。",
        "\n",
        " ",
        "\t",
        "\ud83d",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join("").replaceAll("\r", ""));

describe("graphemes", () => {
  test("the last place that cuts none is the segmenter's, for any text and any two of its places", () => {
    fc.assert(
      fc.property(joiningText, fc.nat(), fc.nat(), (text, first, second) => {
        const breaks = [0, ...breaksOf(text)];
        const floor = breaks[first % breaks.length] ?? 0;
        const at = Math.min(text.length, floor + (second % 30));
        const expected = breaks.filter((place) => place > floor && place <= at).at(-1);
        assert.equal(graphemeBreakUpTo(text, floor, at), expected);
      }),
      { numRuns: 500 },
    );
  });

  test("a grapheme ends where the segmenter ends it, however long it is", () => {
    fc.assert(
      fc.property(joiningText, (text) => {
        for (let from = 0, index = 0; from < text.length; index += 1) {
          const end = graphemeEnd(text, from);
          assert.equal(end, breaksOf(text)[index]);
          from = end;
        }
      }),
    );
    const long = `a${"\u0301".repeat(5_000)}`;
    assert.equal(graphemeEnd(`${long}b`, 0), long.length);
    assert.equal(graphemeEnd("", 0), 0);
  });
});
