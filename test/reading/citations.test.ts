import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { input } from "../../src/dsl/index.js";
import {
  checkCitations,
  citationsOf,
  citationsStand,
  citationsStandIn,
  citationText,
  type Document,
  readDocument,
} from "../../src/reading/index.js";

const RAIN = "# Rain\n\nIt rained on the\nport of Ploiești.\n\n# Sun\n\n“It shone,” she said, “all day.” Co\u00adoperation won.\n";
const rain = () => readDocument({ name: "rain.md", content: RAIN });
const messagesOf = (text: string, documents: readonly Document[]) => checkCitations(text, documents).map(({ message }) => message);

describe("citations in a text", () => {
  test("each carries document, section, offset and quotation, and its own place", () => {
    const text = 'It rained [rain §1 @8 "It rained"] and shone [rain §2@50 „It "really" shone”].';
    assert.deepEqual(citationsOf(text), [
      { document: "rain", section: "1", offset: 8, quote: "It rained", from: 10, to: 34 },
      { document: "rain", section: "2", offset: 50, quote: 'It "really" shone', from: 45, to: 77 },
    ]);
  });

  test("other brackets are none", () => {
    assert.deepEqual(citationsOf('[a](b) [1] [x, §2] [see "rain"] [rain §1] § 3'), []);
  });

  test("what is written as a citation is read back", () => {
    const words = fc.string({ unit: "grapheme", minLength: 1 }).filter((quote) => !/[[\]]/.test(quote));
    fc.assert(
      fc.property(words, fc.nat(), fc.nat({ max: 99_999 }), words, (quote, section, offset, around) => {
        const citation = { document: "mersul-trenurilor", section: String(section), offset, quote };
        const [read, ...others] = citationsOf(`${around}${citationText(citation)}${around}`);
        assert.deepEqual(others, []);
        const { from, to: _, ...said } = read ?? { from: 0, to: 0 };
        assert.deepEqual(said, citation);
        assert.equal(from, around.length);
      }),
    );
  });

  test("a text of nothing but beginnings of citations is read in one go", () => {
    assert.deepEqual(citationsOf('[a §1 @1 "'.repeat(20_000)), []);
  });
});

