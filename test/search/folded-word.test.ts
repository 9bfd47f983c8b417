import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { foldedWord } from "../../src/search/folded-word.js";

describe("folding a word", () => {
  const alike: Readonly<Record<string, readonly string[]>> = {
    ploiesti: ["Ploiești", "Ploieşti", "Ploies\u0326ti", "Ploies\u0327ti", "PLOIEȘTI", "ploiesti"],
    strasse: ["Straße", "STRASSE", "STRAẞE"],
    lodz: ["Łódź", "łódź", "lodz"],
    dordevic: ["Đorđević", "đorđevic\u0301"],
    soren: ["Søren", "SØREN"],
    aeroe: ["Ærœ"],
    istanbul: ["İstanbul", "ıstanbul", "ISTANBUL"],
    cooperate: ["co\u00adoperate", "coöperate"],
    fin: ["ﬁn", "ｆｉｎ"],
    οδυσσευσ: ["Ὀδυσσεύς", "ΟΔΥΣΣΕΥΣ"],
    елка: ["Ёлка", "е\u0308лка", "ЕЛКА"],
    שלום: ["שָׁלוֹם", "שלום"],
    محمد: ["مُحَمَّد", "محـمد"],
    كتاب: ["کتاب", "كتاب"],
  };
  for (const [folded, words] of Object.entries(alike)) {
    test(`${words.join(", ")}: all are "${folded}"`, () => {
      assert.deepEqual(new Set(words.map(foldedWord)), new Set([folded]));
    });
  }

  test("letters of their own keep their marks: Cyrillic й and ї, kana, and the vowels of Thai and Hindi words", () => {
    for (const word of ["мой", "київ", "が", "น้ำ", "नमस्ते"])
      assert.notEqual(foldedWord(word), foldedWord(word.normalize("NFD").slice(0, -1)));
    assert.notEqual(foldedWord("мой"), foldedWord("мои"));
    assert.notEqual(foldedWord("київ"), foldedWord("киів"));
    assert.notEqual(foldedWord("が"), foldedWord("か"));
    assert.equal(foldedWord("นี้"), "นี้");
  });

  test("composed and decomposed letters are alike, and what is folded stays as it is, for words of any letters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 12 }), (word) => {
        const once = foldedWord(word);
        assert.equal(foldedWord(word.normalize("NFD")), once);
        assert.equal(foldedWord(once), once);
      }),
    );
  });
});
