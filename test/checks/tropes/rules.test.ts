import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { tropes } from "../../../src/checks/tropes/index.js";
import { findingsIn } from "./score.js";

/** What is found, as `rule: message`. */
const found = (text: string, options?: Parameters<typeof tropes.checks>[0]) =>
  tropes.checks(options).flatMap((check) => check.run(text, {}).map(({ rule, message }) => `${rule}: ${message}`));

describe("the pages of the rules", () => {
  test("there are at least 36 rules, each with its own id, a reason, a fix and three examples of each kind", () => {
    const ids = tropes.rules.map(({ id }) => id);
    assert.ok(ids.length >= 36, String(ids.length));
    assert.equal(new Set(ids).size, ids.length);
    for (const { id, why, fix, examples } of tropes.rules) {
      assert.match(id, /^tropes\/[a-z-]+$/);
      assert.match(why, /^[A-Z].*\.$/, id);
      assert.match(fix, /^[A-Z].*[^.]$/, id);
      assert.ok(examples.bad.length >= 3 && examples.good.length >= 3, id);
    }
  });

  for (const { id, examples } of tropes.rules) {
    test(`${id} is found in each of its bad examples, nothing in the good ones`, () => {
      for (const text of examples.bad) assert.deepEqual([...new Set(findingsIn(text).map(({ rule }) => rule))], [id], text);
      for (const text of examples.good) assert.deepEqual(findingsIn(text), [], text);
    });
  }

  test("a rule that counts says how", () => {
    const countsOf = (id: string) => tropes.rules.find((rule) => rule.id === id)?.counts;
    assert.equal(countsOf("tropes/transition"), "one by itself is let through; found are those that stand within 120 words of each other");
    assert.match(countsOf("tropes/triplet") ?? "", /^three words of praise, three virtues .* with commas and a last `and`$/);
    assert.equal(countsOf("tropes/delve"), undefined);
  });
});

describe("a finding", () => {
  test("quotes what was found, names it, says what to do, and points at it", () => {
    const text = "# Notes\r\n\r\nIt *proved to be\r\ntruly* pivotal.";
    const check = tropes.checks().find(({ rule }) => rule === "tropes/pivotal-role");
    assert.deepEqual(check?.run(text, {}), [
      {
        rule: "tropes/pivotal-role",
        severity: "error",
        message: '"proved to be truly pivotal" is an inflated importance: say what it does, or what happens without it',
        at: { line: 3, column: 5, offset: 15 },
      },
    ]);
  });

  test("a long quotation is shown by its two ends", () => {
    const text = `It is not just a matter of ${"very ".repeat(13)}long and laborious words but of time.`;
    assert.deepEqual(found(text), [
      'tropes/denial: "is not just a matter of very very very very very very very v … y long and laborious words but" is a claim set up by denying another: state the second half alone',
    ]);
  });

  test("a phrase inside a longer one is found once", () => {
    assert.deepEqual(found("It serves as a stark reminder."), [
      'tropes/stands-as: "serves as a stark reminder" is a stock copula: write is, or say what the thing does',
    ]);
  });

  test("a phrase is found with an invisible character, a soft hyphen or another apostrophe in it", () => {
    for (const text of ["We de\u200Blve into it.", "We de\u00ADlve\u00A0into it.", "We DELVE into it."]) {
      assert.deepEqual(
        findingsIn(text).map(({ rule }) => rule),
        ["tropes/delve"],
        JSON.stringify(text),
      );
    }
    assert.deepEqual(
      findingsIn("It’s worth noting.").map(({ rule }) => rule),
      ["tropes/worth-noting"],
    );
    assert.equal(findingsIn("I\u0302n concluzie, a mers.").length, 1);
  });

  test("what stands between quotation marks is another's, and a mark that is never closed hides nothing", () => {
    const phrase = "a deep dive";
    for (const [open, close] of ['""', "“”", "„“", "„”", "«»", "''", "‘’"].map((pair) => [...pair])) {
      assert.deepEqual(findingsIn(`They call it ${open}${phrase}${close} here.`), [], open);
      assert.equal(findingsIn(`They call it ${open}${phrase} here.`).length, 1, open);
      assert.equal(findingsIn(`They call ${open}it${close} ${phrase} ${open}here${close}.`).length, 1, open);
    }
    assert.deepEqual(findingsIn("He said “it's ‘a deep dive’ into ‘it’ all” and left."), []);
    assert.equal(findingsIn('The 5" disk\'s a deep dive into 3" disks.').length, 1);
    assert.equal(findingsIn('"Fine. Good. Done." he said. Fast. Simple. Done.').length, 1);
  });

  test("an abbreviation ends no sentence, and a lower-case word begins none", () => {
    assert.deepEqual(found("Use a flag, e.g. Overall, which is set."), []);
    assert.deepEqual(found("It ran on v1.2. overall, it worked."), []);
    assert.equal(found("It ran on v1.2. Overall, it worked.").length, 1);
    assert.equal(found("Did it run?) Overall, it did.").length, 1);
  });

  test("a closing line counts in the last paragraph alone, wherever lists and headings follow", () => {
    assert.equal(found("One.\n\nThis is only the beginning.\n\n## Links\n\n- two").length, 1);
    assert.deepEqual(found("This is only the beginning.\n\nTwo."), []);
  });

  test("of connectives one is let through, and one more after many words; of two near each other both are found", () => {
    assert.deepEqual(found(`Moreover, it is slow. ${"It went on and on until nobody was awake. ".repeat(40)}Furthermore, it is old.`), []);
    assert.equal(found(`Moreover, it is slow. ${"It went on and on until nobody was awake. ".repeat(9)}Furthermore, it is old.`).length, 2);
  });

  test("before a farewell the paragraph above it closes the text as well", () => {
    assert.deepEqual(
      findingsIn("One.\n\nThe future looks bright.\n\nThank you all.").map(({ rule }) => rule),
      ["tropes/grandiose-closer"],
    );
  });

  test("an adverb may slip in between the words of a phrase, and no more than two of them", () => {
    assert.deepEqual(
      findingsIn("We delve quietly and it serves, really, as a rule. It serves quietly as a stark reminder.").map(({ rule }) => rule),
      ["tropes/stands-as"],
    );
    assert.deepEqual(findingsIn("It is really really really of the utmost dryness."), []);
  });

  test("of findings that share words the longer one alone is reported, and in a title none beside it", () => {
    assert.deepEqual(found("We are genuinely excited to announce it."), [
      'tropes/excitement: "excited to announce" is announced excitement: say what is new',
    ]);
    assert.deepEqual(
      findingsIn("## Tests: The Unsung Heroes of Software\n\nThe suite has 40 tests.").map(({ rule }) => rule),
      ["tropes/slogan-title"],
    );
  });
});

