import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { codeClaimed } from "../../../src/checks/code-claims/index.js";

const FOLDER = join(import.meta.dirname, "../../../fixtures/review/code-claims");

const code = Object.fromEntries(
  readdirSync(join(FOLDER, "tree"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".txt"))
    .map((path) => [path.slice(0, -".txt".length), readFileSync(join(FOLDER, "tree", path), "utf8")]),
);

interface Label {
  readonly rule: string;
  readonly quote: string;
}

/** Written for this project: see the folder's README. */
const labels: Readonly<Record<string, readonly Label[]>> = JSON.parse(readFileSync(join(FOLDER, "labels.json"), "utf8"));
const reviews = Object.keys(labels).map((name) => ({ name, text: readFileSync(join(FOLDER, "reviews", `${name}.md`), "utf8") }));

test("in the labelled reviews what is found is wrong at least 97 times in 100, and 93 in 100 of what is wrong is found", (t) => {
  const check = codeClaimed({ code });
  const missed: string[] = [];
  const extra: string[] = [];
  let found = 0;
  for (const { name, text } of reviews) {
    const open = [...(labels[name] ?? [])];
    for (const { rule, at, message } of check.run(text, {})) {
      const match = open.findIndex((label) => label.rule === rule && text.startsWith(label.quote, at?.offset));
      if (match === -1) extra.push(`${name}:${at?.line}:${at?.column} ${rule} ${message}`);
      else {
        open.splice(match, 1);
        found += 1;
      }
    }
    missed.push(...open.map(({ rule, quote }) => `${name}: ${rule} "${quote}"`));
  }
  const precision = found / (found + extra.length);
  const recall = found / (found + missed.length);
  if (missed.length > 0) t.diagnostic(`missed:\n${missed.join("\n")}`);
  t.diagnostic(
    `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} on ${found + missed.length} faults in ${reviews.length} reviews`,
  );
  assert.ok(precision >= 0.97, `found wrongly:\n${extra.join("\n")}\nmissed:\n${missed.join("\n")}`);
  assert.ok(recall >= 0.93, `missed:\n${missed.join("\n")}`);
});

test("the labelled set has at least 10 reviews of each kind, and its quotes stand in them", () => {
  for (const kind of ["good-", "machine-"]) assert.ok(reviews.filter(({ name }) => name.startsWith(kind)).length >= 10, kind);
  for (const { name, text } of reviews) for (const { quote } of labels[name] ?? []) assert.ok(text.includes(quote), `${name}: ${quote}`);
});
