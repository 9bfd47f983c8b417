import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { readPhraseRules, tropes } from "../../../src/checks/tropes/index.js";
import { PatternFault, parsePattern } from "../../../src/checks/tropes/pattern.js";

const builtIn = tropes.rules.map(({ id }) => id);

function finds(pattern: string, text: string): boolean {
  const rule = { id: "own/rule", why: "w", fix: "f", patterns: [pattern], examples: { bad: ["b"], good: ["g"] } };
  const [check] = tropes.checks({ rules: [rule], without: builtIn });
  return (check?.run(text, {}).length ?? 0) > 0;
}

test("each example on the page of the language holds", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/checks/patterns.md"), "utf8");
  const example = z.array(z.strictObject({ pattern: z.string(), finds: z.array(z.string()), passes: z.array(z.string()) }));
  const blocks = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, body = ""]) => example.safeParse(JSON.parse(body)));
  const examples = blocks.flatMap(({ data = [] }) => data);
  assert.equal(examples.length, 13);
  for (const { pattern, finds: texts, passes } of examples) {
    for (const text of texts) assert.equal(finds(pattern, text), true, `${pattern} in ${text}`);
    for (const text of passes) assert.equal(finds(pattern, text), false, `${pattern} not in ${text}`);
  }
});

test("a pattern that is wrong is refused with the place and what was expected", () => {
  const fault = (pattern: string) => {
    try {
      parsePattern(pattern);
      return undefined;
    } catch (error) {
      assert.ok(error instanceof PatternFault);
      return `${error.index}: ${error.message}`;
    }
  };
  assert.equal(fault("delve (into|in"), '6: "(" is never closed, expected ")"');
  assert.equal(fault("delve into)"), '10: ")" closes nothing, expected "(" before it');
  assert.equal(fault("delve | into"), '6: "|" stands outside a group, expected "(" before it');
  assert.equal(fault("delve [into]"), '6: "[" means nothing here, expected a word');
  assert.equal(fault("delve ^ into"), '6: "^" means nothing here, expected a word');
  assert.equal(fault("delve {1} into"), '6: "{1} i" is no gap, expected the least and the most words, as in "{0,2}"');
  assert.equal(fault("delve {2,1} into"), '6: the gap "{2,1}" has its least above its most, expected "{1,2}"');
  assert.equal(fault("{0,2} into"), "0: begins with a gap, expected a word");
  assert.equal(fault(""), "0: no word in it must stand there, expected at least one");
  assert.equal(fault("^ a? b?"), "0: no word in it must stand there, expected at least one");
  assert.equal(fault("de* into"), '0: "*" follows fewer than 3 letters, expected more of the word');
  assert.equal(
    fault("pre(fix more|face)ing"),
    "3: a group that is glued to a word has more than endings in it, expected a space around it",
  );
  assert.equal(fault("((((((a))))))"), "4: groups stand in each other more than 4 deep, expected fewer");
  assert.equal(fault(Array.from({ length: 31 }, () => "a").join(" ")), "61: more than 30 words, expected fewer");
  const many = `(${Array.from({ length: 201 }, () => "a b").join("|")})`;
  assert.equal(fault(many), "0: more than 400 words in all, expected two patterns");
  const letters = "(a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p|q)";
  assert.equal(fault(`x${letters}${letters}`), "36: more than 256 spellings of one word, expected two patterns");
});

test("any string at all is a pattern or is refused as one", () => {
  const signs = fc.constantFrom("a", "the", " ", "(", ")", "|", "*", "?", "^", "{0,2}", "{", ",", "\\?", "—", "-", "ș", "'");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(signs, { maxLength: 14 }).map((parts) => parts.join("")),
      ),
      (pattern) => {
        try {
          const sequences = parsePattern(pattern);
          assert.ok(sequences.length > 0 && sequences.every(({ steps }) => steps.length > 0));
        } catch (error) {
          assert.ok(error instanceof PatternFault, String(error));
          assert.ok(error.index >= 0 && error.index <= pattern.length && error.message !== "");
        }
      },
    ),
  );
});

test("a sequence of words is found wherever it stands, and its gap takes as many words as it says", () => {
  const word = fc.constantFrom("alpha", "beta", "gamma", "delta");
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), word, word, fc.nat(3), (words, first, last, most) => {
      const expected = words.some((one, at) => one === first && words.slice(at + 1, at + 2 + most).includes(last));
      assert.equal(finds(`${first} {0,${most}} ${last}`, words.join(" ")), expected);
    }),
  );
});

describe("a file of rules", () => {
  const read = (text: string) => {
    const folder = mkdtempSync(join(tmpdir(), "rules-"));
    const file = join(folder, "mine.json");
    try {
      writeFileSync(file, text);
      return readPhraseRules(file);
    } catch (error) {
      if (!(error instanceof Error) || !("code" in error)) throw error;
      return `${error.code}: ${error.message.replace(folder, "")}`;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const rule = { id: "own/rule", why: "w", fix: "f", patterns: ["a b"], examples: { bad: ["b"], good: ["g"] } };

  test("a rule has its defaults filled in", () => {
    const [ready] = read(JSON.stringify([rule]));
    assert.ok(typeof ready === "object");
    const { sequences, ...rest } = ready;
    assert.deepEqual(rest, { ...rule, kind: "a stock phrase", severity: "error", where: "anywhere" });
    assert.equal(sequences.length, 1);
  });

  test("what is wrong with it is said with the file and the rule", () => {
    assert.match(String(read("[")), /^check\/rules: "\/mine\.json" cannot be read as rules: .*JSON/);
    assert.equal(read("{}"), 'check/rules: "/mine.json": Invalid input: expected array, received object');
    assert.equal(
      read(JSON.stringify([rule, { ...rule, id: "Delve" }])),
      'check/rules: "/mine.json": rule 2, id: expected "pack/name" in lower case',
    );
    assert.equal(
      read(JSON.stringify([{ ...rule, patterns: ["a b", "a {x"] }])),
      'check/pattern: "/mine.json": rule "own/rule": pattern "a {x", at character 3: "{x" is no gap, expected the least and the most words, as in "{0,2}"',
    );
    assert.throws(() => readPhraseRules("/no/such/rules.json"), { code: "check/rules" });
  });
});
