import assert from "node:assert/strict";
import { test } from "node:test";
import { pause } from "../../src/failover/index.js";

test("a pause ends when its time is over", async () => {
  await pause(0, new AbortController().signal);
});

test("a pause that is cancelled ends at once with the reason, before it begins and in the middle", async () => {
  const reason = new Error("cancelled by a person");
  await assert.rejects(pause(1_000_000, AbortSignal.abort(reason)), reason);
  const controller = new AbortController();
  const waiting = pause(1_000_000, controller.signal);
  controller.abort(reason);
  await assert.rejects(waiting, reason);
});
