import assert from "node:assert/strict";
import { test } from "node:test";
import { fences } from "../../../src/checks/structure/index.js";

test("a fence that nothing closes is an error at its opening marks", () => {
  assert.deepEqual(fences({ severity: "warning" }).run("Text.\n\n````js\n```\n# all code\n", {}), [
    {
      rule: "structure/fences",
      severity: "warning",
      message: 'the fence "````" is never closed: put "````" on a line of its own after the code',
      at: { line: 3, column: 1, offset: 7 },
    },
  ]);
});

test("a fence of very many ticks is shown by its first ones", () => {
  const [finding] = fences().run(`${"`".repeat(500)}\n`, {});
  assert.match(finding?.message ?? "", /^the fence "`{12}…" is never closed/);
});
