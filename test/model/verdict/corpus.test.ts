import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { verdictOf } from "../../../src/model/index.js";
import { DIALECTS } from "../../../src/model/verdict/dialects.js";
import { completion } from "./completion.js";
import { allRecorded, recorded } from "./corpus.js";

function judged({ text, finish, reasoning, tools }: ReturnType<typeof allRecorded>[number]) {
  return verdictOf(completion({ text, finish, ...(reasoning !== undefined && { reasoning }) }), { tools });
}

test("every recorded answer is classed as it is marked, and answers keep their text", () => {
  for (const row of allRecorded()) {
    const verdict = judged(row);
    const shown =
      verdict.verdict === "answer" ? { id: row.id, is: "answer", text: verdict.text } : { id: row.id, is: verdict.reason, text: undefined };
    const isAnswer = row.verdict === "answer";
    assert.deepEqual(shown, { id: row.id, is: row.verdict, text: isAnswer ? (row.answer ?? row.text) : undefined });
  }
});

test("markup is said to be in its dialect, and there is an example of each", () => {
  const rows = recorded("markup");
  for (const row of rows) {
    const verdict = judged(row);
    assert.equal(verdict.verdict === "failed" && verdict.dialect, row.dialect, row.id);
  }
  assert.deepEqual(new Set(rows.map(({ dialect }) => dialect)), new Set(DIALECTS.map(({ id }) => id)));
});

test("the docs name every dialect", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/verdict.md"), "utf8");
  const named = [...page.matchAll(/^\| `([a-z-]+)` \| [^|]+ \| `/gm)].map(([, id]) => id);
  for (const { id } of DIALECTS) assert.ok(page.includes(`\n| \`${id}\` | `), `"${id}" has no row in docs/verdict.md`);
  assert.ok(named.every((id) => DIALECTS.some((dialect) => dialect.id === id)));
});

test("the corpus has every class that a text can show, and answers that look like each", () => {
  const classes = ["empty", "markup-only", "preamble-only", "truncated", "reasoning-only", "refused", "looping"];
  const failures = allRecorded().filter(({ verdict }) => verdict !== "answer");
  assert.deepEqual(new Set(failures.map(({ verdict }) => verdict)), new Set(classes));
  const alike = new Set(recorded("look-alikes").map(({ like }) => like));
  assert.deepEqual(alike, new Set(classes));
  assert.equal(new Set(allRecorded().map(({ id }) => id)).size, allRecorded().length, "each id once");
});
