/** Which rule a name means, where it is looked for, and what is said when it is not there. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { TextlintRuleReporter } from "@textlint/kernel";
import { z } from "zod";
import { type OwnTextlintRule, type TextlintOptions, textlint } from "../../../src/checks/textlint/index.js";
import { findLinter, linterOf } from "../../../src/checks/textlint/linter.js";
import { readRuleName } from "../../../src/checks/textlint/rule-name.js";
import { fingerprint } from "../../../src/core/index.js";
import { check, input } from "../../../src/dsl/index.js";
import { installed, project } from "./project.js";

/** A rule that reports its options, and with which severity it was asked for, at the beginning of the text. */
const ECHO = `(context, options) => ({
  [context.Syntax.Document]: (node) => context.report(node, new context.RuleError(JSON.stringify(options), { index: 0 })),
})`;

async function foundBy(rule: string | OwnTextlintRule, options: TextlintOptions) {
  return (await textlint(rule, options).run("Hello.", {})).map((finding) => `${finding.rule} ${finding.severity} ${finding.message}`);
}

const saying = (message: string, hint: string) => ({ name: "StagewrightError", code: "check/textlint", message, hint });

describe("a name", () => {
  test("is read as textlint reads it", () => {
    const read = readRuleName;
    assert.deepEqual(read("no-todo"), { id: "no-todo", packages: ["textlint-rule-no-todo", "no-todo"], member: undefined });
    assert.deepEqual(read("textlint-rule-no-todo"), { id: "no-todo", packages: ["textlint-rule-no-todo"], member: undefined });
    assert.deepEqual(read("@house/x"), { id: "@house/x", packages: ["@house/textlint-rule-x", "@house/x"], member: undefined });
    assert.deepEqual(read("@house/textlint-rule-x"), { id: "@house/x", packages: ["@house/textlint-rule-x"], member: undefined });
    const ja = { id: "ja-spacing/x", member: "x" };
    assert.deepEqual(read("preset-ja-spacing/x"), { ...ja, packages: ["textlint-rule-preset-ja-spacing", "preset-ja-spacing"] });
    assert.deepEqual(read("ja-spacing/x"), { ...ja, packages: ["textlint-rule-preset-ja-spacing", "ja-spacing"] });
    assert.deepEqual(read("textlint-rule-preset-ja-spacing/x"), { ...ja, packages: ["textlint-rule-preset-ja-spacing"] });
    assert.deepEqual(read("@house/preset-a/b"), {
      id: "@house/a/b",
      packages: ["@house/textlint-rule-preset-a", "@house/preset-a"],
      member: "b",
    });
  });

  test("that is a path or nothing is refused", () => {
    for (const name of ["../rules/mine.js", "./mine", "", "@house", "/etc/x", "no todo", "@/x", "preset-a/"]) {
      const hint =
        'write it as "no-todo", "@scope/no-todo" or "preset-name/no-todo"; give a rule of your own as { id: "no-todo", rule: noTodo }';
      assert.throws(() => textlint(name), saying(`"${name}" is no name of a textlint rule`, hint));
    }
  });
});

