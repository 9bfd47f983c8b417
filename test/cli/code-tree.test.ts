import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { codeTreeIn } from "../../src/cli/check/code-tree.js";

const folder = mkdtempSync(join(tmpdir(), "code-tree-"));
after(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

write("app/src/b.ts", "export const b = 1;\n");
write("app/src/a.ts", "export const ă = 1;\n");
write("app/.github/check.yml", "on: push\n");
write("app/node_modules/x/index.js", "no\n");
write("app/web/node_modules/y/index.js", "no\n");
write("app/.git/config", "no\n");
write("app/logo.png", Buffer.from([137, 80, 0, 1]));
write("app/data.json", `[${"1,".repeat(600_000)}1]`);
symlinkSync(join(folder, "app"), join(folder, "app/loop"));

test("a folder gives its files in their order, without dependencies and the history", async () => {
  const { paths } = await codeTreeIn("app", folder);
  assert.deepEqual(paths, [".github/check.yml", "data.json", "logo.png", "src/a.ts", "src/b.ts"]);
});

test("a file is read when it is asked for, and once", async () => {
  const tree = await codeTreeIn("app", folder);
  write("app/src/b.ts", "export const b = 2;\n");
  assert.equal(tree.read("src/b.ts"), "export const b = 2;\n");
  write("app/src/b.ts", "export const b = 3;\n");
  assert.equal(tree.read("src/b.ts"), "export const b = 2;\n");
  assert.equal(tree.read("src/a.ts"), "export const ă = 1;\n");
});

test("what is binary, larger than 1 MB, gone or outside of the tree has no text", async () => {
  const tree = await codeTreeIn("app", folder);
  write("app/gone.ts", "");
  const withGone = await codeTreeIn("app", folder);
  rmSync(join(folder, "app/gone.ts"));
  assert.equal(tree.read("logo.png"), undefined);
  assert.equal(tree.read("data.json"), undefined);
  assert.equal(withGone.read("gone.ts"), undefined);
  assert.equal(tree.read("../outside.ts"), undefined);
});

test("a folder that is not there, and a file in its place, are bad usage", async () => {
  await assert.rejects(codeTreeIn("ap", folder), {
    code: "usage/code",
    message: 'there is no folder "ap"',
    hint: "name the folder of the code that the text speaks of: --code .",
  });
  await assert.rejects(codeTreeIn("app/src/a.ts", folder), { code: "usage/code", message: '"app/src/a.ts" is a file, expected a folder' });
});
