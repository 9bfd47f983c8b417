import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { claims } from "../../../src/checks/claims/index.js";

interface LabelledSet {
  readonly name: string;
  readonly facts: unknown;
  readonly supported: readonly string[];
  readonly fabricated: readonly string[];
  readonly narration: readonly string[];
}

/** Written for this project: see the file's own first line. */
const { sets }: { readonly sets: readonly LabelledSet[] } = JSON.parse(
  readFileSync(new URL("../../../fixtures/review/claims/labelled.json", import.meta.url), "utf8"),
);

test("on the labelled sentences what is found is fabricated at least 95 times in 100, and 90 in 100 of the fabricated are found", (t) => {
  const missed: string[] = [];
  const wrong: string[] = [];
  let found = 0;
  for (const { facts, supported, fabricated, narration } of sets) {
    const [check] = claims.checks({ facts });
    for (const sentence of fabricated) {
      if ((check?.run(sentence, {}).length ?? 0) > 0) found += 1;
      else missed.push(sentence);
    }
    for (const sentence of [...supported, ...narration]) wrong.push(...(check?.run(sentence, {}) ?? []).map(({ message }) => message));
  }
  const precision = found / (found + wrong.length);
  const recall = found / (found + missed.length);
  t.diagnostic(`precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} on ${found + missed.length} fabricated sentences`);
  assert.ok(precision >= 0.95, `found wrongly:\n${wrong.join("\n")}`);
  assert.ok(recall >= 0.9, `missed:\n${missed.join("\n")}`);
});

test("the labelled set has at least 30 sentences of each kind, and none twice", () => {
  for (const kind of ["supported", "fabricated"] as const) {
    const sentences = sets.flatMap((set) => set[kind]);
    assert.ok(sentences.length >= 30, `${kind}: ${sentences.length}`);
    assert.equal(new Set(sentences).size, sentences.length);
  }
});
