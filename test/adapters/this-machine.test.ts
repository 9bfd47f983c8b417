import assert from "node:assert/strict";
import { test } from "node:test";
import { isThisMachine } from "../../adapters/this-machine.js";

test("only this machine is this machine, and no name that begins like its address", () => {
  for (const host of ["localhost", "127.0.0.1", "127.8.8.8", "::1", "[::1]"]) assert.ok(isThisMachine(host), host);
  for (const host of ["127.example.org", "localhost.example.org", "::11", "10.0.0.1", "0.0.0.0", ""]) assert.ok(!isThisMachine(host), host);
});
