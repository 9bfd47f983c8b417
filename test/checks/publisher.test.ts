import assert from "node:assert/strict";
import { test } from "node:test";
import { publisher, tropes } from "../../src/checks/index.js";

test("the publisher's rules find their bad examples and nothing in the good ones", () => {
  for (const { id, examples } of publisher.rules) {
    const checks = publisher.checks(id === "sections" ? { sections: ["What changed"] } : {});
    const rulesIn = (text: string) => [...new Set(checks.flatMap((check) => check.run(text, {}).map(({ rule }) => rule)))];
    for (const text of examples.bad) assert.deepEqual(rulesIn(text), [id], text);
    for (const text of examples.good) assert.deepEqual(rulesIn(text), [], text);
  }
});

test("what the publisher bans is not what the pack of stock writing finds: one fault, one finding", () => {
  const { options } = publisher.checks().find(({ rule }) => rule === "banned-phrase") ?? {};
  const { phrases } = options as { readonly phrases: readonly string[] };
  const found = (phrase: string) => tropes.checks().flatMap((check) => check.run(`At noon they spoke of ${phrase} to the team.`, {}));
  assert.deepEqual(
    phrases.filter((phrase) => found(phrase).length > 0),
    [],
  );
});
