import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { openClaims } from "../../../adapters/day/claims.js";

const at = "2026-03-19T12:00:00.000Z";

function room(t: { after(act: () => void): void }) {
  const root = mkdtempSync(join(tmpdir(), "claims-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

test("a log that has grown long is put in order, and means what it meant before", async (t) => {
  const root = room(t);
  const claims = openClaims(root, { compactAbove: 6 });
  for (let number = 0; number < 40; number += 1) {
    await claims.claim({ mark: `m${number}`, topic: "health", keys: [`k${number}`], forgetOthers: true, at });
  }
  await claims.claim({ mark: "n", topic: "nudge", keys: ["a", "b"], forgetOthers: false, at });
  assert.ok(readFileSync(join(root, "state", "day.jsonl"), "utf8").split("\n").length < 90);
  const anew = openClaims(root);
  assert.deepEqual([anew.claimed("health"), anew.claimed("nudge")], [["k39"], ["a", "b"]]);
  assert.deepEqual([anew.freshOf("m3"), anew.freshOf("n"), anew.freshOf("x")], [["k3"], ["a", "b"], undefined]);
});

test("whoever claims in whatever order, each key is fresh exactly once", async (t) => {
  const root = room(t);
  let topics = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 5 }), { maxLength: 6 }), async (asked) => {
      topics += 1;
      const topic = `t${topics}`;
      const fresh = await Promise.all(
        asked.map((keys, index) => openClaims(root).claim({ mark: `${topic}-${index}`, topic, keys, forgetOthers: false, at })),
      );
      assert.deepEqual(fresh.flat().sort(), [...new Set(asked.flat())].sort());
    }),
    { numRuns: 15 },
  );
});
