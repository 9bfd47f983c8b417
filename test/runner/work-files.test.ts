import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { filesSince, stampsOf } from "../../src/runner/work-files.js";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function folderOf(t: TestContext, files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "files-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

test("a folder in which nothing happened has no changed files", async (t) => {
  const folder = await folderOf(t, { "a.txt": "A", "deep/er/b.txt": "B" });
  assert.deepEqual(await filesSince(folder, await stampsOf(folder), undefined), { files: [] });
});

test("dependencies, versions and runs are not looked at", async (t) => {
  const folder = await folderOf(t, { "a.txt": "A", "out/r/journal.jsonl": "", "node_modules/x/x.js": "", ".git/HEAD": "" });
  const before = await stampsOf(folder);
  for (const path of ["out/r/more.md", "node_modules/x/y.js", ".git/index", "b.txt"]) await writeFile(join(folder, path), "B");
  assert.deepEqual(await filesSince(folder, before, undefined), { files: [{ path: "b.txt", is: "new", bytes: 1, sha256: sha256("B") }] });
});

test("a link out of the folder is named without what stands behind it, and no folder behind a link is entered", async (t) => {
  const outside = await folderOf(t, { "secret.txt": "S" });
  const folder = await folderOf(t, { "a.txt": "A" });
  const before = await stampsOf(folder);
  await symlink(join(outside, "secret.txt"), join(folder, "link.txt"));
  await symlink(outside, join(folder, "linked"));
  assert.deepEqual(await filesSince(folder, before, undefined), {
    files: [
      { path: "link.txt", is: "new" },
      { path: "linked", is: "new" },
    ],
  });
});

test("a folder that is not there has no files", async (t) => {
  const folder = await folderOf(t, {});
  assert.deepEqual(await stampsOf(join(folder, "none")), new Map());
});

test("where there are too many files to look through, the file that the call names is looked at", async (t) => {
  const folder = await folderOf(t, { "a.txt": "A" });
  assert.deepEqual(await filesSince(folder, undefined, "a.txt"), {
    files: [{ path: "a.txt", is: "changed", bytes: 1, sha256: sha256("A") }],
    isFolderTooLarge: true,
  });
  assert.deepEqual(await filesSince(folder, undefined, undefined), { files: [], isFolderTooLarge: true });
});
