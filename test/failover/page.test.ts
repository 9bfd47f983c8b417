import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { FAILURES } from "../../src/failover/index.js";

test("the page on failing over has the table of failures as it is in the code", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/failing-over.md"), "utf8");
  const rows = Object.values(FAILURES).map(({ when, steps, keyRests }) => `| ${when} | ${steps.join(", else ")} | ${keyRests} |`);
  const table = page.slice(page.indexOf("| what happened |"));
  assert.deepEqual(table.slice(0, table.indexOf("\n\n")).split("\n").slice(2), rows);
});
