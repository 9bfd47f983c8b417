import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore } from "../../src/store/index.js";
import { rejected } from "../dsl/thrown.js";
import { conformance } from "./conformance.js";

conformance("memory", memoryStore);

test("memory: a run that is being written says so", async () => {
  const store = memoryStore();
  await store.lease("r1");
  assert.deepEqual(await rejected(store.lease("r1")), {
    code: "store/leased",
    message: 'run "r1" is being written by this process',
    hint: "wait until it has ended",
  });
});

test("memory: the derived files of a run can be looked at", async () => {
  const store = memoryStore();
  const lease = await store.lease("r1");
  lease.derive({ path: "checkpoint.json", text: () => "{}" });
  assert.deepEqual(store.derived("r1"), new Map([["checkpoint.json", "{}"]]));
});
