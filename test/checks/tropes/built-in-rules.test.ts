import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ruleSetOf, writeDownRules } from "../../../src/checks/tropes/built-in-rules.js";
import { graphOf, joined, namesIn, nextOf, withOwners } from "../../../src/checks/tropes/graph.js";
import { parsePattern } from "../../../src/checks/tropes/pattern.js";

const dir = mkdtempSync(join(tmpdir(), "stagewright-rules-"));
after(() => rmSync(dir, { recursive: true }));

const rule = (id: string, patterns: readonly string[]) => ({
  id,
  why: "It says nothing.",
  fix: "Leave it out",
  patterns,
  examples: { bad: ["This is it."], good: ["That is not."] },
});

function folderOf(name: string): { readonly folder: string; readonly file: string; readonly writtenDown: string } {
  const folder = join(dir, name, "rules");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "a.json");
  writeFileSync(file, JSON.stringify([rule("test/one", ["this is (it|that)", "^so {0,2} there"])]));
  writeFileSync(join(folder, "b.json"), JSON.stringify([rule("test/two", ["în conclu*"])]));
  return { folder, file, writtenDown: join(dir, name, "written.json") };
}

test("rules that were written down are the same as those that are read", () => {
  const { folder, writtenDown } = folderOf("same");
  const read = ruleSetOf(folder, writtenDown);
  assert.deepEqual(
    read.rules.map(({ id, kind, severity, where }) => [id, kind, severity, where]),
    [
      ["test/one", "a stock phrase", "error", "anywhere"],
      ["test/two", "a stock phrase", "error", "anywhere"],
    ],
  );
  writeDownRules(folder, writtenDown);
  assert.deepEqual(ruleSetOf(folder, writtenDown), read);
});

test("what was written down is taken as it stands, so that no pattern has to be read", () => {
  const { folder, writtenDown } = folderOf("taken");
  writeDownRules(folder, writtenDown);
  writeFileSync(writtenDown, readFileSync(writtenDown, "utf8").replace("It says nothing.", "It was written down."));
  assert.equal(ruleSetOf(folder, writtenDown).rules[0]?.why, "It was written down.");
});

test("a rule that was edited since counts, and so does one in a new file", () => {
  const { folder, file, writtenDown } = folderOf("edited");
  writeDownRules(folder, writtenDown);
  writeFileSync(file, JSON.stringify([rule("test/other", ["other words"])]));
  assert.deepEqual(
    ruleSetOf(folder, writtenDown).rules.map(({ id }) => id),
    ["test/other", "test/two"],
  );
  writeFileSync(join(folder, "c.json"), JSON.stringify([rule("test/three", ["third words"])]));
  assert.equal(ruleSetOf(folder, writtenDown).rules.length, 3);
});

test("what was cut off while it was written down is not used", () => {
  const { folder, writtenDown } = folderOf("cut");
  writeDownRules(folder, writtenDown);
  const whole = readFileSync(writtenDown, "utf8");
  writeFileSync(writtenDown, whole.slice(0, whole.length / 2));
  assert.equal(ruleSetOf(folder, writtenDown).rules.length, 2);
  appendFileSync(writtenDown, "}");
  assert.equal(ruleSetOf(folder, writtenDown).rules.length, 2);
});

test("a graph leads from word to word, and two joined ones do as each did", () => {
  const one = graphOf([parsePattern("a big dog"), parsePattern("a cat")]);
  const other = graphOf([parsePattern("big dogs*")]);
  const both = joined(
    withOwners(one, (owner) => (owner === 0 ? undefined : 5)),
    other,
  );
  const named = namesIn(both);
  assert.deepEqual(named("a", false), [0, 3]);
  assert.deepEqual(named("big", false), [1, 5]);
  assert.deepEqual(named("dogsled", false), [6]);
  assert.deepEqual(nextOf(both, 0), [1]);
  assert.deepEqual(nextOf(both, 3), [4]);
  assert.deepEqual(nextOf(both, 5), [6]);
  assert.deepEqual(both.owners, [-1, -1, -1, 5, 5, 0, 0]);
});
