/** What textlint says of a text and what its rule says as a check, message by message. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { TextlintKernel, type TextlintMessage, type TextlintRuleModule, type TextlintRuleReporter } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import fc from "fast-check";
import { textlint } from "../../../src/checks/textlint/index.js";
import type { Finding } from "../../../src/dsl/index.js";

const require = createRequire(import.meta.url);
// The casts: packages without types.
const noTodo = (require("textlint-rule-no-todo") as { default: TextlintRuleModule }).default;
const writeGood = (require("textlint-rule-write-good") as { default: TextlintRuleModule }).default;

/** Finds each "the" or "foo" in any case, and proposes to put it in capitals. */
const capitals: TextlintRuleReporter = ({ Syntax, getSource, report, RuleError, fixer }) => ({
  [Syntax.Str](node) {
    for (const { index, 0: word } of getSource(node).matchAll(/the|foo/gi)) {
      const fix = fixer.replaceTextRange([index, index + word.length], word.toUpperCase());
      report(node, new RuleError(word, { index, fix }));
    }
  },
});

const post = readFileSync(new URL("../../../fixtures/review/textlint/post.md", import.meta.url), "utf8");
const forms: Readonly<Record<string, string>> = {
  "line feeds": post,
  CRLF: post.replaceAll("\n", "\r\n"),
  "a byte order mark": `\uFEFF${post}`,
  "both, without front matter": `\uFEFF${post.slice(post.indexOf("# ")).replaceAll("\n", "\r\n")}`,
};

async function messagesOf(ruleId: string, rule: TextlintRuleModule, text: string, options = {}): Promise<readonly TextlintMessage[]> {
  const plugins = [{ pluginId: "markdown", plugin: markdown.default }];
  return (await new TextlintKernel().lintText(text, { ext: ".md", plugins, rules: [{ ruleId, rule, options }] })).messages;
}

/** Line and column as textlint has counted them, which leave a byte order mark out. */
function toldByTextlint({ ruleId, message, line, column, index }: TextlintMessage, mark: number): Finding {
  const at = { line, column: line === 1 ? column + mark : column, offset: index + mark };
  return { rule: `textlint/${ruleId}`, severity: "error", message, at };
}

for (const [form, text] of Object.entries(forms)) {
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  test(`findings are textlint's messages one to one, in a text with ${form}`, async () => {
    const passive = { passive: false };
    const runs = [
      { check: textlint("no-todo"), messages: await messagesOf("no-todo", noTodo, text), count: 6 },
      { check: textlint("write-good"), messages: await messagesOf("write-good", writeGood, text), count: 12 },
      {
        check: textlint("textlint-rule-write-good", { options: passive }),
        messages: await messagesOf("write-good", writeGood, text, passive),
        count: 8,
      },
      { check: textlint({ id: "capitals", rule: capitals }), messages: await messagesOf("capitals", capitals, text), count: 8 },
    ];
    for (const { check, messages, count } of runs) {
      const findings = await check.run(text, {});
      assert.deepEqual(
        findings,
        messages.map((message) => toldByTextlint(message, mark)),
      );
      assert.equal(findings.length, count, check.rule);
      assert.deepEqual(await check.run({ markdown: text }, {}), findings, "a second run, on the same text as the Markdown of something");
    }
  });

  test(`places and edits are right to the unit, in a text with ${form}`, async () => {
    const findings = await textlint({ id: "capitals", rule: capitals }, { fixes: true }).run(text, {});
    for (const { message, at, fix } of findings) {
      assert.equal(text.slice(at?.offset).slice(0, message.length), message);
      assert.deepEqual(fix, { from: at?.offset, to: (at?.offset ?? 0) + message.length, insert: message.toUpperCase() });
      const lines = text.slice(0, at?.offset).split("\n");
      assert.deepEqual([at?.line, at?.column], [lines.length, (lines.at(-1) ?? "").length + 1]);
    }
  });
}

test("any text at all has as many findings as textlint has messages, each at the word that it quotes", async () => {
  const check = textlint({ id: "capitals", rule: capitals });
  const pieces = [
    "foo",
    "Foo ",
    "\n",
    "\r\n",
    "\r",
    "\u2028",
    "\uFEFF",
    "😀",
    "e\u0301",
    "\0",
    "# ",
    "> ",
    "| foo |",
    "---\n",
    "`",
    "\t",
    "\\",
  ];
  const texts = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 3 })), { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(texts, async (parts) => {
      const text = parts.join("");
      const findings = await check.run(text, {});
      const messages = await messagesOf("capitals", capitals, text);
      assert.deepEqual(
        findings.map(({ message }) => message),
        messages.map(({ message }) => message),
      );
      for (const { message, at } of findings) assert.equal(text.slice(at?.offset, (at?.offset ?? 0) + message.length), message);
    }),
    { numRuns: 60 },
  );
});
