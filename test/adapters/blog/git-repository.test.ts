import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import { blog, gitRepository } from "../../../adapters/blog/index.js";
import type { AnyImplementation } from "../../../src/dsl/index.js";
import { conforms } from "../conformance.js";
import { CLEAN, gitIn } from "../git/repository.js";
import { bareRepository } from "./bare-repository.js";
import { gitHttp } from "./git-http.js";

const { signal } = new AbortController();
const THAW = { slug: "thaw", day: "2026-03-19", title: "Thaw", markdown: "It thawed.\r\n\n# Căpșună\n" };
const AT = new Date("2026-03-19T18:00:00Z");
const NAME = "2026-03-19-thaw.md";
const sha256 = createHash("sha256").update(THAW.markdown).digest("hex");

const publish = async ({ calls }: AnyImplementation, more: object = {}, key = "k1") =>
  calls.publish?.perform(blog.calls.publish.takes.parse({ ...THAW, ...more }), { key, signal });
const read = async ({ calls }: AnyImplementation, path: string, folder?: string) =>
  calls.read?.perform({ path, ...(folder !== undefined && { folder }) }, { key: "", signal });
const lookup = async ({ calls }: AnyImplementation, key = "k1") =>
  calls.publish?.lookup?.(key, blog.calls.publish.takes.parse(THAW), { key, signal });

conforms({
  name: "blog, git repository",
  ref: blog,
  open: (t) => ({
    implementation: bareRepository(t).open(),
    samples: [
      { call: "publish", request: { slug: "thaw", day: "2026-03-19", title: "Thaw", markdown: "It thawed." } },
      { call: "read", request: { path: NAME } },
    ],
  }),
});

