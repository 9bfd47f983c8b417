import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import type { z } from "zod";
import { type DiffStat, type git, gitProgram } from "../../../adapters/git/index.js";
import { CLEAN, gitIn, repository, type TestCommit } from "./repository.js";

const context = { key: "", signal: new AbortController().signal };
type Log = z.output<(typeof git)["calls"]["log"]["gives"]>;

function reader(env: Readonly<Record<string, string | undefined>> = CLEAN) {
  const { calls } = gitProgram({ cwd: "/", env });
  // The calls are known by name only; the conformance suite holds their answers against the schemas.
  const call = async <Answer>(name: string, request: unknown) => (await calls[name]?.perform(request, context)) as Answer;
  return {
    name: (repo: string) => call<string>("name", { repo }),
    newestDay: (repo: string) => call<string | null>("newestDay", { repo }),
    log: (repo: string, day: string) => call<Log>("log", { repo, day }),
    diffStat: (repo: string, day: string) => call<DiffStat>("diffStat", { repo, day }),
  };
}

const { name, newestDay, log, diffStat } = reader();
const subjects = async (repo: string, day: string) => (await log(repo, day)).map(({ subject }) => subject);

const TWO_DAYS: readonly TestCommit[] = [
  { authored: "2026-03-18T09:00:00+02:00", message: "Begin", files: { "a.txt": "one\ntwo\n" } },
  {
    authored: "2026-03-19T10:00:00+02:00",
    message: "Say more\n\nTwo lines:\n- of body\n\n",
    files: { "a.txt": "one\n2\nthree\n", "b.txt": "b\n" },
  },
  { authored: "2026-03-19T11:30:00+02:00", message: "Drop b", files: { "b.txt": null } },
];

