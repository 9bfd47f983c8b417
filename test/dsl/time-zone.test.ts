import assert from "node:assert/strict";
import { test } from "node:test";
import { isTimeZone } from "../../src/dsl/index.js";

test("a zone is one that the system knows by its name", () => {
  for (const name of ["Europe/Bucharest", "UTC", "Asia/Kathmandu"]) assert.equal(isTimeZone(name), true, name);
  for (const name of ["Europe/Bucuresti", "", "nowhere"]) assert.equal(isTimeZone(name), false, name);
});
