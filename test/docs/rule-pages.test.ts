import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { rulePages } from "../../scripts/rule-pages.js";

const ROOT = join(import.meta.dirname, "../..");

test("the pages of the rules say what the rules say: `npm run docs:rules` writes them", () => {
  for (const [path, text] of rulePages()) assert.equal(readFileSync(join(ROOT, path), "utf8"), text, path);
  const written = readdirSync(join(ROOT, "docs/checks/rules")).map((name) => `docs/checks/rules/${name}`);
  assert.deepEqual(
    written.filter((path) => !rulePages().has(path)),
    [],
  );
});