describe("an installed rule", () => {
  test("is found from the folder that is given, or from a file in it, and given its options", async (t) => {
    const folder = project(t, installed("textlint-rule-echo", `module.exports = ${ECHO};`));
    const options = { max: 80 };
    for (const from of [
      folder,
      join(folder, "posts"),
      join(folder, "post.ts"),
      pathToFileURL(join(folder, "post.ts")),
      pathToFileURL(folder).href,
    ]) {
      assert.deepEqual(await foundBy("echo", { from, options }), ['textlint/echo error {"max":80}']);
    }
    assert.deepEqual(await foundBy("textlint-rule-echo", { from: folder }), ["textlint/echo error {}"]);
  });

  test("is told the folder as the one where relative paths begin", async (t) => {
    const report = "context.report(node, new context.RuleError(context.getConfigBaseDir(), { index: 0 }))";
    const code = `module.exports = (context) => ({ [context.Syntax.Document]: (node) => ${report} });`;
    const folder = project(t, { ...installed("textlint-rule-where", code), "posts/post.ts": "" });
    for (const [from, where] of [
      [folder, folder],
      [join(folder, "posts"), join(folder, "posts")],
      [pathToFileURL(join(folder, "posts/post.ts")), join(folder, "posts")],
      [relative(process.cwd(), folder), folder],
    ] as const) {
      assert.deepEqual(await foundBy("where", { from }), [`textlint/where error ${where}`]);
    }
    const here: TextlintRuleReporter = ({ Syntax, report, RuleError, getConfigBaseDir }) => ({
      [Syntax.Document]: (node) => report(node, new RuleError(getConfigBaseDir() ?? "")),
    });
    assert.deepEqual(await foundBy({ id: "here", rule: here }, {}), [`textlint/here error ${process.cwd()}`]);
  });

  test("may be an ES module, a default export of CommonJS, an object with a linter, in a scope, or without the prefix", async (t) => {
    const folder = project(t, {
      "node_modules/textlint-rule-module/package.json": {
        version: "1.0.0",
        type: "module",
        exports: { ".": { types: "./x.d.ts", import: "./rule.js" } },
      },
      "node_modules/textlint-rule-module/rule.js": `export default ${ECHO};`,
      "node_modules/textlint-rule-short/package.json": { type: "module", exports: "./rule.js" },
      "node_modules/textlint-rule-short/rule.js": `export default ${ECHO};`,
      ...installed("textlint-rule-babel", `Object.defineProperty(exports, "__esModule", { value: true }); exports.default = ${ECHO};`),
      ...installed("@house/textlint-rule-echo", `const linter = ${ECHO}; module.exports = { linter, fixer: linter };`),
      ...installed("plain", `module.exports = ${ECHO};`),
    });
    for (const rule of ["module", "short", "babel", "@house/echo", "plain"]) {
      assert.deepEqual(await foundBy(rule, { from: folder }), [`textlint/${rule} error {}`]);
    }
  });

  test("of a preset takes the preset's options, unless it is given others", async (t) => {
    const code = `module.exports = { rules: { echo: ${ECHO}, bare: ${ECHO} }, rulesConfig: { echo: { max: 3 }, bare: false } };`;
    const folder = project(t, installed("textlint-rule-preset-house", code));
    assert.deepEqual(await foundBy("preset-house/echo", { from: folder }), ['textlint/house/echo error {"max":3}']);
    assert.deepEqual(await foundBy("house/echo", { from: folder, options: { min: 1 } }), ['textlint/house/echo error {"min":1}']);
    assert.deepEqual(await foundBy("preset-house/bare", { from: folder }), ["textlint/house/bare error {}"]);
    await assert.rejects(
      foundBy("preset-house/ecko", { from: folder }),
      saying('the preset "textlint-rule-preset-house" has no rule "ecko"', 'it has "echo", "bare"'),
    );
    await assert.rejects(
      foundBy("preset-house", { from: folder }),
      saying(
        '"textlint-rule-preset-house" is a preset of textlint rules, expected one rule',
        'name one of its rules: "preset-house/echo", "preset-house/bare"',
      ),
    );
  });

  test("that is not there is refused at once, with what was looked for, the nearest one and how to install it", (t) => {
    const folder = project(t, {
      ...installed("textlint-rule-no-todo", ""),
      ...installed("textlint-rule-helper", ""),
      ...installed("@house/textlint-rule-hint", ""),
      ...installed("todo-list", ""),
    });
    const message = (rule: string, sought: string) => `the textlint rule "${rule}" is not installed: looked for ${sought} from "${folder}"`;
    assert.throws(
      () => textlint("no-tood", { from: folder }),
      saying(
        message("no-tood", '"textlint-rule-no-tood" and "no-tood"'),
        'did you mean "no-todo"? otherwise run `npm install textlint-rule-no-tood`',
      ),
    );
    assert.throws(
      () => textlint("@house/hin", { from: folder }),
      saying(
        message("@house/hin", '"@house/textlint-rule-hin" and "@house/hin"'),
        'did you mean "@house/hint"? otherwise run `npm install @house/textlint-rule-hin`',
      ),
    );
    assert.throws(
      () => textlint("textlint-rule-helped", { from: folder }),
      saying(message("helped", '"textlint-rule-helped"'), "run `npm install textlint-rule-helped`"),
    );
    const empty = project(t);
    assert.throws(
      () => textlint("preset-house/no-todo", { from: empty }),
      saying(
        `the textlint rule "house/no-todo" is not installed: looked for "textlint-rule-preset-house" and "preset-house" from "${empty}"`,
        "run `npm install textlint-rule-preset-house`",
      ),
    );
  });

  test("that holds no rule, or cannot be loaded, is named when it first runs", async (t) => {
    const folder = project(t, {
      ...installed("textlint-rule-number", "module.exports = 7;"),
      ...installed("textlint-rule-broken", 'throw new Error("needs another Node");'),
      ...installed("textlint-rule-alone", `module.exports = ${ECHO};`),
      "node_modules/textlint-rule-gone/package.json": { version: "1.0.0" },
    });
    await assert.rejects(
      foundBy("number", { from: folder }),
      saying(
        'the package "textlint-rule-number" holds no textlint rule',
        "a rule is a function of its context, or an object with such a function as `linter`",
      ),
    );
    await assert.rejects(
      foundBy("broken", { from: folder }),
      saying(
        'the textlint rule "broken" cannot be loaded: needs another Node',
        "run `npm install textlint-rule-broken` again, or another version of it",
      ),
    );
    await assert.rejects(
      foundBy("textlint-rule-alone/echo", { from: folder }),
      saying('"textlint-rule-alone" is no preset of textlint rules, so "echo" is not in it', 'leave "/echo" out, or name a preset'),
    );
    await assert.rejects(
      foundBy("gone", { from: folder }),
      /^StagewrightError: the textlint rule "gone" cannot be loaded: Cannot find module /,
    );
  });
});

