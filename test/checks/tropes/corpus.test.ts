import assert from "node:assert/strict";
import { test } from "node:test";
import { passages, score } from "./score.js";

const good = passages("good");
const machine = passages("machine");

test("there are at least 60 passages of each kind, and a label in each of the machine's", () => {
  assert.ok(good.length >= 60, String(good.length));
  assert.ok(machine.length >= 60, String(machine.length));
  assert.deepEqual(
    machine.filter(({ labels }) => labels.length === 0).map(({ name }) => name),
    [],
  );
});

test("good prose, also in Romanian and German, yields nothing", () => {
  assert.deepEqual(
    good.flatMap((passage) => score(passage).wrong),
    [],
  );
});

test("of what is found at least 0.97 is marked, and of what is marked at least 0.93 is found", () => {
  const scores = [...good, ...machine].map(score);
  const right = scores.flatMap((one) => one.right).length;
  const wrong = scores.flatMap((one) => one.wrong);
  const missed = scores.flatMap((one) => one.missed);
  assert.ok(right / (right + wrong.length) >= 0.97, wrong.join("\n"));
  assert.ok(right / (right + missed.length) >= 0.93, missed.join("\n"));
});
