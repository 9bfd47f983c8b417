import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { claims, emDashes, grounding, noLists, repetition, safety, structure, tropes } from "../../../src/checks/index.js";

const read = (name: string) => readFileSync(new URL(`../../../fixtures/review/draft/${name}`, import.meta.url), "utf8");

/** Written for this project after a draft that a model had called clean. */
test("a draft that a model would wave through yields every one of its faults, and nothing else", () => {
  const facts: unknown = JSON.parse(read("facts.json"));
  const checks = [
    ...[emDashes({ max: 0 }), noLists()],
    ...[...structure.checks(), ...tropes.checks(), ...safety.checks(), ...repetition.checks()],
    ...[...grounding.checks({ facts }), ...claims.checks({ facts })],
  ];
  const found = checks.flatMap((check) => check.run(read("draft.md"), {}));
  const quote = (message: string) => /"([^"]*)"/.exec(message)?.[1] ?? message;
  assert.deepEqual(
    found.map(({ rule, at, message }) => `${at?.line} ${rule}: ${quote(message)}`),
    [
      "3 em-dashes: 024 — and",
      "3 em-dashes: answer — every",
      "5 em-dashes: reader — a",
      "10 em-dashes: name — so",
      "17 em-dashes: simple — close",
      "7 no-lists: a bullet list of 2 items, expected none: write it as sentences",
      "14 no-lists: a bullet list of 2 items, expected none: write it as sentences",
      "19 tropes/assistant-sign-off: Prepared by Quill, the assistant that",
      "17 tropes/inflated-stakes: bring an entire company to its knees",
      "3 tropes/cliche: tip of the iceberg",
      "17 tropes/cliche: world where data never sleeps",
      "10 tropes/worth-noting: It is worth noting",
      "17 tropes/office-speech: learnings",
      "10 claims/measured: we compared the memory use of the old and the new loader on three machines.",
      "10 claims/done: We also ran the import with several batch sizes to rule out the queue.",
    ],
  );
});
