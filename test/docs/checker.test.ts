/** The checker of the docs finds what is wrong with a page: each test gives it a page with one mistake. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { commandFault } from "./commands.js";
import { dataFaults } from "./data.js";
import { linkFaults } from "./links.js";
import { readPage } from "./page.js";
import { type Project, project } from "./project.js";
import { typeFaults } from "./type-check.js";

const page = (...lines: readonly string[]) => readPage("docs/broken.md", lines.join("\n"));

/** Commands that need no library find all that they need in an empty folder. */
function emptyFolder(t: TestContext): Project {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "docs-empty-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, env: { PATH: process.env.PATH, HOME: folder } };
}

describe("reading a page", () => {
  test("a block that does not say how it is checked is named", () => {
    assert.deepEqual(page("# Broken", "", "```python", "print(1)", "```").faults, [
      'docs/broken.md:3: "python" does not say how the block is checked; known are ts, ts file=<path>, sh, sh exit=<code>, sh no-run, json, jsonl, text, mermaid',
    ]);
    for (const info of [
      "",
      "ts twice",
      "ts file=../outside.ts",
      "ts file=/etc/x.ts",
      "ts file=x.js",
      "sh exit=0",
      "sh exit=",
      "bash",
      "json x",
    ]) {
      assert.equal(page(`\`\`\`${info}`, "```").faults.length, 1, info);
    }
  });

  test("a block without fences, and a fence that is never closed, are named", () => {
    assert.deepEqual(page("A command:", "", "    rm -rf .", "", "And", "", "```sh", "ls").faults, [
      "docs/broken.md:3: a block that is only indented is not checked: put it between fences",
      "docs/broken.md:7: the fence is never closed",
    ]);
  });

  test("a block inside a list loses the list's indentation", () => {
    const { blocks } = page("1. First", "", "   ```sh exit=3", "   if true", "     then false", "", "   fi", "   ```");
    assert.deepEqual(blocks, [{ page: "docs/broken.md", line: 3, info: { kind: "sh", exit: 3 }, text: "if true\n  then false\n\nfi" }]);
  });

  test("a heading's anchor is what GitHub makes of it", () => {
    const { anchors } = page(
      "# Run, `resume` & [fork](x.md)",
      "",
      "## What may be deleted?",
      "",
      "## What may be deleted?",
      "",
      "journal.jsonl",
      "---",
    );
    assert.deepEqual([...anchors], ["run-resume--fork", "what-may-be-deleted", "what-may-be-deleted-1", "journaljsonl"]);
  });
});

describe("data", () => {
  const faultsOf = (...lines: readonly string[]) => page(...lines).blocks.flatMap(dataFaults);

  test("what is not JSON is named by its line", () => {
    assert.deepEqual(faultsOf("```json", "{", "```"), ["docs/broken.md:1: it is not JSON"]);
    assert.deepEqual(faultsOf("```jsonl", '{"seq":1}', '{"seq":', "```"), ["docs/broken.md:3: it is not JSON"]);
    assert.deepEqual(faultsOf("```jsonl", '{"seq":1}', '{"seq":2}', "```", "", "```json", "[1]", "```"), []);
  });

  test("a tape is read as one", () => {
    assert.deepEqual(faultsOf("```jsonl", '{"tape":1}', "// a day", '{"adapter":"git"}', "```"), [
      'docs/broken.md:4: line 3 of the tape is not right at "call": expected string, received undefined',
    ]);
    assert.deepEqual(faultsOf("```jsonl", '{"tape":2}', "```"), [
      "docs/broken.md:2: the tape is a tape of version 2; version 1 is what can be read",
    ]);
  });

  test("lessons are read as such", () => {
    assert.deepEqual(faultsOf("", "```jsonl", '{"severity":1', "```"), [
      "docs/broken.md:3: the lesson would be skipped: it is cut short or is not JSON",
    ]);
  });

  test("a diagram without a line is named", () => {
    assert.deepEqual(faultsOf("```mermaid", "```"), ["docs/broken.md:1: the diagram is empty"]);
  });
});

test("links to what is not there are named, links to what is are not", (t) => {
  const { folder } = emptyFolder(t);
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "README.md"), "# Try it\n");
  writeFileSync(join(folder, "docs/broken.md"), "## Here\n");
  const linked = page(
    "[a](../README.md) [b](../README.md#try-it) [c](#here) [d](https://example.org/#x) [e](..)",
    "[f](gone.md) [g](../README.md#gone)",
    "[h](#gone) [i](../../outside.md) [j][ref]",
    "",
    "[ref]: ../gone/",
    "",
    '| <img src="gone.png"> |',
    "|---|",
  );
  assert.deepEqual(linkFaults(linked, folder), [
    'docs/broken.md:2: the link "gone.md" leads to "docs/gone.md", which is not there',
    'docs/broken.md:2: the link "../README.md#gone" leads to a heading that "README.md" does not have',
    'docs/broken.md:3: the link "#gone" leads to a heading that "docs/broken.md" does not have',
    'docs/broken.md:3: the link "../../outside.md" leads out of the repository',
    'docs/broken.md:5: the link "../gone/" leads to "gone/", which is not there',
    'docs/broken.md:7: the link "gone.png" leads to "docs/gone.png", which is not there',
  ]);
});

