import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { z } from "zod";
import { bannedPhrases, withSeverity, words } from "../../src/checks/index.js";
import { fingerprint } from "../../src/core/index.js";
import { type Check, type Severity, write } from "../../src/dsl/index.js";

test("findings of any severity get the one that is asked for, and nothing else about them changes", () => {
  const noted: Check<string> = { rule: "noted", run: () => [{ rule: "noted", severity: "info", message: "noted" }] };
  const found = withSeverity("warning", [words({ max: 1 }), noted]).map((check) => [check.rule, check.run("Two words.", {})]);
  const [limit] = words({ max: 1 }).run("Two words.", {});
  assert.deepEqual(found, [
    ["words", [{ ...limit, severity: "warning" }]],
    ["noted", [{ rule: "noted", severity: "warning", message: "noted" }]],
  ]);
});

test("another severity, another limit and another check are another definition of done", () => {
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  const printOf = (severity: Severity, check: Check<string>) =>
    fingerprint(write("draft", { output: z.string(), prompt: () => "", dod: withSeverity(severity, [check]) }), digest).checks;
  const all = [
    printOf("warning", words({ max: 1 })),
    printOf("info", words({ max: 1 })),
    printOf("warning", words({ max: 2 })),
    printOf("warning", { ...bannedPhrases(["synergy"]), rule: "words", options: words({ max: 1 }).options }),
  ];
  assert.equal(new Set(all).size, all.length);
  assert.equal(printOf("warning", words({ max: 1 })), all[0]);
});
