import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { tokensOf } from "../../src/search/tokens.js";

const words = (text: string) => tokensOf(text).map(({ word }) => word);

describe("the words of a text", () => {
  test("each knows the stretch of the text that it was made of, whatever folding did to its length", () => {
    const text = "Die Straße nach Ploies\u0326ti.";
    assert.deepEqual(
      tokensOf(text).map(({ word, from, to }) => [word, text.slice(from, to)]),
      [
        ["die", "Die"],
        ["strasse", "Straße"],
        ["nach", "nach"],
        ["ploiesti", "Ploies\u0326ti"],
      ],
    );
  });

  test("punctuation parts words, soft hyphens and joiners do not, and a blank of no width does", () => {
    assert.deepEqual(words("don't re\u00adread C++, v2.4"), ["don", "t", "reread", "c", "v2", "4"]);
    assert.deepEqual(words("می\u200cخواهم"), ["ميخواهم"]);
    assert.deepEqual(words("a\u200bb"), ["a", "b"]);
  });

  test("Chinese, Japanese, Korean and Thai give each pair of neighbours, and the last character of a run alone", () => {
    assert.deepEqual(words("黑猫白。"), ["黑猫", "猫白", "白"]);
    assert.deepEqual(words("カメラで"), ["カメ", "メラ", "ラで", "で"]);
    assert.deepEqual(words("서울에서"), ["서울", "울에", "에서", "서"]);
    assert.deepEqual(words("น้ำใส"), ["น้ํา", "ําใ", "ใส", "ส"]);
  });

  test("a run ends where another script begins, without a blank between them", () => {
    assert.deepEqual(words("用iPhone打电话"), ["用", "iphone", "打电", "电话", "话"]);
  });

  test("Korean that is written letter by letter is Korean in syllables", () => {
    assert.deepEqual(words("서울".normalize("NFD")), ["서울", "울"]);
  });

  test("a picture of several joined ones is one word", () => {
    assert.deepEqual(words("👨‍👩‍👧 🚀"), ["👨👩👧", "🚀"]);
  });

  test("a word of a thousand letters is cut, so that the index takes it", () => {
    assert.deepEqual(words("é".repeat(1_000)), ["e".repeat(120)]);
  });

  test("stretches lie in the text in their order and are never empty, for any string", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        let before = 0;
        for (const { from, to, word } of tokensOf(text)) {
          assert.ok(from >= before && to > from && to <= text.length && word !== "");
          assert.doesNotMatch(word, /[\s"\p{Surrogate}]/u);
          before = from;
        }
      }),
    );
  });
});