test("what the compiler says is placed on the page", async (t) => {
  const broken = page(
    "```ts file=pipelines/one.ts",
    'import { words } from "stagewright";',
    "export const limit = words({ max: 1 });",
    "```",
    "",
    "```ts",
    'import { limit } from "./pipelines/one.js";',
    "export const rule: number = limit.rule;",
    "```",
    "",
    "```ts file=pipelines/one.ts",
    "export {};",
    "```",
  );
  const other = readPage("README.md", '```ts\nimport "stagewright/src/index.js";\n```\n');
  assert.deepEqual(await typeFaults([broken, other], t.signal), [
    'docs/broken.md:11: "pipelines/one.ts" is written by an earlier block of the page',
    "docs/broken.md:8: error TS2322: Type 'string' is not assignable to type 'number'.",
    "README.md:2: error TS2882: Cannot find module or type declarations for side-effect import of 'stagewright/src/index.js'.",
  ]);
});

describe("commands", () => {
  const faultOf = (t: TestContext, ...lines: readonly string[]) => commandFault(page(...lines), emptyFolder(t), t.signal);

  test("a command that fails is named with its line, its exit code and what it wrote", async (t) => {
    const fault = await faultOf(
      t,
      "Look:",
      "",
      "```sh",
      "echo found",
      "ls gone 2> /dev/null || sh -c 'echo lost >&2; exit 4'",
      "echo never",
      "```",
    );
    assert.equal(fault, "docs/broken.md:5: \"ls gone 2> /dev/null || sh -c 'echo lost >&2; exit 4'\" ended with exit code 4\nfound\nlost");
  });

  test("a failure left of && counts, too", async (t) => {
    assert.equal(await faultOf(t, "```sh", "false && true", "true", "```"), 'docs/broken.md:2: "false && true" ended with exit code 1');
  });

  test("a block without a command, and one that bash cannot read, are named", async (t) => {
    assert.equal(await faultOf(t, "```sh", "# later", "```"), "docs/broken.md:1: bash finds no command in the block");
    const unread = await faultOf(t, "```sh", "for name in a; do", "```");
    assert.match(unread ?? "", /^docs\/broken.md:1: bash finds no command in the block\n.*: line 2: syntax error: unexpected end of file$/);
  });

  test("the exit code that is announced is the last command's, and no other's", async (t) => {
    assert.equal(await faultOf(t, "```sh exit=3", "true", "sh -c 'exit 3'", "", "```"), undefined);
    assert.equal(await faultOf(t, "```sh exit=3", "sh -c \\", "  'exit 3'", "```"), undefined);
    assert.equal(await faultOf(t, "```sh exit=3", "true", "```"), 'docs/broken.md:2: "true" ended with exit code 0, expected 3');
    assert.equal(
      await faultOf(t, "```sh exit=3", "sh -c 'exit 3'", "true", "```"),
      "docs/broken.md:2: \"sh -c 'exit 3'\" ended with exit code 3",
    );
    assert.equal(
      await faultOf(t, "```sh", "sh -c 'exit 3'", "```"),
      "docs/broken.md:2: \"sh -c 'exit 3'\" ended with exit code 3, expected 0",
    );
  });

  test("files and commands come in the order of the page, each block from the project's folder", async (t) => {
    const lines = [
      "```ts file=a/b.ts",
      "export {};",
      "```",
      "```sh",
      "cd a",
      "grep -q export b.ts",
      "```",
      "```sh",
      "test -f a/b.ts",
      "```",
    ];
    const empty = emptyFolder(t);
    assert.equal(await commandFault(page(...lines), empty, t.signal), undefined);
    assert.equal(readFileSync(join(empty.folder, "a/b.ts"), "utf8"), "export {};");
    assert.match((await faultOf(t, ...lines.slice(3))) ?? "", /^docs\/broken.md:2: "cd a" ended with exit code 1\n/);
  });

  test("only what is on the list is not run", async (t) => {
    assert.equal(
      await faultOf(t, "```sh no-run", "npm ci && npm test", "rm -rf notes", "```"),
      'docs/broken.md:3: "rm -rf notes" is not on the list of commands that are not run',
    );
    assert.equal(await faultOf(t, "```sh no-run", "# all of it", "npm ci && npm test", "```"), undefined);
  });

  test("npm installs nothing and runs nothing", async (t) => {
    const user = project(t, "user");
    const fault = await commandFault(page("```sh", "npm ci && touch a", "npm test", "```"), user, t.signal);
    assert.equal(fault, 'docs/broken.md:3: "npm test" ended with exit code 1, expected 0\nnpm test is not run by the tests of the docs');
    assert.ok(existsSync(join(user.folder, "a")));
  });
});
