import assert from "node:assert/strict";
import { test } from "node:test";
import { bannedPhrases } from "../../src/checks/index.js";

const PHRASES = ["delve into", "it's worth noting that", "game-changer"];

/** The phrases found, as `line:column "phrase"`. */
function found(markdown: string, phrases: readonly string[] = PHRASES): string[] {
  return bannedPhrases(phrases)
    .run(markdown, {})
    .map(({ message, at }) => `${at?.line}:${at?.column} ${/^"[^"]*"/.exec(message)?.[0]}`);
}

test("a banned phrase is an error at its own place", () => {
  assert.deepEqual(bannedPhrases(PHRASES).run("# Title\n\nWe Delve\ninto it.\n", {}), [
    {
      rule: "banned-phrase",
      severity: "error",
      message: '"Delve into" is a banned phrase: say in plain words what is meant, or leave it out',
      at: { line: 3, column: 4, offset: 12 },
    },
  ]);
});

test("after a fence that holds ticks inside a longer fence a phrase keeps its own line and column", () => {
  assert.deepEqual(found('````\nthe words "```" in here\n````\n\nThen we *delve* into it.\n'), ['5:10 "delve into"']);
});

test("a phrase in the target of a link, brackets and all, is not prose", () => {
  assert.deepEqual(found("See [the list](https://example.org/a[]?x=proved-pivotal) now.", ["proved-pivotal"]), []);
  assert.deepEqual(found("See the list: proved-pivotal", ["proved-pivotal"]), ['1:15 "proved-pivotal"']);
});

test("emphasis, any apostrophe, a no-break space and a space for a hyphen hide nothing", () => {
  assert.deepEqual(found("It’s **worth\u00A0noting** that a game changer is a game-changer."), [
    '1:1 "It’s worth noting that"',
    '1:30 "game changer"',
    '1:48 "game-changer"',
  ]);
});

test("characters that show nothing hide no phrase, and its place is that of its first letter", () => {
  assert.deepEqual(found("We \u200Bdel\u200Cve\u2060 in\u00ADto, de\uFEFFlve i\u200Dnto."), ['1:5 "delve into"', '1:20 "delve into"']);
});

test("a phrase with quotes matches smart and straight ones", () => {
  const phrases = ['the "real" thing'];
  for (const text of ['the "real" thing', "the “real” thing", "the „real” thing", "the «real» thing"])
    assert.equal(found(text, phrases).length, 1, text);
});

test("a phrase stops at code, at the end of a block and inside a longer word", () => {
  assert.deepEqual(found("delve `x` into\n\ndelve\n\ninto\n\nundelve into, delve intoxicated"), []);
});

test("Romanian letters match with a cedilla or a comma, composed or decomposed", () => {
  const phrases = ["forța și viața"];
  const lines = ["forța și viața", "forţa şi viaţa", "FORȚA ȘI VIAȚA", "forța și viața".normalize("NFD")];
  assert.deepEqual(
    lines.map((line) => found(line, phrases).length),
    [1, 1, 1, 1],
  );
});

test("the marks of a pattern in a phrase are plain characters", () => {
  assert.deepEqual(found("c++ (really?) a.b", ["c++ (really?)", "axb"]), ['1:1 "c++ (really?)"']);
  assert.deepEqual(found("axb", ["a.b"]), []);
});

test("the longest of several phrases at one place is named", () => {
  assert.deepEqual(found("unlock the full potential", ["unlock the full", "unlock the full potential"]), [
    '1:1 "unlock the full potential"',
  ]);
});

test("the phrases stand in the options, and a list without words is refused", () => {
  assert.deepEqual(bannedPhrases(["synergy"], { severity: "warning" }).options, { phrases: ["synergy"], severity: "warning" });
  assert.throws(() => bannedPhrases([]), {
    code: "check/options",
    message: 'check "banned-phrase": the list of phrases is empty, expected at least one',
  });
  assert.throws(() => bannedPhrases(["fine", " — "]), {
    code: "check/options",
    message: 'check "banned-phrase": the phrase " — " has no letter or digit, expected words',
  });
});