describe("the options", () => {
  test("a severity holds for all rules", () => {
    const severities = (options?: Parameters<typeof tropes.checks>[0]) =>
      tropes
        .checks(options)
        .flatMap((check) => check.run("We delve into a fast, simple, and reliable cache.", {}).map(({ severity }) => severity));
    assert.deepEqual(severities(), ["error", "warning"]);
    assert.deepEqual(severities({ severity: "info" }), ["info", "info"]);
  });

  test("a rule that is left out finds nothing, and gives way to what it hid", () => {
    assert.deepEqual(found("It serves as a stark reminder.", { without: ["tropes/stands-as"] }), []);
    assert.equal(tropes.checks({ without: ["tropes/delve"] }).length, tropes.rules.length - 1);
  });

  test("a rule of one's own is used beside the others, or in place of one", () => {
    const rule = {
      why: "It is ours.",
      fix: "Write move",
      patterns: ["relocat(e|es|ed)"],
      examples: { bad: ["They relocate."], good: ["They move."] },
    };
    assert.deepEqual(found("They relocated and delve into it.", { rules: [{ id: "house/relocate", ...rule }] }), [
      'tropes/delve: "delve into" is a stock verb: say what was done: read, measured, asked',
      'house/relocate: "relocated" is a stock phrase: write move',
    ]);
    assert.deepEqual(found("They relocated and delve into it.", { rules: [{ id: "tropes/delve", ...rule }] }), [
      'tropes/delve: "relocated" is a stock phrase: write move',
    ]);
  });

  test("options that are wrong are refused by name", () => {
    assert.throws(() => tropes.checks({ without: ["tropes/dive"] }), {
      code: "check/options",
      message: 'check "tropes": "without" names "tropes/dive", expected the id of a rule such as "tropes/delve"',
    });
    const rule = { id: "house/x", why: "w", fix: "f", patterns: ["a (b"], examples: { bad: ["b"], good: ["g"] } };
    assert.throws(() => tropes.checks({ rules: [rule] }), {
      code: "check/pattern",
      message: 'option "rules": rule "house/x": pattern "a (b", at character 3: "(" is never closed, expected ")"',
    });
    const twice = { ...rule, patterns: ["a b"] };
    assert.throws(() => tropes.checks({ rules: [twice, twice] }), {
      message: 'check "tropes": "rules" has "house/x" twice, expected each id once',
    });
  });

  test("a check is told apart by its patterns, so that changed data changes the stage that uses it", () => {
    const delve = tropes.checks().find(({ rule }) => rule === "tropes/delve");
    assert.deepEqual(delve?.options, {
      severity: "error",
      patterns: ["delv(e|es|ed|ing) {0,1} (into|deep|deeper|beneath|beyond|further|right|straight)"],
      where: "anywhere",
      within: undefined,
    });
    assert.deepEqual(tropes.checks().find(({ rule }) => rule === "tropes/triplet")?.options, { severity: "warning" });
  });
});
