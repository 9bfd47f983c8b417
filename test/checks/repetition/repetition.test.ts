import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type RepetitionOptions, repetition } from "../../../src/checks/repetition/index.js";

const PROMPT = "Write a post about the day in at most three hundred words, and name every commit.";
const findings = (text: string, options?: RepetitionOptions) => repetition.checks(options).flatMap((check) => check.run(text, {}));
const lines = (text: string, options?: RepetitionOptions) =>
  findings(text, options).map(({ rule, severity, message, at }) => `${at?.line}:${at?.column} ${severity} ${rule} ${message}`);

test("each rule's bad examples are found by it alone, and nothing is found in the good ones", () => {
  const rulesIn = (text: string) => findings(text, { prompt: PROMPT }).map(({ rule }) => rule);
  for (const { id, examples } of repetition.rules) {
    for (const text of examples.bad) assert.deepEqual([...new Set(rulesIn(text))], [id], text);
    for (const text of examples.good) assert.deepEqual(rulesIn(text), [], text);
  }
});

test("a sentence that stands three times is found twice, with the line of the first", () => {
  const text =
    "The parser keeps empty lines. Good.\n\nSo *the parser* works.\nThe **parser** keeps empty lines!\n\n- The parser keeps\n  empty lines";
  assert.deepEqual(lines(text), [
    '4:1 error repetition/sentence "The **parser** keeps empty lines" stands on line 1 already: take it out, or say what is new',
    '6:3 error repetition/sentence "The parser keeps empty lines" stands on line 1 already: take it out, or say what is new',
  ]);
});

test("in a paragraph of thousands of words a sentence is found at its own place", () => {
  const others = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name}${index} isn't x-y${index}`).join(" ");
  const said = "The parser doesn't keep empty lines.";
  const text = `# Title\n\n${others("a", 300)}. ${said} ${others("b", 700)}. ${said} ${others("c", 5)}.\n\n| ${said} |\n|---|\n\n${said}`;
  assert.deepEqual(
    findings(text).map(({ at }) => at?.offset),
    [text.indexOf(said, text.indexOf(said) + 1), text.lastIndexOf(said)],
  );
});

test("a loop is found where it is first said again, with its shortest period, and not as sentences as well", () => {
  assert.deepEqual(lines("So it reads the file. It reads the file. It reads the file. It reads the file. Done."), [
    '1:23 error repetition/loop "It reads the file" stands 4 times in a row: say it once',
  ]);
  assert.deepEqual(lines("no no no no no"), ['1:4 error repetition/loop "no" stands 5 times in a row: say it once']);
});

test("a long quotation is cut", () => {
  const long = `The ${"quite remarkably ordinary and "}${"green house on the hill with the seven windows and the old oak door behind it"} is sold.`;
  const [finding] = findings(`${long} Yes.\n\n${long}`);
  assert.match(
    finding?.message ?? "",
    /^"The quite remarkably ordinary and green house on the hill with the seven windows…" stands on line 1/,
  );
});

test("what stands in the prompt is found with the number of its words, wherever its lines break", () => {
  const text = "Sure. Write a post about the day\nin at most three *hundred* words, and name every commit. Then more.";
  assert.deepEqual(lines(text, { prompt: PROMPT }), [
    '1:7 error repetition/prompt "Write a post about the day in at most three *hundred* words, and name every comm…" (16 words) repeats the prompt: answer it instead',
  ]);
  assert.deepEqual(lines(text), []);
  assert.throws(() => repetition.checks({ prompt: "…" }), {
    code: "check/options",
    message: 'check "repetition/prompt": the prompt has no word, expected what the model was sent',
  });
});

test("the same is found on the same lines whatever the line ends, composed or not", () => {
  const text = "Fișierul a fost citit de două ori.\n\nApoi.\nfișierul a fost citit\nde două ori.\n\n- țip țip țip țip";
  const places = (changed: string) => findings(changed).map(({ rule, at }) => `${at?.line} ${rule}`);
  const expected = ["4 repetition/sentence", "7 repetition/loop"];
  for (const changed of [text, text.replaceAll("\n", "\r\n"), text.normalize("NFD")]) assert.deepEqual(places(changed), expected);
});

const word = fc.constantFrom("ana", "bob", "cat", "dog", "eel", "fox", "gnu", "hen", "Ibis.", "jay!", "\n\n", "é", "😀", "*kid*");
const prose = fc.array(word, { maxLength: 60 }).map((words) => words.join(" "));

test("a sentence put behind any text twice is found at the second place", () => {
  fc.assert(
    fc.property(prose, (text) => {
      const sentence = "Zebras never run from seven lions.";
      const doubled = `${text}\n\n${sentence}\n\nBetween.\n\n${sentence}`;
      const found = findings(doubled).filter(({ message }) => message.startsWith('"Zebras'));
      assert.deepEqual(
        found.map(({ at }) => at?.offset),
        [doubled.lastIndexOf("Zebras")],
      );
    }),
    { numRuns: 100 },
  );
});

test("words that are all different never repeat, and a run of any words said three times does", () => {
  const distinct = fc
    .uniqueArray(fc.integer({ min: 0, max: 9_999 }), { minLength: 6, maxLength: 30 })
    .map((numbers) => numbers.map((n) => `w${n}`));
  fc.assert(
    fc.property(distinct, (words) => {
      const once = words.join(" ");
      assert.deepEqual(findings(once), []);
      const [loop, ...more] = findings(`${once} ${once} ${once}`);
      assert.deepEqual([loop?.rule, loop?.at?.offset, more.length], ["repetition/loop", once.length + 1, 0]);
    }),
    { numRuns: 100 },
  );
});

test("any text at all is checked, and what is found stands at its place", () => {
  fc.assert(
    fc.property(prose, fc.string({ unit: "binary" }), fc.constantFrom("\n", "\r\n"), (text, other, lineEnd) => {
      const markdown = `${text}${other}${text}`.replaceAll("\n", lineEnd);
      for (const { at } of findings(markdown, { prompt: `a ${text}` })) {
        const before = markdown.slice(0, at?.offset).split("\n");
        assert.deepEqual([at?.line, at?.column], [before.length, (before.at(-1)?.length ?? 0) + 1]);
      }
    }),
    { numRuns: 100 },
  );
});

test("the day of a German date ends no sentence, nor does an abbreviation", () => {
  const text = "Im Winter gilt die Karte vom 3. Oktober an. Sie hängt am Tor. Im Winter gilt die Karte vom 3. März an.";
  const doctors = "At noon the old ferry met Dr. Pop on the quay. At noon the old ferry met Dr. Toma on the quay.";
  for (const one of [text, doctors]) assert.deepEqual(findings(one), [], one);
});
