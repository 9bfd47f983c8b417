import assert from "node:assert/strict";
import { hostname } from "node:os";
import { test } from "node:test";
import { isProcessGone, ownerIn, ownerText, thisProcess } from "../../../src/store/index.js";

test("a process knows itself again by host, id and start", () => {
  const me = thisProcess();
  assert.equal(me.host, hostname().replaceAll("~", "-"));
  assert.deepEqual(ownerIn(ownerText(me)), me);
  assert.equal(isProcessGone(ownerText(me)), false);
  assert.equal(isProcessGone(ownerText({ ...me, startedAt: "before" })), true);
  assert.equal(isProcessGone(ownerText({ ...me, startedAt: "before", host: "elsewhere" })), false);
});

test("a container is given the name of its machine, so that what the last one left behind is known to be gone", (t) => {
  process.env.STAGEWRIGHT_HOST = "the~container/1";
  t.after(() => delete process.env.STAGEWRIGHT_HOST);
  const me = thisProcess();
  assert.equal(me.host, "the-container-1");
  assert.equal(isProcessGone(ownerText({ ...me, startedAt: "before" })), true);
});
