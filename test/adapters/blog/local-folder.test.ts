import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import fc from "fast-check";
import { blog, localFolder, type Post, type Published } from "../../../adapters/blog/index.js";
import type { Lookup } from "../../../src/dsl/index.js";

const signal = new AbortController().signal;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const THAW: Post = { slug: "thaw", day: "2026-03-19", title: "Thaw", markdown: "# Thaw\r\n\r\nIt thawed." };

describe("a local folder as a blog", () => {
  let cwd: string;
  let posts: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), "blog-"));
    posts = join(cwd, "posts");
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  const publish = async (post: Post, key: string, implementation = localFolder({ cwd })) =>
    (await implementation.calls.publish?.perform(blog.calls.publish.takes.parse(post), { key, signal })) as Published;
  const lookup = async (key: string, post: Post = THAW, implementation = localFolder({ cwd })) =>
    (await implementation.calls.publish?.lookup?.(key, post, { key, signal })) as Lookup<Published>;
  const read = async (path: string, folder?: string) =>
    localFolder({ cwd }).calls.read?.perform(folder === undefined ? { path } : { path, folder }, { key: "", signal });
  const fileOf = (name: string) => readFileSync(join(posts, name), "utf8");
  const index = () => fileOf("index.md").split("\n").slice(4, -1);

  it("a post becomes a file with front matter, and a line of the index", async () => {
    const answer = await publish({ ...THAW, summary: "Spring." }, "k1");
    assert.deepEqual(answer, { path: "2026-03-19-thaw.md", address: join(posts, "2026-03-19-thaw.md"), sha256: sha256(THAW.markdown) });
    assert.equal(
      fileOf("2026-03-19-thaw.md"),
      `---\ntitle: "Thaw"\ndate: 2026-03-19\nslug: "thaw"\nsummary: "Spring."\nsha256: "${sha256(THAW.markdown)}"\nkey: "k1"\n---\n\n# Thaw\r\n\r\nIt thawed.`,
    );
    assert.deepEqual(index(), ["- 2026-03-19: [Thaw](2026-03-19-thaw.md): Spring."]);
    assert.deepEqual(readdirSync(posts).sort(), ["2026-03-19-thaw.md", "index.md"]);
  });

  it("a post is read back as it was given, with its title, day and hash; what is not there is null", async () => {
    const { path } = await publish(THAW, "k1");
    assert.deepEqual(await read(path), { markdown: THAW.markdown, title: "Thaw", day: "2026-03-19", sha256: sha256(THAW.markdown) });
    assert.equal(await read("2026-03-19-none.md"), null);
    assert.equal(await read("2026-02-30-none.md"), null);
    assert.equal(await read(path, "no-such-folder"), null);
  });

  it("whatever is published is read back to the byte", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 100 }).filter((drawn) => !/\p{Surrogate}/u.test(drawn)),
      fc
        .array(fc.constantFrom("---", "\n", "\r\n", "\ufeff", "title: x", 'key: "k"', "ș"), { minLength: 1, maxLength: 8 })
        .map((parts) => parts.join("")),
    );
    let number = 0;
    await fc.assert(
      fc.asyncProperty(text, text, async (title, markdown) => {
        const folder = `posts-${number++}`;
        const { path, sha256: published } = await publish({ ...THAW, folder, title, markdown }, `key ${title}`);
        assert.deepEqual(await read(path, folder), { markdown, title, day: "2026-03-19", sha256: published });
        assert.equal(published, sha256(markdown));
        assert.equal((await lookup(`key ${title}`, { ...THAW, folder })).happened, "yes");
      }),
      { numRuns: 40 },
    );
  });

  it("the same key again gives the same answer and writes nothing", async () => {
    const first = await publish(THAW, "k1");
    const before = readdirSync(posts).map((name) => [name, statSync(join(posts, name)).ino, statSync(join(posts, name)).mtimeMs]);
    assert.deepEqual(await publish(THAW, "k1"), first);
    assert.deepEqual(await lookup("k1"), { happened: "yes", answer: first });
    assert.deepEqual(
      readdirSync(posts).map((name) => [name, statSync(join(posts, name)).ino, statSync(join(posts, name)).mtimeMs]),
      before,
    );
  });

  it("two tries of one key at the same time publish one post", async () => {
    const implementation = localFolder({ cwd });
    const [one, other] = await Promise.all([publish(THAW, "k1", implementation), publish(THAW, "k1", implementation)]);
    assert.deepEqual(one, other);
    assert.deepEqual(index(), ["- 2026-03-19: [Thaw](2026-03-19-thaw.md)"]);
  });

  it("another post of the same day and slug gets a number, and replaces nothing", async () => {
    await publish(THAW, "k1");
    const second = await publish({ ...THAW, title: "Thaw again", markdown: "Again" }, "k2");
    assert.equal(second.path, "2026-03-19-thaw-2.md");
    assert.equal((await publish(THAW, "k3")).path, "2026-03-19-thaw-3.md");
    assert.match(fileOf("2026-03-19-thaw.md"), /It thawed\.$/);
    assert.deepEqual(await lookup("k2"), { happened: "yes", answer: second });
    assert.deepEqual(index(), [
      "- 2026-03-19: [Thaw again](2026-03-19-thaw-2.md)",
      "- 2026-03-19: [Thaw](2026-03-19-thaw-3.md)",
      "- 2026-03-19: [Thaw](2026-03-19-thaw.md)",
    ]);
  });

  it("several blogs that publish into one folder at once lose nothing", async () => {
    const keys = ["a", "b", "c", "d", "e", "f"];
    // Each binding has a queue of its own, as another process has.
    const answers = await Promise.all(keys.map((key) => publish({ ...THAW, markdown: key }, key)));
    assert.equal(new Set(answers.map(({ path }) => path)).size, keys.length);
    for (const [at, { path }] of answers.entries()) assert.equal(((await read(path)) as { markdown: string }).markdown, keys[at]);
    assert.equal(index().length, keys.length);
  });

  it("a file that a person put there is not replaced, and is listed", async () => {
    mkdirSync(posts);
    writeFileSync(join(posts, "2026-03-19-thaw.md"), "By hand");
    writeFileSync(join(posts, "notes.md"), "No post");
    assert.equal((await publish(THAW, "k1")).path, "2026-03-19-thaw-2.md");
    assert.equal(fileOf("2026-03-19-thaw.md"), "By hand");
    assert.deepEqual(index(), ["- 2026-03-19: [Thaw](2026-03-19-thaw-2.md)", "- 2026-03-19: [2026-03-19-thaw.md](2026-03-19-thaw.md)"]);
    assert.deepEqual(await read("2026-03-19-thaw.md"), {
      markdown: "By hand",
      title: "2026-03-19-thaw.md",
      day: "2026-03-19",
      sha256: sha256("By hand"),
    });
  });

  it("a key that nobody published is told as not happened, also where there is no folder", async () => {
    assert.deepEqual(await lookup("k1"), { happened: "no" });
    await publish(THAW, "k1");
    assert.deepEqual(await lookup("k2"), { happened: "no" });
    assert.deepEqual(await lookup(""), { happened: "no" });
  });

  it("a try that was cut off after the post is found, and its index made up for", async () => {
    const first = await publish(THAW, "k1");
    rmSync(join(posts, "index.md"));
    assert.deepEqual(await lookup("k1"), { happened: "yes", answer: first });
    assert.deepEqual(index(), ["- 2026-03-19: [Thaw](2026-03-19-thaw.md)"]);
  });

  it("a try that was cut off before the post leaves a draft, which the next one uses up", async () => {
    mkdirSync(posts);
    writeFileSync(join(posts, `.${sha256("k1").slice(0, 12)}.tmp`), '---\ntitle: "Th');
    assert.deepEqual(await lookup("k1"), { happened: "no" });
    await publish(THAW, "k1");
    assert.deepEqual(readdirSync(posts).sort(), ["2026-03-19-thaw.md", "index.md"]);
  });

  it("a post that was edited after it was published keeps its answer, and the edit is seen by who reads it", async () => {
    const first = await publish(THAW, "k1");
    writeFileSync(join(posts, first.path), `${fileOf(first.path)} Edited.`);
    assert.deepEqual(await publish(THAW, "k1"), first);
    assert.equal(((await read(first.path)) as { sha256: string }).sha256, sha256(`${THAW.markdown} Edited.`));
  });

  it("posts without a key are each their own", async () => {
    assert.equal((await publish(THAW, "")).path, "2026-03-19-thaw.md");
    assert.equal((await publish(THAW, "")).path, "2026-03-19-thaw-2.md");
  });

  it("an index page that somebody else wrote stops the post before anything is written", async () => {
    mkdirSync(posts);
    const message = `"${join(posts, "index.md")}" was not written by this blog and would be lost`;
    const hint = "publish into another folder, or move that file away";
    writeFileSync(join(posts, "index.md"), "# My site\n");
    await assert.rejects(publish(THAW, "k1"), { code: "blog/other-index", message, hint });
    assert.deepEqual(readdirSync(posts), ["index.md"]);
    rmSync(join(posts, "index.md"));
    mkdirSync(join(posts, "index.md"));
    await assert.rejects(publish(THAW, "k1"), { code: "blog/other-index", message, hint });
  });

  it("a folder that cannot be one is named with the system's reason", async () => {
    writeFileSync(posts, "a file");
    await assert.rejects(publish(THAW, "k1"), ({ code, message, hint }) => {
      assert.equal(code, "blog/folder");
      assert.match(message, /^the post cannot be written into ".*posts": ENOTDIR: /);
      assert.equal(hint, "make the folder writable, or publish into another");
      return true;
    });
  });

  it("a link in the folder is no post: what it leads to is not the blog's", async () => {
    writeFileSync(join(cwd, "secret"), "secret");
    mkdirSync(posts);
    symlinkSync("../secret", join(posts, "2026-03-19-thaw.md"));
    assert.equal(await read("2026-03-19-thaw.md"), null);
    assert.equal((await publish(THAW, "k1")).path, "2026-03-19-thaw-2.md");
    assert.deepEqual(index(), ["- 2026-03-19: [Thaw](2026-03-19-thaw-2.md)"]);
  });

  it("a request may name another folder, from where the blog's own counts", async () => {
    const answer = await publish({ ...THAW, folder: "out/here" }, "k1");
    assert.equal(answer.address, join(cwd, "out/here/2026-03-19-thaw.md"));
    assert.equal(existsSync(answer.address), true);
    assert.deepEqual(await lookup("k1"), { happened: "no" });
    assert.equal((await lookup("k1", { ...THAW, folder: "out/here" })).happened, "yes");
  });

  it("a slug, a day or a path that leads elsewhere is refused by the schema, as is text that has no UTF-8 form", () => {
    const { publish, read } = blog.calls;
    for (const wrong of [
      { slug: "../x" },
      { slug: "a/b" },
      { slug: "" },
      { slug: "A" },
      { day: "2026-02-30" },
      { day: "../2026" },
      { title: "" },
      { title: "\ud800" },
      { markdown: "a\udc00" },
    ]) {
      assert.equal(publish.takes.safeParse({ ...THAW, ...wrong }).success, false, JSON.stringify(wrong));
    }
    for (const path of ["../2026-03-19-x.md", "index.md", "2026-03-19-x.md/..", "/2026-03-19-x.md"])
      assert.equal(read.takes.safeParse({ path }).success, false, path);
  });
});
