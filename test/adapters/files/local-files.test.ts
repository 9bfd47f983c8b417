import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import fc from "fast-check";
import { files, localFiles } from "../../../adapters/files/index.js";

const context = { key: "", signal: new AbortController().signal };

describe("local files", () => {
  let top: string;
  let root: string;
  beforeEach(() => {
    top = realpathSync(mkdtempSync(join(tmpdir(), "files-")));
    root = join(top, "root");
    put({
      "secret.txt": "secret",
      "root/a.md": "a\r\n",
      "root/b.txt": "b",
      "root/sub/c.md": "c",
      "root/.hidden.md": "h",
      "root-too/d.md": "d",
    });
  });
  afterEach(() => rmSync(top, { recursive: true }));

  function put(contents: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [path, content] of Object.entries(contents)) {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), content);
    }
  }
  // As the runner does: what the schema refuses never reaches an implementation.
  const list = async (...patterns: string[]) =>
    localFiles({ cwd: top }).calls.list?.perform(files.calls.list.takes.parse({ root: "root", patterns }), context);
  const read = async (path: string, more: { root?: string; maxBytes?: number } = {}) =>
    localFiles({ cwd: top }).calls.read?.perform(files.calls.read.takes.parse({ root: "root", path, ...more }), context);
  const outside = (path: string) => ({
    code: "files/outside-root",
    message: `"${path}" leads out of "${root}"`,
    hint: "name a path inside the root, or choose a wider root",
  });

  describe("list", () => {
    it("the files that match are listed in order, with what a later pattern takes away left out", async () => {
      assert.deepEqual(await list("**/*.md", "*.txt"), ["a.md", "b.txt", "sub/c.md"]);
      assert.deepEqual(await list("**/*", "!sub/**"), ["a.md", "b.txt"]);
      assert.deepEqual(await list("*.none"), []);
    });

    it("a name with a dot before it is matched only by a pattern that spells the dot", async () => {
      assert.deepEqual(await list(".*.md"), [".hidden.md"]);
    });

    it("a pattern that leads out of the root is refused, however it is spelled", async () => {
      for (const pattern of [
        "../*.txt",
        "sub/../../*.txt",
        "!../*.txt",
        "..",
        join(top, "*.txt"),
        "C:/x",
        "\\x",
        "{..,sub}/*.txt",
        "@(..|sub)/*",
      ]) {
        await assert.rejects(list(pattern), outside(pattern));
      }
      await assert.rejects(list("{.,}./*.txt"), outside("../secret.txt"));
    });

    it("links are not listed, and folders behind links not entered, also when a pattern names them", async () => {
      symlinkSync("../root-too", join(root, "out"));
      symlinkSync("sub", join(root, "in"));
      symlinkSync("a.md", join(root, "link.md"));
      symlinkSync(".", join(root, "loop"));
      assert.deepEqual(await list("**/*.md", "out/*.md", "out/d.md", "in/c.md", "link.md", "loop/a.md"), ["a.md", "sub/c.md"]);
    });

    it("a root that is itself behind a link is a root", async () => {
      symlinkSync("root", join(top, "alias"));
      assert.deepEqual(await localFiles({ cwd: top }).calls.list?.perform({ root: "alias", patterns: ["*.md", "sub/c.md"] }, context), [
        "a.md",
        "sub/c.md",
      ]);
      assert.deepEqual(await read("sub/c.md", { root: "alias" }), { text: "c" });
    });

    it("a root that is not there or is a file is named", async () => {
      const perform = (path: string) => localFiles({ cwd: top }).calls.list?.perform({ root: path, patterns: ["*"] }, context);
      for (const path of ["none", "secret.txt"]) {
        await assert.rejects(async () => perform(path), {
          code: "files/no-root",
          message: `"${join(top, path)}" is not a folder`,
          hint: "name a folder that exists",
        });
      }
    });
  });

  describe("read", () => {
    it("a file's text comes as it is, with its line ends and its byte order mark", async () => {
      put({ "root/bom.txt": "\ufeffș\r\n" });
      assert.deepEqual(await read("a.md"), { text: "a\r\n" });
      assert.deepEqual(await read("bom.txt"), { text: "\ufeffș\r\n" });
      assert.deepEqual(await read("sub/../a.md"), { text: "a\r\n" });
      assert.deepEqual(await read(join(root, "a.md")), { text: "a\r\n" });
    });

    it("what is not there is null, also below what is a file, and behind a link that leads nowhere", async () => {
      symlinkSync("nowhere", join(root, "dangling"));
      for (const path of ["none", "none/deeper/none", "a.md/x", "dangling"]) assert.equal(await read(path), null);
    });

    it("a path that leads out of the root is refused, whether or not something is there", async () => {
      symlinkSync("..", join(root, "up"));
      symlinkSync("../secret.txt", join(root, "link.txt"));
      symlinkSync(join(top, "root-too"), join(root, "too"));
      const ways = ["../secret.txt", "../none", "..", "/etc/passwd", "/", join(top, "secret.txt"), "../root-too/d.md"];
      for (const path of [...ways, "up/secret.txt", "up/none", "link.txt", "too/d.md", "sub/../up/secret.txt"]) {
        await assert.rejects(read(path), outside(path));
      }
    });

    it("a link that stays inside is followed", async () => {
      symlinkSync("sub/c.md", join(root, "link.md"));
      symlinkSync("sub", join(root, "folder"));
      assert.deepEqual(await read("link.md"), { text: "c" });
      assert.deepEqual(await read("folder/c.md"), { text: "c" });
    });

    it("whatever path is asked for, nothing outside is ever read", async () => {
      symlinkSync("..", join(root, "up"));
      symlinkSync("sub", join(root, "in"));
      const step = fc.constantFrom("..", ".", "", "up", "in", "sub", "root", "root-too", "a.md", "c.md", "d.md", "secret.txt", top);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
          const path = steps.join("/") || ".";
          const answer = await read(path).catch((error: { code?: string }) => {
            assert.match(String(error.code), /^files\/(outside-root|not-a-file)$/);
            return null;
          });
          assert.ok(answer === null || ["a\r\n", "c"].includes((answer as { text: string }).text), path);
        }),
        { numRuns: 300 },
      );
    });

    it("a file that is longer than may be is refused, one that is just as long is read", async () => {
      put({ "root/long": "x".repeat(1_001) });
      assert.deepEqual(await read("long", { maxBytes: 1_001 }), { text: "x".repeat(1_001) });
      await assert.rejects(read("long", { maxBytes: 1_000 }), {
        code: "files/too-long",
        message: `"long" is longer than 1000 bytes`,
        hint: "read less, or give a larger `maxBytes`",
      });
    });

    it("a file that is not UTF-8 is refused", async () => {
      put({ "root/latin1": Buffer.from("Caf\xe9", "latin1") });
      await assert.rejects(read("latin1"), {
        code: "files/not-text",
        message: `"latin1" is not UTF-8 text`,
        hint: "convert it, or leave it out",
      });
    });

    it("a folder, and a pipe that nobody writes to, are no files", async () => {
      execFileSync("mkfifo", [join(root, "pipe")]);
      for (const path of ["sub", ".", "pipe"]) {
        await assert.rejects(read(path), {
          code: "files/not-a-file",
          message: `"${path}" is not a file`,
          hint: "name a file; `list` finds them",
        });
      }
    });

    it("a file that may not be read is an error, not a missing one", {
      skip: process.getuid?.() === 0 && "root may read all",
    }, async () => {
      chmodSync(join(root, "b.txt"), 0o000);
      await assert.rejects(read("b.txt"), { code: "EACCES" });
    });
  });

  it("a NUL in a path or a pattern is refused by the schema", () => {
    assert.equal(files.calls.read.takes.safeParse({ root: "r", path: "a\0b" }).success, false);
    assert.equal(files.calls.list.takes.safeParse({ root: "r", patterns: ["a\0b"] }).success, false);
  });
});