describe("a blog that is a git repository", () => {
  it("gets one commit on its branch for a post, which adds the file and changes nothing else", async (t) => {
    const { open, git, remote } = bareRepository(t);
    const answer = await publish(open(), { title: "Thaw\n at  last", summary: "Ice: gone" });
    assert.deepEqual(answer, { path: NAME, address: `${remote} main:posts/${NAME}`, sha256 });
    const mark = createHash("sha256").update("k1").digest("hex").slice(0, 32);
    assert.equal(
      git("show", "--numstat", "--format=%an <%ae> %cn %aI%n%B", "main"),
      `Ana <ana@example.org> Ana 2026-03-19T18:00:00+00:00\nPost: Thaw at last\n\nStagewright: ${mark} ${sha256} posts/${NAME}\n\n\n11\t0\tposts/${NAME}\n`,
    );
    assert.equal(
      git("show", `main:posts/${NAME}`),
      `---\ntitle: "Thaw\\n at  last"\ndate: 2026-03-19\nslug: "thaw"\nsummary: "Ice: gone"\nsha256: "${sha256}"\n---\n\n${THAW.markdown}`,
    );
    assert.equal(git("rev-list", "--count", "main"), "2\n");
  });

  it("is read as it stands on the remote, also what others have pushed; a link is not followed", async (t) => {
    const { open, push, git } = bareRepository(t);
    const reader = open();
    await publish(open({ store: "other" }));
    assert.deepEqual(await read(reader, NAME), { markdown: THAW.markdown, title: "Thaw", day: "2026-03-19", sha256 });
    push(`posts/${NAME}`, "By hand.");
    assert.deepEqual(await read(reader, NAME), {
      ...{ markdown: "By hand.", title: NAME, day: "2026-03-19" },
      sha256: createHash("sha256").update("By hand.").digest("hex"),
    });
    assert.equal(await read(reader, "2026-03-19-frost.md"), null);
    assert.equal(await read(reader, NAME, "elsewhere"), null);
    push("posts/2026-03-19-link.md", { linksTo: "../README.md" });
    assert.equal(await read(reader, "2026-03-19-link.md"), null);
    const { path } = (await publish(reader, { slug: "link" }, "k2")) as { path: string };
    assert.equal(path, "2026-03-19-link-2.md");
    assert.match(git("ls-tree", "main", "posts/"), /120000 blob .*link\.md/);
  });

  it("that others push to at the same time gets the post on top of theirs, and loses nothing", async (t) => {
    const { open, push, git, remote } = bareRepository(t);
    let times = 0;
    // The clock is asked when the history has been fetched, and the commit is not made yet.
    const now = () => {
      times += 1;
      if (times <= 2) push("notes.md", `Faster by ${times}.`);
      return AT;
    };
    assert.equal(((await publish(open({ now }))) as { path: string }).path, NAME);
    assert.deepEqual(git("log", "--format=%s", "main").trim().split("\n"), ["Post: Thaw", "By hand", "By hand", "First"]);
    assert.deepEqual(git("ls-tree", "-r", "--name-only", "main").trim().split("\n"), ["README.md", "notes.md", `posts/${NAME}`]);
    const always = () => {
      times += 1;
      push("notes.md", `Faster by ${times}.`);
      return AT;
    };
    await assert.rejects(publish(open({ now: always }), {}, "k2"), {
      code: "blog/busy",
      message: `others have pushed to "main" of "${remote}" each of 5 times before the post could be`,
      hint: "go on with the run later",
    });
  });

  it("keeps every post of many that are published at once, each from a store of its own", async (t) => {
    const { open, git } = bareRepository(t);
    const keys = ["a", "b", "c"];
    const answers = await Promise.all(keys.map((key) => publish(open({ store: `store-${key}` }), {}, key)));
    assert.deepEqual(answers.map((one) => (one as { path: string }).path).sort(), ["2026-03-19-thaw-2.md", "2026-03-19-thaw-3.md", NAME]);
    assert.equal(git("rev-list", "--count", "main"), "4\n");
  });

  it("that does not take the post says why, and nothing has happened", async (t) => {
    const { open, cwd, remote } = bareRepository(t);
    hook(remote, "pre-receive", "echo 'posts need a review' >&2; exit 1");
    await assert.rejects(publish(open()), {
      code: "blog/refused",
      message: `"${remote}" did not take the post on "main": [remote rejected] (pre-receive hook declined): posts need a review`,
      hint: "see whether you may push there, or publish to a branch that takes it",
    });
    assert.deepEqual(await lookup(open()), { happened: "no" });
    assert.equal(existsSync(join(cwd, "posts")), false);
  });

  it("finds what was published by its key on the remote, also from another machine, and after the file is gone", async (t) => {
    const { open, push, git } = bareRepository(t);
    const answer = await publish(open());
    push(`posts/${NAME}`, null);
    push("a.md", "Stagewright: of nothing", `Notes\n\nStagewright: ${"0".repeat(32)} ${"0".repeat(64)} x.md`);
    const there = open({ store: "elsewhere" });
    assert.deepEqual(await lookup(there), { happened: "yes", answer });
    assert.deepEqual(await publish(there), answer);
    assert.deepEqual([await lookup(there, "k2"), await lookup(there, "")], [{ happened: "no" }, { happened: "unknown" }]);
    assert.equal(git("rev-list", "--count", "main"), "4\n");
  });

  it("that is empty gets its first commit; one without the branch is not given another root", async (t) => {
    const empty = bareRepository(t, { isEmpty: true });
    assert.deepEqual([await lookup(empty.open()), await read(empty.open(), NAME)], [{ happened: "no" }, null]);
    await publish(empty.open());
    assert.equal(empty.git("rev-list", "--count", "main"), "1\n");
    await assert.rejects(publish(empty.open({ branch: "pages" })), {
      code: "blog/no-branch",
      message: `"${empty.remote}" has no branch "pages"`,
      hint: 'give one as `branch`; those that are there: "main"',
    });
  });

  it("runs no hook, and heeds no setting of the person's git that would change what is written or pushed", async (t) => {
    const { open, git, cwd } = bareRepository(t);
    const hooks = join(cwd, "hooks");
    mkdirSync(hooks);
    for (const name of ["pre-push", "reference-transaction", "post-index-change"]) {
      // On the other side of a path the same settings hold for the remote, whose own matter its hooks are.
      script(join(hooks, name), `case "$PWD" in *remote.git) ;; *) touch "${cwd}/ran" ;; esac`);
    }
    const settings = join(cwd, "gitconfig");
    writeFileSync(
      settings,
      `[user]\n name = Cy\n email = cy@example.org\n[core]\n hooksPath = ${hooks}\n fsmonitor = ${hooks}/pre-push\n autocrlf = true\n` +
        "[commit]\n gpgSign = true\n[push]\n followTags = true\n gpgSign = true\n[log]\n showSignature = true\n",
    );
    const rest = { cwd, remote: join(cwd, "remote.git") };
    await publish(gitRepository({ ...rest, env: { ...CLEAN, GIT_CONFIG_GLOBAL: settings, GIT_DIR: "/nowhere" } }));
    assert.equal(existsSync(join(cwd, "ran")), false);
    // Who writes is theirs to say.
    assert.equal(git("show", "--format=%an", "--quiet", "main"), "Cy\n");
    assert.deepEqual(await read(open(), NAME), { markdown: THAW.markdown, title: "Thaw", day: "2026-03-19", sha256 });
    await assert.rejects(publish(open({ env: CLEAN }), { folder: "../x" }, "k2"), {
      code: "blog/folder",
      message: '"../x" is no folder inside the repository',
    });
    await assert.rejects(publish(gitRepository({ ...rest, env: CLEAN }), {}, "k2"), {
      code: "blog/author",
      message: "git does not know who writes the post",
      hint: 'give `author`, or run: git config --global user.name "…" and user.email',
    });
    assert.deepEqual(readdirSync(join(cwd, ".stagewright/blogs")).length, 1);
  });

  it("whose fetch was killed is fetched again, though git has left its lock", async (t) => {
    const { open, cwd } = bareRepository(t);
    const blogHere = open({ store: "store" });
    await lookup(blogHere);
    writeFileSync(join(cwd, "store/refs/blog/main.lock"), "");
    assert.deepEqual(await lookup(blogHere), { happened: "no" });
  });

  it("that cannot be reached is named", async (t) => {
    const { open, cwd } = bareRepository(t);
    await assert.rejects(publish(open({ remote: "gone.git" })), ({ code, message }) => {
      assert.equal(code, "blog/unreachable");
      assert.match(
        message,
        new RegExp(`^the blog at "${join(cwd, "gone.git")}" cannot be reached: fatal: '.*' does not appear to be a git repository`),
      );
      return true;
    });
  });

  it("is logged in to by a token that stands in no message", async (t) => {
    const { cwd, remote, open, git } = bareRepository(t);
    git("config", "http.receivepack", "true");
    const server = await gitHttp(t, { root: cwd, login: "git:tok-secret-17" });
    const over = (token: string) =>
      open({ remote: `${server.url}remote.git`, passwordFrom: "BLOG_TOKEN", env: { ...CLEAN, BLOG_TOKEN: token } });
    const answer = await publish(over("tok-secret-17"));
    assert.deepEqual(await lookup(over("tok-secret-17")), { happened: "yes", answer });
    assert.deepEqual(gitIn(remote, ["rev-list", "--count", "main"]), "2\n");
    await assert.rejects(publish(over("wrong-secret-18"), {}, "k2"), (error: Error) => {
      assert.equal("code" in error && error.code, "blog/unreachable");
      assert.doesNotMatch(inspect(error, { depth: null }), /secret-18/);
      assert.match(error.message, /cannot be reached: .*(Authentication failed|could not read Username)/);
      return true;
    });
    await assert.rejects(publish(open({ remote: `${server.url}remote.git` })), { code: "blog/unreachable" });
  });

  it("that sends on to another server is not followed, so that the token is not carried there", async (t) => {
    const { cwd, open } = bareRepository(t);
    const other = await gitHttp(t, { root: cwd, login: "git:tok-secret-17" });
    const first = createServer((request, response) => response.writeHead(301, { location: `${other.url}${request.url?.slice(1)}` }).end());
    await new Promise<void>((listening) => first.listen(0, "127.0.0.1", listening));
    t.after(() => first.close());
    const remote = `http://127.0.0.1:${(first.address() as AddressInfo).port}/remote.git`;
    await assert.rejects(publish(open({ remote, passwordFrom: "BLOG_TOKEN", env: { ...CLEAN, BLOG_TOKEN: "tok-secret-17" } })), {
      code: "blog/unreachable",
    });
    assert.deepEqual(other.asked, []);
  });

  it("has an address that names no program and no password, and is not in the clear", (t) => {
    const { open } = bareRepository(t);
    const form = "give it as https://…, ssh://…, git@host:path or a path";
    for (const [remote, message, hint] of [
      ["ext::sh -c true", '"ext::sh -c true" is not the address of a repository', form],
      ["--upload-pack=x", '"--upload-pack=x" is not the address of a repository', form],
      ["ftp://example.org/x", '"ftp://example.org/x" is not the address of a repository', form],
      ["ssh://-oProxyCommand=x/y", '"ssh://-oProxyCommand=x/y" is not the address of a repository', form],
      [
        "https://ana:secret@example.org/x",
        '"https://…@example.org/x" has the user or the password in it',
        "give `user`, and as `passwordFrom` the environment variable of the token",
      ],
      ["http://example.org/x", '"http://example.org/x" would have the posts and the token sent in the clear', "use https:// or ssh://"],
    ] as const) {
      assert.throws(() => open({ remote }), { code: "blog/address", message, hint });
    }
    for (const remote of ["git@example.org:ana/blog.git", "ssh://git@example.org/x", "https://example.org/x.git", "../blog"])
      assert.ok(open({ remote }));
  });
});

function script(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

function hook(repository: string, name: string, text: string): void {
  mkdirSync(join(repository, "hooks"), { recursive: true });
  script(join(repository, "hooks", name), text);
}
