import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { faultOfPattern } from "../../../src/checks/user-pack/dangerous-pattern.js";
import { plainSource } from "../../../src/checks/user-pack/regex-source.js";

describe("patterns that can blow up", () => {
  const dangerous = [
    ["(a+)+$", '"a" in it can take the same text in many ways'],
    ["([a-z]+)+\\d", '"[a-z]" in it can take the same text in many ways'],
    ["(.*)*x", '"." in it can take the same text in many ways'],
    ["\\s*\\s*x", '"\\s" in it can take the same text in many ways'],
    [".*.*=", '"." in it can take the same text in many ways'],
    ["\\S+!+ ", '"\\S" and "!" in it can take the same text'],
    ["[a-c]*[b-d]*e", '"[a-c]" and "[b-d]" in it can take the same text'],
    ["(?=(a+)+$)b", '"a" in it can take the same text in many ways'],
    ["(?!(a+)+$)b", '"a" in it can take the same text in many ways'],
    ["(?<w>a+)+\\k<w>b", '"a" in it can take the same text in many ways'],
    ["(?<=a*)b", "it looks back without bound"],
    ["(?:(?=.*x)a)+b", "it looks ahead without bound inside a group"],
    ["a*(?=.*x)b", "it looks ahead without bound after something that repeats"],
    ["(a|a)*c", undefined],
    ["(a|b|ab)*c", undefined],
    ["(a?){20}a{20}", undefined],
  ] as const;
  for (const [pattern, why] of dangerous) {
    test(`"${pattern}" is refused`, () => {
      const fault = faultOfPattern(pattern, "") ?? "";
      assert.match(fault, /^can blow up: .*, so that a long text may take for ever; /);
      if (why !== undefined) assert.ok(fault.startsWith(`can blow up: ${why}, so`), fault);
    });
  }

  test("two parts that only the flag i makes alike are alike", () => {
    for (const pattern of ["[a-c]*[A-C]*1", "\\p{Lu}*\\p{Ll}*1", "\\u0061*A*1"]) {
      assert.match(faultOfPattern(pattern, "i") ?? "", /^can blow up: /, pattern);
    }
    assert.equal(faultOfPattern("[a-c]*[A-C]*1", ""), undefined);
    assert.ok(faultOfPattern("\\w* k*Ki", "i") === undefined);
    assert.match(faultOfPattern("k*K*i", "i") ?? "", /"k" and "K" in it can take the same text/);
  });
});

test("patterns that cannot blow up are let through", () => {
  for (const pattern of [
    "\\bfoo(s|ed)?\\b",
    "https?://\\S+",
    "[\\w.+-]+@[\\w-]+\\.[\\w.]+",
    "\\d{4}-\\d{2}-\\d{2}",
    "(?<!\\w)utili[sz](e|es|ed|ing)(?!\\w)",
    "v\\d+\\.\\d+(\\.\\d+)?",
    "^note:",
    "!{2,}",
    "\\p{Lu}\\p{Ll}+ Inc\\.?",
    "\\s{2,}\\S",
    "(\\w)\\1{2,}",
    "\\b(\\w+) \\1\\b",
    "(?<word>\\w+) \\k<word>",
    "\\w+(?: \\w+)*!",
    "\\([^()]*\\)",
    "(?!.*draft)final",
    "(?<=\\bfile )\\S+",
    "[\\u{1F600}-\\u{1F64F}]",
    "\\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\\b,? \\d{1,2}(?:st|nd|rd|th)?",
    "\\ba{0,1000}b",
  ]) {
    for (const flags of ["", "i", "ms"]) assert.equal(faultOfPattern(pattern, flags), undefined, pattern);
  }
});

test("a pattern that is none, takes nothing or is too long is refused", () => {
  assert.equal(faultOfPattern("x{2", ""), 'is no regular expression with the flag "u" (Incomplete quantifier): correct it');
  assert.equal(faultOfPattern("\\y", "i"), 'is no regular expression with the flag "u" (Invalid escape): correct it');
  assert.equal(faultOfPattern("a*", ""), "matches where nothing stands, expected at least one character: take out the last `*` or `?`");
  assert.equal(faultOfPattern("a".repeat(501), ""), "has 501 characters, expected at most 500: make two rules of it");
});

describe("a pattern for the judge", () => {
  const sourceOf = (pattern: string, ignoreCase = false) => plainSource(pattern, ignoreCase).source;

  test("names of groups are numbers, and counts above four are without bound", () => {
    assert.equal(sourceOf("(a)(?<one>b)\\(\\k<one>(?:c)(?<!d)"), "(a)(b)\\(\\2(?:c)(?<!d)");
    assert.equal(sourceOf("a{4}b{5}c{0,9}d{3,}?e{2,4}\\p{L}{7}"), "a{4}b+c*d+?e{2,4}\\p{L}+");
  });

  test("without case each letter stands in both, and marks stand as they are", () => {
    assert.equal(sourceOf("aȘ\\.\\x41\\u{73}\\x2E", true), "[aA][Șș]\\.[Aa][sS]\\x2E");
    assert.equal(sourceOf("[^a-cX\\d\\]é-ü!-~0-9\\u0062]", true), "[^a-cA-CXx\\d\\]é-üÉ-Ü!-~a-zA-Z0-9bB]");
    assert.equal(sourceOf("\\p{Lu}[\\P{Ll}]\\p{N}", true), "\\p{L}[\\P{L}]\\p{N}");
  });

  test("the ways through it are counted, and where something repeats there is no end of them", () => {
    const ways = (pattern: string) => plainSource(pattern, false).ways;
    assert.deepEqual(
      ["abc", "a|b|c", "a?b?", "a??", "(a|b)(c|d)", "(a|b){2}", "(a|b){0,2}", "\\p{L}?", "(?:a|b)?c", "[*]?", "a+", "(a*)b", "x{5}"].map(
        ways,
      ),
      [1, 3, 4, 2, 4, 4, 7, 2, 3, 2, Infinity, Infinity, Infinity],
    );
  });

  test("it takes each text that the pattern takes", () => {
    const atom = fc.constantFrom(
      "a",
      "B",
      "ș",
      "\\w",
      "[a-c]",
      "[^x]",
      "\\p{Lu}",
      "\\x41",
      "\\u{62}",
      "(?:a|B)",
      "(b)",
      "[!-z]",
      "[\\]a]",
      ".",
      "\\.",
    );
    const count = fc.constantFrom("", "?", "+", "*?", "{1,2}", "{2,7}", "{6}");
    const pattern = fc.array(fc.tuple(atom, count), { minLength: 1, maxLength: 4 }).map((parts) => parts.flat().join(""));
    const text = fc.array(fc.constantFrom("a", "A", "b", "B", "c", "ș", "Ș", "x", "2", "aaaaaa", "!", "]", "."), { maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, fc.boolean(), (some, letters, ignoreCase) => {
        const whole = letters.join("");
        const isTaken = new RegExp(`^(?:${some})$`, ignoreCase ? "iu" : "u").test(whole);
        const { source } = plainSource(some, ignoreCase);
        if (isTaken) assert.match(whole, new RegExp(`^(?:${source})$`, "u"));
      }),
      { numRuns: 2_000 },
    );
  });
});