describe("the git program", () => {
  // Nobody writes to it, so that one will do for all.
  const twoDays = repository({ after }, TWO_DAYS);

  it("the log of a day holds its commits in the order in which they were authored, with what each changed", async () => {
    const hashes = gitIn(twoDays, ["log", "--reverse", "--format=%H"]).split("\n");
    assert.deepEqual(await log(twoDays, "2026-03-19"), [
      {
        hash: hashes[1],
        short: hashes[1]?.slice(0, 7),
        author: "Ana",
        date: "2026-03-19T10:00:00+02:00",
        subject: "Say more",
        body: "Two lines:\n- of body",
        files: [
          { path: "a.txt", renamedFrom: null, insertions: 2, deletions: 1 },
          { path: "b.txt", renamedFrom: null, insertions: 1, deletions: 0 },
        ],
        isCutOff: false,
      },
      {
        hash: hashes[2],
        short: hashes[2]?.slice(0, 7),
        author: "Ana",
        date: "2026-03-19T11:30:00+02:00",
        subject: "Drop b",
        body: "",
        files: [{ path: "b.txt", renamedFrom: null, insertions: 0, deletions: 1 }],
        isCutOff: false,
      },
    ]);
  });

  it("the sums of a day add up what its commits changed, by file and in all", async () => {
    assert.deepEqual(await diffStat(twoDays, "2026-03-19"), {
      commits: 2,
      filesChanged: 2,
      insertions: 3,
      deletions: 2,
      files: [
        { path: "a.txt", commits: 1, insertions: 2, deletions: 1 },
        { path: "b.txt", commits: 2, insertions: 1, deletions: 1 },
      ],
      commitsCutOff: 0,
    });
  });

  it("the first commit of a repository changed all that it holds", async () => {
    const [first] = await log(twoDays, "2026-03-18");
    assert.deepEqual(first?.files, [{ path: "a.txt", renamedFrom: null, insertions: 2, deletions: 0 }]);
  });

  it("a day without commits is empty, not an error", async () => {
    assert.deepEqual(await log(twoDays, "2026-03-20"), []);
    assert.deepEqual(await diffStat(twoDays, "2026-03-20"), {
      commits: 0,
      filesChanged: 0,
      insertions: 0,
      deletions: 0,
      files: [],
      commitsCutOff: 0,
    });
  });

  it("a repository without commits has no newest day and an empty log", async (t) => {
    const repo = repository(t, []);
    assert.equal(await newestDay(repo), null);
    assert.deepEqual(await log(repo, "2026-03-19"), []);
  });

  it("a repository is called as where it was cloned from, else as its folder, also from a folder inside it", async (t) => {
    const repo = repository(t, []);
    mkdirSync(join(repo, "in"));
    assert.equal(await name(join(repo, "in")), basename(repo));
    for (const url of ["https://ana:secret@example.org/ana/thaw.git", "git@example.org:ana/thaw", "/srv/git/thaw.git/"]) {
      gitIn(repo, ["config", "remote.origin.url", url]);
      assert.equal(await name(repo), "thaw");
    }
  });

  it("a commit's day is that of its author's own calendar, whatever the zone or the date of committing", async (t) => {
    const repo = repository(t, [
      { authored: "2026-03-18T23:30:00-08:00", committed: "2026-03-25T00:00:00+00:00", message: "Late in California" },
      { authored: "2026-03-20T00:30:00+13:00", committed: "2026-03-25T00:00:00+00:00", message: "Early in Auckland" },
    ]);
    assert.deepEqual(await subjects(repo, "2026-03-18"), ["Late in California"]);
    assert.deepEqual(await subjects(repo, "2026-03-20"), ["Early in Auckland"]);
    assert.equal(await newestDay(repo), "2026-03-20");
  });

  it("the newest day is found below commits that were authored earlier", async (t) => {
    const repo = repository(t, [
      { authored: "2026-03-19T10:00:00+00:00", message: "Newest" },
      { authored: "2026-03-01T10:00:00+00:00", committed: "2026-03-20T10:00:00+00:00", message: "Picked from a branch" },
    ]);
    assert.equal(await newestDay(repo), "2026-03-19");
  });

  it("a commit whose date no calendar holds belongs to no day", async (t) => {
    const repo = repository(t, [
      { authored: "2026-03-19T10:00:00+00:00", message: "Sane" },
      { authored: "99999999999999 +0000", committed: "2026-03-19T11:00:00+00:00", message: "From the year three million" },
    ]);
    assert.equal(await newestDay(repo), "2026-03-19");
    assert.deepEqual(await subjects(repo, "2026-03-19"), ["Sane"]);
  });

  it("merges are left out, and what they merge is not", async (t) => {
    const repo = repository(t, [
      { authored: "2026-03-18T10:00:00+00:00", message: "Base", files: { a: "a\n" } },
      { authored: "2026-03-19T10:00:00+00:00", message: "On a branch", files: { b: "b\n" } },
      { authored: "2026-03-19T11:00:00+00:00", message: "On main", on: 0, files: { c: "c\n" } },
      { authored: "2026-03-20T12:00:00+00:00", message: "Merge", merges: 1, files: { b: "b\n" } },
    ]);
    assert.deepEqual(await subjects(repo, "2026-03-19"), ["On a branch", "On main"]);
    assert.deepEqual(await subjects(repo, "2026-03-20"), []);
    assert.equal(await newestDay(repo), "2026-03-19");
  });

  it("commits of one second stand in the order of the history", async (t) => {
    const authored = "2026-03-19T10:00:00+00:00";
    const messages = Array.from({ length: 12 }, (_, index) => `Step ${index}`);
    const repo = repository(
      t,
      messages.map((message) => ({ authored, message })),
    );
    assert.deepEqual(await subjects(repo, "2026-03-19"), messages);
  });

  it("a renamed file has both names, a binary one no lines, an empty commit no files", async (t) => {
    const text = "one\ntwo\nthree\nfour\nfive\n";
    const repo = repository(t, [
      { authored: "2026-03-18T10:00:00+00:00", message: "Base", files: { "old name": text } },
      {
        authored: "2026-03-19T10:00:00+00:00",
        message: "Move",
        files: { "new name": { from: "old name" }, "an image": new Uint8Array([0, 1, 2]) },
      },
      { authored: "2026-03-19T11:00:00+00:00", message: "Nothing" },
      { authored: "2026-03-19T12:00:00+00:00", message: "Edit", files: { "new name": `${text}six\n`, "an image": "now text\n" } },
    ]);
    assert.deepEqual(
      (await log(repo, "2026-03-19")).map(({ subject, files }) => ({ subject, files })),
      [
        {
          subject: "Move",
          files: [
            { path: "an image", renamedFrom: null, insertions: null, deletions: null },
            { path: "new name", renamedFrom: "old name", insertions: 0, deletions: 0 },
          ],
        },
        { subject: "Nothing", files: [] },
        {
          subject: "Edit",
          files: [
            { path: "an image", renamedFrom: null, insertions: null, deletions: null },
            { path: "new name", renamedFrom: null, insertions: 1, deletions: 0 },
          ],
        },
      ],
    );
    const { files, insertions } = await diffStat(repo, "2026-03-19");
    assert.deepEqual(
      { files, insertions },
      {
        files: [
          { path: "an image", commits: 2, insertions: null, deletions: null },
          { path: "new name", commits: 2, insertions: 1, deletions: 0 },
        ],
        insertions: 1,
      },
    );
  });

  it("file names and messages of any shape come back as they are", async (t) => {
    const names = ["-rf", "a\nb", "a\tb", 'say "x"', "ș și ț", " lead", "1\t2\tx", "back\\slash", "日本.md"];
    const message = 'Subject "with" \\ and ș\n\n1\t2\tnot-a-file\n-\t-\tneither\n\n---\n\ncommit deadbeef';
    const repo = repository(t, [
      {
        authored: "2026-03-19T10:00:00+00:00",
        author: "Șerban O'Neil",
        message,
        files: Object.fromEntries(names.map((name) => [name, "x\n"])),
      },
    ]);
    const [commit] = await log(repo, "2026-03-19");
    assert.deepEqual(
      commit?.files.map(({ path }) => path),
      [...names].sort(),
    );
    assert.equal(commit?.author, "Șerban O'Neil");
    assert.equal(commit?.subject, 'Subject "with" \\ and ș');
    assert.equal(commit?.body, "1\t2\tnot-a-file\n-\t-\tneither\n\n---\n\ncommit deadbeef");
  });

  it("a message that is not UTF-8 is marked where it is not", async (t) => {
    const repo = repository(t, [{ authored: "2026-03-19T10:00:00+00:00", message: Buffer.from("Caf\xe9", "latin1") }]);
    assert.deepEqual(await subjects(repo, "2026-03-19"), ["Caf\ufffd"]);
  });

  it("whatever names and texts a commit has, the log gives them back", async (t) => {
    // As git stores them: a name is not "." or "..", holds no slash or NUL; a message is not blank, and git trims its ends.
    const name = fc
      .string({ minLength: 1, maxLength: 12, unit: "binary" })
      .filter((text) => !/[/\0\ud800-\udfff]/u.test(text) && !/^(\.|\.\.|\.git.*)$/i.test(text));
    const line = fc
      .string({ minLength: 1, maxLength: 20, unit: "grapheme" })
      .filter((text) => /^\S(.*\S)?$/u.test(text) && !/[\0\r]/.test(text));
    const commit = fc.record({
      subject: line,
      body: fc.array(line, { maxLength: 3 }),
      names: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
    });
    const examples = fc.sample(commit, { numRuns: 40, seed: 1 });
    const repo = repository(
      t,
      examples.map(({ subject, body, names }, index) => ({
        authored: `${1_773_900_000 + index} +0000`,
        message: [subject, "", ...body].join("\n"),
        files: Object.fromEntries(names.map((path) => [`${index}/${path}`, "x\n"])),
      })),
    );
    const commits = await log(repo, new Date(1_773_900_000_000).toISOString().slice(0, 10));
    assert.deepEqual(
      commits.map(({ subject, body, files }) => ({ subject, body, paths: files.map(({ path }) => path) })),
      examples.map(({ subject, body, names }, index) => ({
        subject,
        body: body.join("\n"),
        paths: names.map((path) => `${index}/${path}`).sort(),
      })),
    );
  });

  it("a folder below the top of the repository sees all of it", async (t) => {
    const repo = repository(t, [{ authored: "2026-03-19T10:00:00+00:00", message: "Two", files: { "in/a": "a\n", b: "b\n" } }]);
    mkdirSync(join(repo, "in"));
    assert.deepEqual(
      (await log(join(repo, "in"), "2026-03-19"))[0]?.files.map(({ path }) => path),
      ["b", "in/a"],
    );
  });

  it("where a shallow clone ends, what the commit changed is said to be unknown", async (t) => {
    const repo = repository(t, TWO_DAYS);
    const clone = join(repo, "clone");
    gitIn(repo, ["clone", "--quiet", "--depth=2", `file://${repo}`, clone]);
    const commits = await log(clone, "2026-03-19");
    assert.deepEqual(
      commits.map(({ subject, files, isCutOff }) => ({ subject, files: files.length, isCutOff })),
      [
        { subject: "Say more", files: 0, isCutOff: true },
        { subject: "Drop b", files: 1, isCutOff: false },
      ],
    );
    const { commits: count, commitsCutOff, insertions } = await diffStat(clone, "2026-03-19");
    assert.deepEqual({ count, commitsCutOff, insertions }, { count: 2, commitsCutOff: 1, insertions: 0 });
    assert.equal(await newestDay(clone), "2026-03-19");
  });

  it("a folder in no repository, and a folder that is not there, are named", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "plain-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const { newestDay } = reader({ ...CLEAN, GIT_CEILING_DIRECTORIES: tmpdir() });
    for (const repo of [folder, join(folder, "none")]) {
      await assert.rejects(newestDay(repo), {
        code: "git/not-a-repository",
        message: `"${repo}" is not in a git repository`,
        hint: "name a folder inside one, or make one with `git init`",
      });
    }
  });

  it("a repository of somebody else, which git refuses, is named with the way to trust it", async (t) => {
    const { newestDay } = reader({ ...CLEAN, ...distrustful(t) });
    await assert.rejects(newestDay(twoDays), {
      code: "git/not-trusted",
      message: `git does not trust the repository in "${twoDays}", which somebody else owns`,
      hint: `if you trust it: git config --global --add safe.directory "${twoDays}"`,
    });
  });

  it("a repository that lost an object fails with git's own reason", async (t) => {
    const repo = repository(t, TWO_DAYS);
    const objects = join(repo, ".git", "objects");
    for (const name of readdirSync(objects)) if (/^(..|pack)$/.test(name)) rmSync(join(objects, name), { recursive: true });
    await assert.rejects(newestDay(repo), ({ code, message }) => {
      assert.equal(code, "git/failed");
      assert.match(message, /^git failed in ".*": fatal: /);
      return true;
    });
  });

  it("a partial clone fetches nothing, and says what it lacks", async (t) => {
    const repo = repository(t, TWO_DAYS);
    gitIn(repo, ["config", "uploadpack.allowFilter", "true"]);
    const clone = join(repo, "clone");
    gitIn(repo, ["clone", "--quiet", "--no-checkout", "--filter=blob:none", `file://${repo}`, clone]);
    assert.equal(await newestDay(clone), "2026-03-19");
    await assert.rejects(log(clone, "2026-03-19"), {
      code: "git/incomplete",
      message: `the repository in "${clone}" is a partial clone, and lacks what the question is about`,
      hint: "run `git log --numstat` there once, which fetches what is missing",
    });
  });

  it("a missing git is named", async (t) => {
    const { newestDay } = reader({ ...CLEAN, PATH: repository(t, []) });
    await assert.rejects(newestDay("/"), { code: "command/not-found", message: `there is no program "git"` });
  });

  it("variables that point git at another repository are not passed on", async (t) => {
    const other = repository(t, [{ authored: "2001-01-01T10:00:00+00:00", message: "Other" }]);
    const { newestDay } = reader({ ...CLEAN, GIT_DIR: join(other, ".git"), GIT_WORK_TREE: other });
    assert.equal(await newestDay(twoDays), "2026-03-19");
  });

  it("nothing that a repository configures is run, and none of its settings changes an answer", async (t) => {
    const repo = repository(t, [
      {
        authored: "2026-03-18T10:00:00+00:00",
        message: "Base",
        files: { "in/a.txt": "one\n", ".gitattributes": "*.txt diff=evil filter=evil\n" },
      },
      { authored: "2026-03-19T10:00:00+00:00", message: "Edit\n\nBody", files: { "in/a.txt": "two\n", "in/b.txt": { from: "in/a.txt" } } },
    ]);
    signed(repo);
    const expected = await log(repo, "2026-03-19");
    const first = await log(repo, "2026-03-18");
    mkdirSync(join(repo, "in"));
    const marker = join(repo, "was-run");
    const evil = join(repo, "evil");
    writeFileSync(evil, `#!/bin/sh\necho "$0 $*" >> "${marker}"\n`);
    chmodSync(evil, 0o755);
    const runs = ["core.fsmonitor", "core.pager", "pager.log", "gpg.program", "diff.external", "diff.evil.command", "diff.evil.textconv"];
    const settings: Record<string, string> = {
      ...Object.fromEntries([...runs, "filter.evil.smudge", "filter.evil.clean", "core.sshCommand"].map((name) => [name, evil])),
      "alias.log": `!${evil}`,
      "alias.rev-parse": `!${evil}`,
      "core.hooksPath": repo,
      "core.quotepath": "true",
      "color.ui": "always",
      "diff.orderFile": "none",
      "diff.relative": "true",
      "diff.renames": "false",
      "format.pretty": "no-such-format",
      "i18n.logOutputEncoding": "utf-16",
      "log.date": "relative",
      "log.follow": "true",
      "log.showRoot": "false",
      "log.showSignature": "true",
    };
    for (const [name, value] of Object.entries(settings)) gitIn(repo, ["config", name, value]);
    assert.deepEqual(await log(join(repo, "in"), "2026-03-19"), expected);
    assert.deepEqual(await log(repo, "2026-03-18"), first);
    assert.equal(await newestDay(repo), "2026-03-19");
    assert.equal(readdirSync(repo).includes("was-run"), false);
    // The trap works: the same settings catch a plain `git log`.
    gitIn(repo, ["config", "format.pretty", "oneline"]);
    gitIn(repo, ["config", "--unset", "diff.orderFile"]);
    gitIn(repo, ["log", "-p", "--ext-diff"]);
    assert.equal(readdirSync(repo).includes("was-run"), true);
  });

  it("an abort ends git and is told", async () => {
    const perform = gitProgram({ cwd: "/", env: CLEAN }).calls.log?.perform(
      { repo: twoDays, day: "2026-03-19" },
      { key: "", signal: AbortSignal.abort() },
    );
    await assert.rejects(async () => perform, { code: "command/aborted", message: `"git" was stopped before it ended` });
  });
});

/** Gives the last commit a signature, which git would have somebody check. */
function signed(repo: string): void {
  const [head = "", ...message] = gitIn(repo, ["cat-file", "commit", "HEAD"]).split("\n\n");
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----";
  const hash = gitIn(repo, ["hash-object", "-t", "commit", "-w", "--stdin"], `${head}\n${signature}\n\n${message.join("\n\n")}`).trim();
  gitIn(repo, ["update-ref", "refs/heads/main", hash]);
}

/** A git on PATH that says what git says of a folder that another user owns: to own one otherwise takes another user. */
function distrustful(t: TestContext): { PATH: string } {
  const folder = mkdtempSync(join(tmpdir(), "fake-git-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "git"), `#!/bin/sh\necho "fatal: detected dubious ownership in repository" >&2\nexit 128\n`);
  chmodSync(join(folder, "git"), 0o755);
  return { PATH: `${folder}:${process.env.PATH}` };
}
