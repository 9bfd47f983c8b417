import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tropes } from "../../../src/checks/tropes/index.js";

const checks = tropes.checks();
const rulesIn = (text: string) => checks.flatMap((check) => check.run(text, {})).map(({ rule }) => rule);
const quotesIn = (text: string) => checks.flatMap((check) => check.run(text, {})).map(({ message }) => /^"(.*?)"/.exec(message)?.[1]);
const unmarked = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0302\u0306\u0326\u0327]/g, "")
    .normalize("NFC");

test("a stock phrase in Romanian is found where it is written without its marks", () => {
  assert.deepEqual(
    quotesIn("In concluzie, proiectul merge mai departe."),
    quotesIn("În concluzie, proiectul merge mai departe.").map((quote) => unmarked(quote ?? "")),
  );
  const [rule] = rulesIn("În concluzie, proiectul merge mai departe.");
  assert.ok(rule !== undefined);
  assert.deepEqual(rulesIn("In concluzie, proiectul merge mai departe."), [rule]);
});

test("in a text that has its marks a word without them is another word", () => {
  const marked = "Nu lasă din preț până la prânz, fiindcă știe că brânza se vinde și așa.";
  assert.deepEqual(rulesIn(marked), []);
});

test("the Romanian rules find their own bad examples without marks as well", () => {
  const missed: string[] = [];
  let looked = 0;
  for (const { id, examples } of tropes.rules) {
    if (!id.startsWith("tropes/romanian-")) continue;
    for (const bad of examples.bad) {
      looked += 1;
      if (!rulesIn(unmarked(bad)).includes(id)) missed.push(`${id}: ${bad}`);
    }
  }
  assert.ok(looked > 20, `${looked} examples`);
  assert.ok(missed.length <= looked / 20, missed.join("\n"));
});

/** "nu lasă din preț" tells, "nu lăsa din" calls on the reader, and without marks they are the same. */
const SAME_WITHOUT_MARKS = "a25-ro-piata.md";

test("good prose without marks has no finding that it has not with them", () => {
  const folder = "fixtures/review/passages/good";
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith(".md") && file !== SAME_WITHOUT_MARKS)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .filter((text) => (text.match(/[ășț]/g)?.length ?? 0) > 10);
  assert.ok(texts.length > 5, `${texts.length} texts`);
  for (const text of texts) assert.deepEqual(rulesIn(unmarked(text)), rulesIn(text), text.slice(0, 60));
});