describe("a rule", () => {
  const at = { line: 1, column: 1, offset: 0 };

  test("of one's own is a function of textlint's context, and what is none is refused at once", async () => {
    const finding = { rule: "textlint/house", severity: "error", message: "one", at };
    const rule: TextlintRuleReporter = ({ Syntax, report, RuleError }) => ({
      [Syntax.Paragraph]: (node) => report(node, new RuleError("one")),
    });
    assert.deepEqual(await textlint({ id: "house", rule }).run("Hello.", {}), [finding]);
    // The cast: what a person who writes plain JavaScript can give.
    assert.throws(
      () => textlint({ id: "house", rule: { fixer() {} } as never }),
      saying('"house" holds no textlint rule', "a rule is a function of its context, or an object with such a function as `linter`"),
    );
  });

  test("has the severity that its options say, and the check's own before that", async (t) => {
    const folder = project(t, installed("textlint-rule-echo", `module.exports = ${ECHO};`));
    const severities = async (severity: string, more: TextlintOptions = {}) =>
      (await textlint("echo", { from: folder, options: { severity }, ...more }).run("Hello.", {})).map((finding) => finding.severity);
    assert.deepEqual(await severities("error"), ["error"]);
    assert.deepEqual(await severities("warning"), ["warning"]);
    assert.deepEqual(await severities("info"), ["info"]);
    assert.deepEqual(await severities("none"), ["info"]);
    assert.deepEqual(await severities("error", { severity: "info" }), ["info"]);
    assert.deepEqual(await severities("info", { severity: "error" }), ["error"]);
  });

  test("that throws is named, at whatever moment it does", async () => {
    const hint = "correct its options, or take it out of the checks";
    const boom = (): never => {
      throw new Error("no dictionary");
    };
    const named = saying('the textlint rule "house" failed: no dictionary', hint);
    await assert.rejects(textlint({ id: "house", rule: boom }).run("Hello.", {}), named);
    await assert.rejects(textlint({ id: "house", rule: () => ({ Str: boom }) }).run("Hello.", {}), named);
    const later = async () => boom();
    await assert.rejects(textlint({ id: "house", rule: () => ({ Str: later }) }).run("Hello.", {}), named);
  });

  test("whose fix begins before what it reports is placed where it reports", async () => {
    const rule: TextlintRuleReporter = ({ Syntax, report, RuleError, fixer }) => ({
      [Syntax.Str]: (node) => report(node, new RuleError("two", { index: 4, fix: fixer.replaceText(node, "2") })),
    });
    assert.deepEqual(await textlint({ id: "two", rule }, { fixes: true }).run("\r\n> One two", {}), [
      {
        rule: "textlint/two",
        severity: "error",
        message: "two",
        at: { line: 2, column: 7, offset: 8 },
        fix: { from: 4, to: 11, insert: "2" },
      },
    ]);
  });

  test("whose place lies outside the text is placed at its end", async () => {
    const rule: TextlintRuleReporter = ({ Syntax, report, RuleError, fixer }) => ({
      [Syntax.Document]: (node) => report(node, new RuleError("more", { index: 90, fix: fixer.insertTextAfterRange([0, 95], "!") })),
    });
    assert.deepEqual(await textlint({ id: "end", rule }, { fixes: true }).run("One\ntwo", {}), [
      {
        rule: "textlint/end",
        severity: "error",
        message: "more",
        at: { line: 2, column: 4, offset: 7 },
        fix: { from: 7, to: 7, insert: "!" },
      },
    ]);
  });
});

