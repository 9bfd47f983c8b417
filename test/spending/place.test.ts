import assert from "node:assert/strict";
import { test } from "node:test";
import { rootOf } from "../../src/spending/index.js";

test("what a child costs is its root's, whether the child is an item or a task, and however deep it stands", () => {
  assert.equal(rootOf("mails-1"), "mails-1");
  assert.equal(rootOf("mails-1.each.v1.3"), "mails-1");
  assert.equal(rootOf("night-1.tasks.v2.write-report"), "night-1");
  assert.equal(rootOf("night-1.tasks.v2.write-report.each.v1.0"), "night-1");
  assert.equal(rootOf("release-1.2.v3"), "release-1.2.v3");
});
