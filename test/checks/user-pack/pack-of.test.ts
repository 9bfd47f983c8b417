/** A pack as data: what its rules find, and what is said of a pack that is wrong. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { parseText } from "../../../src/checks/text/parse-text.js";
import { type PackData, packOf } from "../../../src/checks/user-pack/index.js";
import { readPack } from "../../../src/checks/user-pack/ready-pack.js";

type Rule = NonNullable<PackData["rules"]>[number];

const house = (...rules: readonly Omit<Rule, "why">[]) =>
  packOf({ name: "house", rules: rules.map((rule) => ({ why: "It is so.", ...rule })) });
const findingsOf = (pack: ReturnType<typeof packOf>, text: string) => pack.checks().flatMap((check) => check.run(text, {}));
const messagesOf = (pack: ReturnType<typeof packOf>, text: string) =>
  findingsOf(pack, text).map(({ rule, severity, message, at }) => `${at?.line}:${at?.column} ${severity} ${rule} ${message}`);

const faultsOf = (data: unknown) => {
  const read = readPack(data);
  return "faults" in read ? read.faults.map(({ path, message }) => `${path.join(".")}: ${message}`) : [];
};
const ruleFaults = (rule: object) => faultsOf({ name: "house", rules: [{ id: "r", why: "w", ...rule }] });

describe("phrases", () => {
  test("a phrase is found in any form that it names, and the finding says what to do", () => {
    const pack = house({ id: "no-utilise", phrases: "utili(s|z)(e|es|ed)", fix: "Write of using.", kind: "a long word" });
    assert.deepEqual(messagesOf(pack, "# Utilised\n\nWe *utilize* it, and `utilise` is code."), [
      '1:3 error house/no-utilise "Utilised" is a long word: write of using',
      '3:5 error house/no-utilise "utilize" is a long word: write of using',
    ]);
  });

  test("typographic apostrophes, decomposed letters and invisible characters hide no phrase", () => {
    const pack = house({ id: "r", phrases: ["don't panic", "café noir"], fix: "Calm down" });
    assert.deepEqual(messagesOf(pack, "Don’t pa\u200Bnic. A cafe\u0301 noir."), [
      '1:1 error house/r "Don’t panic": calm down',
      '1:17 error house/r "café noir": calm down',
    ]);
  });

  test("of two phrases of a pack, one in the other, the longer one is found, but not by a rule of headings in prose", () => {
    const short = { id: "short", phrases: "deep dive", fix: "Say it" };
    assert.deepEqual(messagesOf(house(short, { id: "long", phrases: "a deep dive into", fix: "Say it" }), "A deep dive into it."), [
      '1:1 error house/long "A deep dive into": say it',
    ]);
    const inHeadings = { id: "long", phrases: "a deep dive into", fix: "Say it", where: "headings" } as const;
    assert.deepEqual(messagesOf(house(short, inHeadings), "A deep dive into it."), ['1:3 error house/short "deep dive": say it']);
  });

  test("one is let through within so many words", () => {
    const pack = house({ id: "r", phrases: "really", fix: "Take it out", within: 5 });
    assert.deepEqual(messagesOf(pack, "Really good, really. One two three four five six seven really."), [
      '1:14 error house/r "really": take it out',
    ]);
  });
});

describe("patterns", () => {
  test("a pattern is found in prose as the flags say, and one that overlaps a phrase of its rule is not found again", () => {
    const pack = house({ id: "r", pattern: "todo\\b", flags: "i", phrases: "todo list", fix: "Do it", severity: "warning" });
    assert.deepEqual(messagesOf(pack, "A todo list, a TODO, a `todo`."), [
      '1:3 warning house/r "todo list": do it',
      '1:16 warning house/r "TODO": do it',
    ]);
  });

  test("straight quotes in a pattern and in the text stand for typographic ones", () => {
    const pack = house({ id: "r", pattern: "\\w+n’t\\b", fix: "Write it out" });
    assert.deepEqual(messagesOf(pack, "It isn't, and it won’t."), [
      '1:4 error house/r "isn\'t": write it out',
      '1:18 error house/r "won’t": write it out',
    ]);
  });

  test("each place to look in is kept to", () => {
    const text = "# x\n\nx one\n\n- x\n\nx two\n\n```\nx\n```\n<!-- x -->\n";
    const linesOf = (where: NonNullable<Rule["where"]>) =>
      findingsOf(house({ id: "r", pattern: "x", fix: "Take it out", where }), text).map(({ at }) => at?.line);
    assert.deepEqual(linesOf("prose"), [1, 3, 5, 7]);
    assert.deepEqual(linesOf("headings"), [1]);
    assert.deepEqual(linesOf("opening"), [3]);
    assert.deepEqual(linesOf("closing"), [7]);
    assert.deepEqual(linesOf("source"), [1, 3, 5, 7, 10, 12]);
  });

  test("in the source a line ends before its carriage return, and places count it", () => {
    const pack = house({ id: "r", pattern: "[ \\t]+$", fix: "Take it out", where: "source" });
    assert.deepEqual(
      findingsOf(pack, "a \r\nb\r\nc\t\r\n").map(({ at, message }) => [at?.line, at?.column, at?.offset, message]),
      [
        [1, 2, 1, '"": take it out'],
        [3, 2, 8, '"": take it out'],
      ],
    );
  });

  test("code inside a match is shown as left out", () => {
    const pack = house({ id: "r", pattern: "run .* again", fix: "Say why" });
    assert.deepEqual(messagesOf(pack, "We run `npm test` again."), ['1:4 error house/r "run … again": say why']);
  });

  test("a long match shows its two ends", () => {
    const pack = house({ id: "r", pattern: "a[^.]{100,}b", fix: "Shorten it" });
    assert.deepEqual(messagesOf(pack, `a${"x".repeat(150)}b`), [`1:1 error house/r "a${"x".repeat(59)} … ${"x".repeat(29)}b": shorten it`]);
  });
});

describe("words to write instead", () => {
  test("they are told with the capital of what stands there, and are an edit only where that is safe", () => {
    const edits = (safe: boolean, text: string) =>
      findingsOf(house({ id: "r", phrases: "utilise", instead: "use", safe }), text).map(({ message, fix }) => [message, fix]);
    assert.deepEqual(edits(false, "Utilise it."), [['"Utilise": write "Use"', undefined]]);
    assert.deepEqual(edits(true, "Utilise it, *utilise* it."), [
      ['"Utilise": write "Use"', { from: 0, to: 7, insert: "Use" }],
      ['"utilise": write "use"', { from: 13, to: 20, insert: "use" }],
    ]);
  });

  test("what has marks, invisible characters or a line break inside is not edited", () => {
    const pack = house({ id: "r", phrases: "in order to", instead: "to", safe: true });
    for (const text of ["in *order* to", "in or\u200Bder to", "in order\nto"]) {
      assert.deepEqual(
        findingsOf(pack, text).map(({ message, fix }) => [message, fix]),
        [['"in order to": write "to"', undefined]],
        text,
      );
    }
  });
});

test("rules that are ready find what they find, under the name of the pack", () => {
  const pack = packOf({ name: "house", use: { words: { max: 2 }, lists: {}, sections: ["One"] } });
  assert.deepEqual(messagesOf(pack, "# A\n\nb c\n\n- d"), [
    'undefined:undefined error house/sections the section "One" is missing: add it as the first',
    "5:1 error house/lists a bullet list of 1 item, expected none: write it as sentences",
    "3:3 error house/words the text has 4 words of prose, expected at most 2: take out 2",
  ]);
});

test("what changes the findings of a rule is among the options of its check, and its examples are not", () => {
  const optionsOf = (rule: Partial<Rule>) => house({ id: "r", pattern: "x", fix: "Do it", ...rule }).checks()[0]?.options;
  const before = optionsOf({});
  assert.deepEqual(before, { severity: "error", fix: "Do it", pattern: "x", flags: "", where: "prose", safe: false });
  for (const changed of [{ pattern: "y" }, { flags: "i" }, { fix: "Leave it" }, { where: "headings" }, { severity: "info" }] as const) {
    assert.notDeepEqual(optionsOf(changed), before);
  }
  assert.deepEqual(optionsOf({ examples: { bad: ["x"] } }), before);
});

test("a pack has the pages of its rules", () => {
  const pack = packOf({
    name: "house",
    description: "how we write",
    rules: [{ id: "house/r", why: "w", fix: "f", phrases: "a b", within: 9, where: "opening", examples: { bad: [], good: ["a"] } }],
    use: { words: { max: 3 } },
  });
  assert.equal(pack.description, "how we write");
  assert.deepEqual(pack.rules[0], {
    id: "house/r",
    why: "w",
    fix: "f",
    counts: "In the first paragraph only. One is let through; found is each that follows within 9 words of the one before.",
    examples: { bad: [], good: ["a"] },
  });
  assert.deepEqual([pack.rules[1]?.id, pack.rules[1]?.examples], ["house/words", { bad: [], good: [] }]);
});

describe("a pack that is wrong", () => {
  test("it is refused with all its faults", () => {
    assert.throws(
      () =>
        packOf({
          name: "house",
          rules: [
            { id: "a", why: "w", phrases: "x (", instead: "y" },
            { id: "b", why: "w", pattern: "(a+)+b", fix: "f" },
          ],
        }),
      {
        code: "check/pack",
        place: "rules[0].phrases[0]",
        message:
          'rules[0].phrases[0]: rule "house/a", "phrases": "x (", at character 3: "(" is never closed, expected ")"\n' +
          'rules[1].pattern: rule "house/b", "pattern": "(a+)+b" can blow up: "a" in it can take the same text in many ways, so that a long text may take for ever; let one text be taken in one way only, or give `phrases` instead',
        hint: "docs/checks/your-own-rules.md shows the form of a pack",
      },
    );
  });

  test("of more than ten faults the first ten are named", () => {
    const rules = Array.from({ length: 12 }, (_, index) => ({ id: `r${index}`, why: "w", fix: "f" }));
    assert.throws(
      () => packOf({ name: "house", rules }),
      ({ message }: Error) => message.split("\n").length === 11 && message.endsWith("\nand 2 more"),
    );
  });

  test("keys that are missing, unknown or of another kind are named", () => {
    assert.deepEqual(faultsOf(undefined), [": the pack is missing, expected object"]);
    assert.deepEqual(faultsOf([]), [": the pack is array, expected object"]);
    assert.deepEqual(faultsOf({ name: "My House", use: { lists: {} } }), [
      'name: "name" is wrong, expected a name in lower case, such as house-style',
    ]);
    assert.deepEqual(faultsOf({ name: "house" }), [': the pack has no rule, expected some under "rules" or "use"']);
    assert.deepEqual(ruleFaults({ fix: "f", severity: "fatal", phrases: [1], flags: "gi" }), [
      'rules.0.severity: "severity" is wrong, expected one of "info"|"warning"|"error"',
      'rules.0.phrases.0: entry 1 of "phrases" is number, expected string',
      'rules.0.flags: "flags" is wrong, expected some of the flags i, m and s, each once',
    ]);
    assert.deepEqual(ruleFaults({ fix: "f", patern: "x", examples: { worst: [] } }), [
      'rules.0.examples.worst: there is no key "worst", expected "bad", "good"',
      'rules.0.patern: there is no key "patern", did you mean "pattern"?',
    ]);
    assert.deepEqual(faultsOf({ name: "house", use: { word: {}, lists: { numberd: true }, sections: { titels: [] } } }), [
      'use.sections.titels: there is no key "titels", did you mean "titles"?',
      'use.lists.numberd: there is no key "numberd", did you mean "numbered"?',
      'use.word: there is no key "word", did you mean "words"?',
    ]);
  });

  test("a rule that contradicts itself says so", () => {
    assert.deepEqual(ruleFaults({}), [
      'rules.0: rule "house/r" looks for nothing, expected "phrases" or a "pattern"',
      'rules.0: rule "house/r" does not say what to do, expected "fix" or "instead"',
    ]);
    assert.deepEqual(ruleFaults({ id: "other/r", fix: "f", pattern: "x", safe: true, within: 2 }), [
      'rules.0.id: rule "other/r", "id": "other/r" is in another pack, expected "house/r"',
      'rules.0.safe: rule "other/r", "safe": is for the words of "instead", and there are none: add them, or leave it out',
      'rules.0.within: rule "other/r", "within": is for "phrases", and there are none: leave it out',
    ]);
    assert.deepEqual(ruleFaults({ fix: "f", phrases: "x", flags: "i", where: "source" }), [
      'rules.0.flags: rule "house/r", "flags": is for a "pattern", and there is none: leave it out',
      'rules.0.where: rule "house/r", "where": is "source", where phrases are not looked for: give a "pattern"',
    ]);
  });

  test("two rules of one name, and options that cross, are named", () => {
    const rule = { id: "words", why: "w", fix: "f", pattern: "x" };
    assert.deepEqual(faultsOf({ name: "house", rules: [rule, { ...rule, id: "house/words" }], use: { words: { max: 2, min: 5 } } }), [
      'use.words: "words" is refused: "min" is 5 and "max" is 2, expected "min" to be no more than "max"',
      'rules.1.id: there are two rules "house/words", expected each id once',
    ]);
    assert.deepEqual(faultsOf({ name: "house", rules: [rule], use: { words: { max: 2 } } }), [
      'rules.0.id: there are two rules "house/words", expected each id once',
    ]);
  });

  test("an example that its own rule belies is named", () => {
    assert.deepEqual(ruleFaults({ pattern: "x", fix: "Take it out", examples: { bad: ["x", "`x`"], good: ["y", "an x"] } }), [
      'rules.0.examples.bad.1: rule "house/r", "examples.bad": nothing is found in "`x`"',
      'rules.0.examples.good.1: rule "house/r", "examples.good": found in "an x": "x": take it out',
    ]);
  });
});

test("line ends and the form of letters change no finding", () => {
  const pack = house(
    { id: "a", phrases: "café noir", fix: "Say coffee" },
    { id: "b", pattern: "\\bnaïve\\b.*$", flags: "m", fix: "Say how" },
  );
  const text = "# Un café noir\n\nIt is naïve, and\na café\nnoir.\n";
  const found = (some: string) => findingsOf(pack, some).map(({ rule, message, at }) => `${at?.line} ${rule} ${message}`);
  assert.deepEqual(found(text), [
    '1 house/a "café noir": say coffee',
    '4 house/a "café noir": say coffee',
    '3 house/b "naïve, and": say how',
  ]);
  for (const other of [text.replaceAll("\n", "\r\n"), text.normalize("NFD")]) assert.deepEqual(found(other), found(text));
});

test("any text at all is checked, and each place points at the words that are quoted", () => {
  const pack = house(
    { id: "word", phrases: "utili(s|z)e", instead: "use", safe: true },
    { id: "dots", pattern: "[.!?]{2,}", fix: "Write one" },
    { id: "source", pattern: "\\S*💩", fix: "Mind the tone", where: "source" },
  );
  const piece = fc.oneof(
    fc.constantFrom("utilise", "Utilize ", "?!", "...", "💩", "\n\n", "\r\n", "# ", "`", "*", "&amp;", "\u200B", "- "),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }).map((parts) => parts.join("")),
      (text) => {
        for (const { at, message, fix } of findingsOf(pack, text)) {
          const quoted = /^"(\S)/u.exec(message)?.[1] ?? "";
          assert.ok(parseText(text).markdown.startsWith(quoted, at?.offset), message);
          if (fix) assert.match(text.slice(fix.from, fix.to), /^utili[sz]e$/i);
        }
      },
    ),
    { numRuns: 80 },
  );
});