describe("checking citations", () => {
  test("a quotation that stands there is sound, blanks, quote marks, soft hyphens and decomposed letters aside", async () => {
    const documents = [await rain()];
    for (const citation of [
      '[rain §1 @8 "It rained on the port of Ploiești."]',
      '[rain §1 @8 "on the port of Ploies\u0326ti"]',
      '[rain §1 @25 "port  of\n Ploiești"]',
      '[rain §2 @51 "It shone," she said, "all day."]',
      "[rain §2 @51 “'It shone,' she said”]",
      '[rain §2 @51 "Cooperation won"]',
    ]) {
      assert.deepEqual(messagesOf(citation, documents), [], citation);
    }
  });

  test("one that stands elsewhere in the document is told where, with a fix that makes it sound", async () => {
    const documents = [await rain()];
    const text = 'So.\nIt shone [rain §1 @8 "It shone"].';
    const [finding, ...others] = checkCitations(text, documents);
    assert.deepEqual(others, []);
    assert.deepEqual(finding, {
      rule: "citations",
      severity: "error",
      message: '"It shone" does not stand at §1 @8; it stands in §2 "Sun" @52',
      at: { line: 2, column: 10, offset: 13 },
      fix: { from: 13, to: 36, insert: '[rain §2 @52 "It shone"]' },
    });
    const { from, to, insert } = finding?.fix ?? { from: 0, to: 0, insert: "" };
    assert.deepEqual(checkCitations(text.slice(0, from) + insert + text.slice(to), documents), []);
    assert.equal(RAIN.slice(52, 60), "It shone");
  });

  test("of several places the nearest is named", async () => {
    const documents = [await readDocument({ name: "a.txt", content: `lamp ${"x ".repeat(1_000)}lamp ${"x ".repeat(1_000)}lamp` })];
    const messageAt = (offset: number, within: number) =>
      checkCitations(`[a §1 @${offset} "lamp"]`, documents, { within }).map(({ message }) => message);
    assert.deepEqual(messageAt(3_400, 100), ['"lamp" does not stand at §1 @3400; it stands in §1 @4010']);
    assert.deepEqual(messageAt(2_900, 100), ['"lamp" does not stand at §1 @2900; it stands in §1 @2005']);
    assert.deepEqual(messageAt(2_900, 895), []);
    assert.deepEqual(messageAt(2_900, 894).length, 1);
    assert.deepEqual(messagesOf('[a §1 @2900 "lamp"]', documents), []);
    assert.deepEqual(
      checkCitations('[a §1 @500 "lamp"]', documents, { within: 0, severity: "warning" }).map(({ severity }) => severity),
      ["warning"],
    );
  });

  test("one that stands nowhere is told so, or in which other document it stands", async () => {
    const documents = [await rain(), await readDocument({ name: "snow.txt", content: "It snowed." })];
    assert.deepEqual(messagesOf('[rain §1 @8 "It hailed"] [rain §1 @8 "it rained"]', documents), [
      '"It hailed" stands nowhere in "rain"; quote words that stand there, or take the claim out',
      '"it rained" stands nowhere in "rain"; quote words that stand there, or take the claim out',
    ]);
    const [finding] = checkCitations('[rain §1 @8 "It snowed"]', documents);
    assert.equal(finding?.message, '"It snowed" does not stand in "rain"; it stands in "snow" §1 @0');
    assert.equal(finding?.fix?.insert, '[snow §1 @0 "It snowed"]');
  });

  test("a document or a section that is not there, a citation without words and half a citation are told so", async () => {
    const documents = [await rain()];
    assert.deepEqual(messagesOf('[moby §1 @8 "It"] [rain §9 @8 "It rained"] [rain §1 @8 "…“"] [rain §1 @8 " "] [rain §2]', documents), [
      'there is no document "moby"; cite one of "rain"',
      '"It rained" does not stand at §9, which is no section of "rain"; it stands in §1 "Rain" @8',
      '"…“" stands nowhere in "rain"; quote words that stand there, or take the claim out',
      'the citation of "rain" quotes no words; quote those that show it',
      '[rain §2] is no whole citation; write it as [document §3 @1204 "the words that stand there"]',
    ]);
    assert.deepEqual(messagesOf('[moby §1 @8 "It"]', []), ['there is no document "moby"; none was read']);
  });

  test("any stretch of any text, cited at its place, is sound; moved to another place, the finding leads back to words that are the same", async () => {
    const parts = fc.constantFrom("It rained. ", "黑猫", "e\u0301", "\n\n", "“so”", " ", "co\u00adop ", "# One\n", "🚀", "x");
    await fc.assert(
      fc.asyncProperty(
        fc.array(parts, { minLength: 1, maxLength: 30 }),
        fc.nat(),
        fc.integer({ min: 1, max: 30 }),
        async (pieces, start, length) => {
          const document = await readDocument({ name: "a.md", content: pieces.join("") });
          const from = start % Math.max(1, document.text.length);
          const quote = document.text.slice(from, from + length);
          const section = document.sections.find((one) => one.from <= from && from < one.to)?.id ?? "1";
          if (/[[\]]|\p{Surrogate}/u.test(quote) || !/[\p{L}\p{N}🚀]/u.test(quote)) return;
          const first = quote.search(/[\p{L}\p{N}.#🚀]/u);
          const inside = document.sections.find((one) => one.from <= from + first && from + first < one.to)?.id;
          if (inside === section)
            assert.deepEqual(messagesOf(citationText({ document: "a", section, offset: from, quote }), [document]), []);
          const [moved] = checkCitations(citationText({ document: "a", section: "99", offset: from, quote }), [document]);
          const [fixed] = citationsOf(moved?.fix?.insert ?? "");
          assert.ok(fixed);
          assert.deepEqual(checkCitations(citationText(fixed), [document], { within: 0 }), []);
        },
      ),
    );
  });

  test("it is a check of a text, against documents at hand or those of a stage", async () => {
    const document = await rain();
    const text = '[rain §1 @8 "It hailed"]';
    const [expected] = checkCitations(text, [document]);
    assert.deepEqual(citationsStand([document]).run(text, {}), [expected]);
    const gathered = input(z.object({ books: z.array(z.unknown()) }));
    const check = citationsStandIn(gathered, () => [document]);
    assert.deepEqual(Object.keys(check.given ?? {}), ["documents"]);
    assert.deepEqual(check.run(text, { documents: { books: [] } }), [expected]);
  });
});
