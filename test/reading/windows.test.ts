import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type Document, readDocument, type WindowOptions, windowsOf } from "../../src/reading/index.js";

/** A token a unit, so that budgets can be counted. */
const units = (text: string) => text.length;
const textsOf = (document: Document, options: Partial<WindowOptions> & { readonly maxTokens: number }) =>
  windowsOf(document, { estimate: units, ...options }).map(({ text }) => text);
const markdown = (content: string) => readDocument({ name: "a.md", content });

describe("windows", () => {
  test("a window takes as many whole sections as fit", async () => {
    const document = await markdown("# A\n\nOne.\n\n# B\n\nTwo.\n\n# C\n\nThree.\n");
    assert.deepEqual(textsOf(document, { maxTokens: 26 }), ["# A\n\nOne.\n\n# B\n\nTwo.\n\n", "# C\n\nThree.\n"]);
  });

  test("each says which sections it has a part of", async () => {
    const document = await markdown("# A\n\nOne.\n\n# B\n\nTwo.\n\n# C\n\nThree.\n");
    assert.deepEqual(
      windowsOf(document, { maxTokens: 26, estimate: units }).map(({ document: id, number, from, to, sections }) => [
        id,
        number,
        from,
        to,
        sections,
      ]),
      [
        ["a", 1, 0, 22, ["1", "2"]],
        ["a", 2, 22, 34, ["3"]],
      ],
    );
  });

  test("where no section fits, a window ends with a paragraph", async () => {
    const document = await markdown("# A\n\nOne two.\n\nThree four.\n\nFive six.\n");
    assert.deepEqual(textsOf(document, { maxTokens: 28 }), ["# A\n\nOne two.\n\nThree four.\n\n", "Five six.\n"]);
  });

  test("where no paragraph fits, with a sentence, also of a text whose lines are wrapped", async () => {
    const document = await markdown("It rained on\nthe port. Then it\nstopped. The sun\ncame out.\n");
    assert.deepEqual(textsOf(document, { maxTokens: 45 }), ["It rained on\nthe port. Then it\nstopped. ", "The sun\ncame out.\n"]);
  });

  test("where no sentence fits, with a line, and where no line does, with a word", async () => {
    assert.deepEqual(textsOf(await markdown("| a | b |\n| c | d |\n| e | f |\n"), { maxTokens: 24 }), [
      "| a | b |\n| c | d |\n",
      "| e | f |\n",
    ]);
    assert.deepEqual(textsOf(await markdown("wind and weather on the mole"), { maxTokens: 12 }), ["wind and ", "weather on ", "the mole"]);
  });

  test("words of Chinese and Thai are not cut", async () => {
    assert.deepEqual(textsOf(await markdown("我们喜欢图书馆"), { maxTokens: 5 }), ["我们喜欢", "图书馆"]);
    assert.deepEqual(textsOf(await markdown("ภาษาไทยภาษาไทย"), { maxTokens: 9 }), ["ภาษาไทย", "ภาษาไทย"]);
  });

  test("a family of three and a flag are not cut, though they alone are more than fits", async () => {
    assert.deepEqual(textsOf(await markdown("👨‍👩‍👧🇷🇴a"), { maxTokens: 2 }), ["👨‍👩‍👧", "🇷🇴", "a"]);
  });

  test("a small section before a large one makes no window of its own", async () => {
    const document = await markdown(`# A\n\n# B\n\n${"It rained all day long. ".repeat(10)}`);
    assert.equal(
      textsOf(document, { maxTokens: 100 })[0],
      "# A\n\n# B\n\nIt rained all day long. It rained all day long. It rained all day long. ",
    );
  });

  test("with an overlap each window repeats the end of the one before, from the beginning of a word, and fits with it", async () => {
    const document = await markdown("It rained on the port. Then it stopped. The sun came out. It was warm.");
    const windows = windowsOf(document, { maxTokens: 40, overlap: 12, estimate: units });
    assert.deepEqual(
      windows.map(({ before, text }) => [before, text]),
      [
        ["", "It rained on the port. Then it stopped. "],
        ["it stopped. ", "The sun came out. "],
        ["came out. ", "It was warm."],
      ],
    );
  });

  test("where a shorter text has more tokens than a longer one, a break that does not fit is not taken", async () => {
    const estimate = (text: string) => (text.endsWith(" ") ? 100 : text.length);
    assert.deepEqual(textsOf(await markdown("aaa bbb ccc"), { maxTokens: 8, estimate }), ["aaa", " bbb ccc"]);
  });

  test("an empty document has no windows", async () => {
    assert.deepEqual(textsOf(await markdown(""), { maxTokens: 5 }), []);
  });

  test("a budget that no window can keep is refused", async () => {
    const document = await markdown("x");
    for (const { maxTokens, overlap } of [
      { maxTokens: 0, overlap: 0 },
      { maxTokens: Number.NaN, overlap: 0 },
      { maxTokens: 10, overlap: 10 },
      { maxTokens: 10, overlap: -1 },
    ]) {
      assert.throws(() => windowsOf(document, { maxTokens, overlap, estimate: units }), {
        code: "reading/windows",
        message: `windows of ${maxTokens} tokens that repeat ${overlap} cannot be made`,
        hint: "give maxTokens of at least 1, and an overlap that is smaller",
      });
    }
  });

  const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
  const parts = fc.oneof(
    fc.constantFrom(
      "# One\n",
      "\n\n",
      "\n",
      " ",
      "It rained. ",
      "word ",
      "黑猫白猫。",
      "ภาษาไทย",
      "🇷🇴",
      "👨‍👩‍👧",
      "e\u0323\u0302",
      "\u0301",
      "क्षत्रिय ",
      "x".repeat(30),
      "각",
      "ᄀ",
    ),
    fc.string({ unit: "binary", maxLength: 5 }),
  );
  const estimates: Readonly<Record<string, (text: string) => number>> = {
    "a token a unit": units,
    "a token four bytes": (text) => Math.ceil(Buffer.byteLength(text) / 4),
    // As real tokenizers do: a longer text may have fewer tokens.
    "a tokenizer that joins": (text) => text.replace(/It rained\.\s/g, "#").length,
    "a word a token": (text) => text.split(/\s+/).filter(Boolean).length,
  };
  for (const [name, estimate] of Object.entries(estimates)) {
    test(`joined they are the text, each within its budget but for a single grapheme, none cut; counted as ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(parts, { maxLength: 60 }),
          fc.integer({ min: 1, max: 60 }),
          fc.nat({ max: 20 }),
          async (pieces, maxTokens, spare) => {
            const document = await markdown(pieces.join(""));
            const overlap = Math.min(spare, maxTokens - 1);
            const windows = windowsOf(document, { maxTokens, overlap, estimate });
            assert.equal(windows.map(({ text }) => text).join(""), document.text);
            const breaks = new Set([0, ...[...segmenter.segment(document.text)].map(({ index, segment }) => index + segment.length)]);
            for (const { text, before, from, to, sections } of windows) {
              assert.equal(document.text.slice(from, to), text);
              assert.equal(document.text.slice(from - before.length, from), before);
              assert.ok(breaks.has(to) && breaks.has(from - before.length), `${from - before.length} and ${to} cut graphemes`);
              assert.ok(estimate(before) <= overlap);
              assert.ok(
                estimate(before + text) <= maxTokens || [...segmenter.segment(text)].length === 1,
                `${estimate(before + text)} of ${maxTokens}: ${JSON.stringify(text)}`,
              );
              assert.deepEqual(
                sections,
                document.sections.filter((section) => section.from < to && section.to > from).map(({ id }) => id),
              );
            }
          },
        ),
        { numRuns: 120 },
      );
    });
  }
});
