import assert from "node:assert/strict";
import { test } from "node:test";
import { allPassages } from "./passages.js";
import { score, scoreOf } from "./score.js";

const passages = allPassages();
const verdicts = passages.flatMap(score);
const linesOf = (is: string) =>
  verdicts
    .filter((verdict) => verdict.is === is)
    .map(({ line }) => line)
    .join("\n");

test("there are at least 60 passages of each kind, and a label in each of the machine's", () => {
  for (const kind of ["good", "machine"] as const) {
    const count = passages.filter((passage) => passage.kind === kind).length;
    assert.ok(count >= 60, `${kind}: ${count}`);
  }
  const unmarked = passages.filter(({ kind, labels }) => kind === "machine" && labels.length === 0);
  assert.deepEqual(
    unmarked.map(({ name }) => name),
    [],
  );
});

test("no pack finds anything in prose written with care", () => {
  const wrong = passages.filter(({ kind, labels }) => kind === "good" && labels.length === 0).flatMap(score);
  assert.deepEqual(
    wrong.map(({ line }) => line),
    [],
  );
});

test("of what the packs find at least 0.97 is marked, and of what is marked at least 0.93 is found", () => {
  const { precision, recall } = scoreOf(verdicts);
  assert.ok(precision >= 0.97, linesOf("wrong"));
  assert.ok(recall >= 0.93, linesOf("missed"));
});
