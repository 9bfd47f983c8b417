import assert from "node:assert/strict";
import { test } from "node:test";
import { decidersText, whyNotDecide } from "../../src/core/index.js";

test("where a gate names nobody, any person may decide, whoever asked too, and no agent", () => {
  assert.equal(whyNotDecide("ana", {}, "ana"), undefined);
  assert.equal(whyNotDecide("agent:publisher", {}, "ana"), '"agent:publisher" is no person');
  assert.equal(decidersText({}), "any person");
});

test("a list of people is kept to, even by an agent that is named in it", () => {
  const people = ["ana", "agent:publisher"];
  assert.equal(whyNotDecide("ana", { people }, "bea"), undefined);
  assert.equal(whyNotDecide("carl", { people }, "bea"), '"carl" is none of them');
  assert.equal(whyNotDecide("agent:publisher", { people }, "bea"), '"agent:publisher" is no person');
  assert.equal(decidersText({ people: ["ana", "bea"] }), "ana or bea");
});

test("anyone but the asker", () => {
  assert.equal(whyNotDecide("ana", { notAsker: true }, "ana"), '"ana" has started the run that asks');
  assert.equal(whyNotDecide("bea", { notAsker: true }, "ana"), undefined);
  assert.equal(decidersText({ notAsker: true }), "any person, but not who started the run");
});