describe("the packages that run rules", () => {
  test("are asked for by name where they are not installed", (t) => {
    const hint = "run `npm install @textlint/kernel@15 @textlint/textlint-plugin-markdown@15`";
    const empty = project(t);
    const missing = (name: string) => saying(`"textlint/no-todo" is run by the package "${name}", which is not installed`, hint);
    assert.throws(() => findLinter("textlint/no-todo", [empty]), missing("@textlint/kernel"));
    const half = project(t, installed("@textlint/kernel", ""));
    assert.throws(() => findLinter("textlint/no-todo", [empty, half]), missing("@textlint/textlint-plugin-markdown"));
  });

  test("are taken from the project before any others", (t) => {
    const mine = project(t, {
      ...installed("@textlint/kernel", "", "15.9.1"),
      ...installed("@textlint/textlint-plugin-markdown", "", "15.9.2"),
    });
    const { kernel, markdown } = findLinter("textlint/no-todo", [mine, import.meta.dirname]);
    assert.deepEqual([kernel.version, markdown.version], ["15.9.1", "15.9.2"]);
  });

  test("say in one line that they cannot read a text", async (t) => {
    const code = `module.exports = { Processor: class {
      availableExtensions() { return [".md"]; }
      processor() { return { preProcess() { throw new RangeError("too deep"); }, postProcess: (messages) => ({ messages, filePath: "x" }) }; }
    } };`;
    const folder = project(t, installed("@textlint/textlint-plugin-markdown", code));
    const packages = findLinter("textlint/x", [folder, import.meta.dirname]);
    const lint = await linterOf(packages, { id: "x", rule: () => ({}), options: undefined, folder });
    await assert.rejects(lint("> > > a"), saying("textlint cannot read the text: RangeError: too deep", "shorten or unnest the text"));
  });
});

test("a changed option, another release or another rule is another check, another folder is not", (t) => {
  const [one, copy, next] = [
    project(t, installed("textlint-rule-x", "", "1.0.0")),
    project(t, installed("textlint-rule-x", "", "1.0.0")),
    project(t, installed("textlint-rule-x", "", "1.0.1")),
  ];
  const sha256 = (value: string) => createHash("sha256").update(value).digest("hex");
  const checksOf = (rule: string | OwnTextlintRule, options: TextlintOptions) =>
    fingerprint(check("review", { of: input(z.string()), checks: [textlint(rule, options)] }), sha256).checks;
  const mine = (rule: OwnTextlintRule["rule"]) => checksOf({ id: "x", rule }, {});
  const same = checksOf("x", { from: one });
  assert.equal(checksOf("textlint-rule-x", { from: copy }), same);
  const others = [
    checksOf("x", { from: next }),
    checksOf("x", { from: one, options: { max: 1 } }),
    checksOf("x", { from: one, options: { max: 2 } }),
    checksOf("x", { from: one, severity: "info" }),
    checksOf("x", { from: one, fixes: true }),
    mine(() => ({})),
    mine(() => ({ Str: undefined })),
  ];
  assert.equal(new Set([same, ...others]).size, others.length + 1);
});
