import assert from "node:assert/strict";
import { test } from "node:test";
import { applyDisables, DISABLE_RULES, type DisableOptions } from "../../src/checks/disable.js";
import { emDashes } from "../../src/checks/em-dashes.js";
import type { Finding } from "../../src/dsl/index.js";

const found = (text: string, options: Partial<DisableOptions> = {}): readonly Finding[] =>
  applyDisables(text, emDashes({ max: 0 }).run(text, {}), { ran: ["em-dashes"], ...options });
const lines = (text: string, options?: Partial<DisableOptions>) =>
  found(text, options).map(({ rule, severity, message, at }) => `${at?.line}:${at?.column} ${severity} ${rule} ${message}`);
const rules = (text: string) => found(text).map(({ rule, at }) => `${at?.line} ${rule}`);

test("each rule's bad examples are found by it alone, and nothing is found in the good ones", () => {
  for (const { id, examples } of DISABLE_RULES) {
    for (const text of examples.bad) assert.deepEqual([...new Set(found(text).map(({ rule }) => rule))], [id], text);
    for (const text of examples.good) assert.deepEqual(found(text), [], text);
  }
});

test("the next line is the next one with anything on it, and only that", () => {
  const off = "<!-- stagewright-disable-next-line em-dashes -- a title -->";
  assert.deepEqual(rules(`${off}\n\n\nOne — two.\nThree — four.`), ["5 em-dashes"]);
  assert.deepEqual(rules(`${off}\r\n\r\nOne — two.\r\nThree — four.`), ["4 em-dashes"]);
  assert.deepEqual(rules(`Zero — one.\n\n- ${off}\n  One — two.`), ["1 em-dashes"]);
  assert.deepEqual(rules(off), ["1 disable/unused"]);
});

test("a range reaches to its enable, or to the end", () => {
  const off = "<!-- stagewright-disable em-dashes -- a play -->";
  assert.deepEqual(rules(`One — two.\n\n${off}\n\nThree — four.\n\n<!-- stagewright-enable em-dashes -->\n\nFive — six.`), [
    "1 em-dashes",
    "9 em-dashes",
  ]);
  assert.deepEqual(rules(`${off}\n\nOne — two.\n\nThree — four.\n\n<!-- stagewright-enable -->\n\nFive — six.`), ["9 em-dashes"]);
  assert.deepEqual(rules(`${off}\n\nOne — two.`), []);
});

test("several rules and several comments on one line are told apart", () => {
  const off = "<!-- stagewright-disable-next-line em-dashes, words -- a title -->";
  assert.deepEqual(lines(`${off}\nOne — two.`, { ran: ["em-dashes", "words"] }), [
    '1:47 warning disable/unused "words" finds nothing here that is switched off: take the rule out',
  ]);
  assert.deepEqual(lines(`${off}\nOne — two.`, { ran: ["em-dashes"], known: ["words"] }), []);
  const two = "<!-- stagewright-disable em-dashes -- a play --> <!-- stagewright-enable -->";
  assert.deepEqual(lines(two), ['1:26 warning disable/unused "em-dashes" finds nothing here that is switched off: take the comment out']);
});

test("a finding without a place is switched off by a range that reaches the end", () => {
  const finding: Finding = { rule: "words", severity: "error", message: "the text has 0 words" };
  const apply = (text: string) => applyDisables(text, [finding], { ran: ["words"] });
  assert.deepEqual(apply("<!-- stagewright-disable words -- a stub -->"), []);
  assert.deepEqual(apply("A stub."), [finding]);
});

test("each fault of a comment has its message at its place", () => {
  assert.deepEqual(lines("<!-- stagewright-disable-next-line em-dashes -->\nOne — two."), [
    '1:1 error disable/reason "stagewright-disable-next-line" gives no reason: write it behind the rules, after " -- "',
  ]);
  assert.deepEqual(lines("<!-- stagewright-disable -- all -->"), [
    '1:1 error disable/rule "stagewright-disable" names no rule: name each rule that it switches off',
  ]);
  assert.deepEqual(lines("Hm.\n\n<!-- stagewright-off em-dashes -->"), [
    '3:1 error disable/rule "stagewright-off" is no directive: write stagewright-disable-next-line, -disable or -enable',
  ]);
  assert.deepEqual(lines("<!-- stagewright-disable dashes -- x -->"), [
    '1:26 error disable/rule "dashes" is no rule: correct the name or take it out',
  ]);
  const text = "<!-- stagewright-disable em-dashes -- x -->\n\nOne — two.";
  assert.deepEqual(
    found(text, { canDisable: () => false }).map(({ rule, message }) => [rule, message.replace(/ of .*/, "")]),
    [
      ["disable/rule", '"em-dashes" cannot be switched off by the text itself: take it out'],
      ["em-dashes", "em dash 1"],
    ],
  );
  assert.deepEqual(lines("<!-- stagewright-enable em-dashes -->"), [
    '1:25 warning disable/unused "em-dashes" is not switched off here: take it out of the comment',
  ]);
  assert.deepEqual(lines("<!-- stagewright-enable -->"), [
    '1:1 warning disable/unused "stagewright-enable" ends nothing: take the comment out',
  ]);
});

test("the fix of an unused comment takes it out with its line, and nothing else of the line it shares", () => {
  const fixed = (text: string) => {
    const fix = found(text).find((one) => one.fix)?.fix;
    return fix && text.slice(0, fix.from) + fix.insert + text.slice(fix.to);
  };
  const off = "<!-- stagewright-disable-next-line em-dashes -- a title -->";
  assert.equal(fixed(`A.\r\n\r\n${off}\r\nB.`), "A.\r\n\r\nB.");
  assert.equal(fixed(`A ${off} b.\nC.`), "A  b.\nC.");
  assert.equal(fixed(`A.\n\n  ${off}`), "A.\n\n");
  assert.equal(fixed("<!-- stagewright-disable em-dashes -- a play -->"), undefined);
});

test("a comment that is shown in code, and a text without one, change nothing", () => {
  const off = "<!-- stagewright-disable em-dashes -- x -->";
  for (const text of [`\`${off}\` One — two.`, `    ${off}\n\nOne — two.`, "One — two.", "stagewright-disable em-dashes: one — two"]) {
    assert.deepEqual(
      found(text).map(({ rule }) => rule),
      ["em-dashes"],
      text,
    );
  }
});
