import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { folderWorkspace, workspaceRecording } from "../../src/projects/index.js";
import { workspaceTools } from "../../src/projects/workspace-tools.js";
import { rejected } from "../dsl/thrown.js";
import { folderWith } from "./rig.js";

const context = { key: "k", signal: new AbortController().signal };
const files = { "a.md": "one\ntwo\nthree", "b/c.md": "Two wheels", "node_modules/x.md": "two" };

function callsOf(folder: string) {
  const { calls } = folderWorkspace({ cwd: folder });
  return {
    find: (...patterns: string[]) => calls.find?.perform({ patterns }, context),
    read: (path: string, from?: number, to?: number) => calls.read?.perform({ path, from, to }, context),
    write: (path: string, text: string) => calls.write?.perform({ path, text }, context),
    lookup: (path: string, text: string) => calls.write?.lookup?.("k", { path, text }, context),
  };
}

test("a folder finds, reads and writes its files, and knows by what stands there whether it has written", async (t) => {
  const folder = folderWith(t, files);
  const { find, read, write, lookup } = callsOf(folder);
  assert.deepEqual(await find("**/*.md"), ["a.md", "b/c.md"]);
  assert.deepEqual(await find("b"), ["b/c.md"]);
  assert.deepEqual(await find("b/"), ["b/c.md"]);
  assert.deepEqual(await read("a.md", 4, 7), { text: "two", chars: 13 });
  assert.equal(await read("gone.md"), null);
  assert.deepEqual(await lookup("out/r.md", "done"), { happened: "no" });
  const answer = await write("out/r.md", "done");
  assert.equal(readFileSync(join(folder, "out/r.md"), "utf8"), "done");
  assert.deepEqual(await lookup("out/r.md", "done"), { happened: "yes", answer });
});

test("nothing outside of the folder is seen or written, by a path or by a link", async (t) => {
  const folder = folderWith(t, files);
  symlinkSync(tmpdir(), join(folder, "way-out"));
  const { find, read, write } = callsOf(folder);
  for (const act of [
    () => read("../x.md"),
    () => read("/etc/hostname"),
    () => read("way-out/x.md"),
    () => write("../x.md", "x"),
    () => write("way-out/new/x.md", "x"),
    () => find("../*"),
  ]) {
    assert.equal((await rejected(Promise.resolve(act()))).code, "project/outside");
  }
  assert.equal(existsSync(join(folder, "..", "x.md")), false);
});

test("a file that stands where a folder must be is an error that says so", async (t) => {
  const { write } = callsOf(folderWith(t, files));
  const error = await rejected(Promise.resolve(write("a.md/r.md", "x")));
  assert.equal(error.code, "project/write");
  assert.match(error.message, /^"a\.md\/r\.md" cannot be written: /);
});

test("a rehearsal writes nothing, and reads back what it was given to write", async (t) => {
  const folder = folderWith(t, files);
  const { calls } = workspaceRecording({ cwd: folder });
  await calls.write?.perform({ path: "r.md", text: "done" }, context);
  assert.deepEqual(await calls.read?.perform({ path: "r.md" }, context), { text: "done", chars: 4 });
  assert.deepEqual(await calls.read?.perform({ path: "b/c.md" }, context), { text: "Two wheels", chars: 10 });
  assert.equal(await calls.read?.perform({ path: "gone.md" }, context), null);
  assert.equal(existsSync(join(folder, "r.md")), false);
});

test("tools list, read by lines, search whatever the case, and write", async (t) => {
  const folder = folderWith(t, files);
  const call = async (name: string, args: Record<string, unknown>) => {
    const prepared = workspaceTools(folder)
      .find(({ spec }) => spec.name === name)
      ?.prepare(args);
    assert.ok(prepared && "run" in prepared, name);
    return prepared.run({ signal: context.signal, call: "c", read: [] });
  };
  assert.equal(await call("list_files", { pattern: "**/*.md" }), "a.md\nb/c.md");
  assert.equal(await call("list_files", { pattern: "*.txt" }), "no files");
  assert.equal(await call("read_file", { path: "a.md", from: 2 }), "a.md, lines 2 to 3 of 3\n2: two\n3: three");
  assert.equal(await call("search_files", { text: "TWO" }), "a.md:2: two\nb/c.md:1: Two wheels");
  assert.equal(await call("search_files", { text: "four" }), 'no line holds "four"');
  assert.equal(await call("write_file", { path: "d/e.md", text: "new" }), "wrote d/e.md, 3 characters");
  assert.equal(readFileSync(join(folder, "d/e.md"), "utf8"), "new");
  await assert.rejects(call("read_file", { path: "gone.md" }), { message: 'there is no file "gone.md"; list_files says what there is' });
  await assert.rejects(call("read_file", { path: "a.md", from: 9 }), { message: '"a.md" has 3 lines' });
  await assert.rejects(call("write_file", { path: "../e.md", text: "x" }), { code: "project/outside" });
});
