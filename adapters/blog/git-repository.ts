import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { Credential, credentialIfAny } from "../../src/credentials/index.js";
import { type AnyImplementation, implement, type Lookup, StagewrightError } from "../../src/dsl/index.js";
import { sha256 } from "../../src/store/index.js";
import { inTurn } from "../in-turn.js";
import { locked } from "../locked.js";
import { blog, type Post, type Published } from "./blog.js";
import { type BlogGit, blogGit } from "./blog-git.js";
import { splitFrontMatter, withFrontMatter } from "./front-matter.js";
import { type GitMark, gitMarkIn, gitMarkOf, withGitMark } from "./git-mark.js";
import { gitRemoteOf, repositoryFolderOf } from "./git-place.js";
import { dayOf, postName } from "./post-name.js";

export interface GitRepositoryOptions {
  /** What relative paths count from. */
  readonly cwd: string;
  /** The address of the repository as git takes it, by https, by ssh, or a path. */
  readonly remote: string;
  /** `main` if left out. */
  readonly branch?: string;
  /** Of the posts inside the repository; `posts` if left out. */
  readonly folder?: string;
  /** Who writes; as the person's own git has it if left out. */
  readonly author?: { readonly name: string; readonly address: string };
  /** The name that a token for https has in the environment, or in the credentials file; or the token, which shows its name alone. */
  readonly passwordFrom?: string | Credential;
  /** The user's name that goes with the token; `git` if left out, which most servers take for any. */
  readonly user?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A file of mode 600; `~/.config/stagewright/credentials` if left out. */
  readonly credentialsFile?: string;
  /** Where people read a post, by its path in the repository. */
  readonly addressOf?: (path: string) => string;
  /** Where the adapter keeps its own copy of the history; below `.stagewright/blogs` if left out. */
  readonly store?: string;
  readonly now?: () => Date;
  readonly timeoutMs?: number;
  /** For calls without a key, which nothing is to find again. */
  readonly newId?: () => string;
}

/** How often a post is put on top of what others have pushed in the meantime. */
const TRIES = 5;

/**
 * A git repository as a blog: each post is a file `<day>-<slug>.md` in one commit, which is pushed. No working copy is
 * needed, and none is touched. The commit names the key, and is found by it on the remote. If somebody else has pushed
 * first, the post is put on top of that; the branch is never pushed by force.
 *
 * Throws `blog/address`, `blog/folder`, `blog/no-branch`, `blog/author`, `blog/busy`, `blog/refused`, `blog/unreachable`,
 * `blog/git`, and what `runCommand` throws.
 */
export function gitRepository(options: GitRepositoryOptions): AnyImplementation {
  const { cwd, branch = "main", env = process.env, now = () => new Date(), newId = randomUUID } = options;
  const remote = gitRemoteOf(options.remote, cwd);
  const { addressOf = (path: string) => `${remote} ${branch}:${path}` } = options;
  const store = resolve(cwd, options.store ?? join(".stagewright/blogs", `${sha256(remote).slice(0, 12)}.git`));
  const { passwordFrom, credentialsFile: file } = options;
  const token = () =>
    passwordFrom === undefined || passwordFrom instanceof Credential ? passwordFrom : credentialIfAny([passwordFrom], { env, file });
  const git = blogGit({ store, remote, env, token, user: options.user ?? "git", timeoutMs: options.timeoutMs ?? 120_000 });
  const folderOf = (request: { readonly folder?: string | undefined }) => repositoryFolderOf(request.folder ?? options.folder ?? "posts");
  const oneByOne = inTurn();
  /** What this process has fetched last. */
  let held: string | undefined;
  const answerOf = ({ path, sha256: digest }: GitMark): Published => ({ path: basename(path), address: addressOf(path), sha256: digest });

  /** The newest commit of the remote's branch, which is in the store by then; undefined where the whole remote is empty. */
  async function tip(signal?: AbortSignal): Promise<string | undefined> {
    const asked = signal === undefined ? {} : { signal };
    const listed = (await git.ask(["ls-remote", "--heads", remote], asked)).split("\n");
    const heads = new Map(listed.flatMap((line) => (line === "" ? [] : [headIn(line)])));
    const commit = heads.get(branch);
    if (heads.size === 0) return undefined;
    if (commit === undefined) throw noBranch(remote, branch, [...heads.keys()]);
    if (commit === held) return commit;
    const ref = `refs/blog/${branch}`;
    const fetch = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", remote, `+refs/heads/${branch}:${ref}`];
    // Two fetches at once would quarrel about the ref.
    const fetched = async () => {
      // A process that was killed leaves git's own lock, which would stop all that come after it.
      await rm(`${store}/${ref}.lock`, { force: true });
      await git.ask(fetch, asked);
    };
    await locked(`${store}/blog.lock`, fetched, { code: "blog/busy", signal: signal ?? new AbortController().signal });
    held = commit;
    return commit;
  }

  async function publishedUnder(key: string, commit: string | undefined, signal?: AbortSignal): Promise<GitMark | undefined> {
    if (key === "" || commit === undefined) return undefined;
    const mark = gitMarkOf(key);
    const grep = ["log", "-z", "--format=%B", "--fixed-strings", `--grep=Stagewright: ${mark}`, commit, "--"];
    const messages = await git.ask(grep, signal === undefined ? {} : { signal });
    for (const message of messages.split("\0")) {
      const found = gitMarkIn(message, mark);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async function publish(post: Post, key: string, signal: AbortSignal): Promise<Published> {
    signal.throwIfAborted();
    const folder = folderOf(post);
    let seen = await tip(signal);
    for (let tries = 1; ; tries++) {
      const before = await publishedUnder(key, seen);
      if (before !== undefined) return answerOf(before);
      const made = await commitOf({
        git,
        store,
        folder,
        post,
        mark: gitMarkOf(key === "" ? newId() : key),
        parent: seen,
        now: now(),
        author: options.author,
      });
      // From here on an abort cuts nothing off, or nobody would know whether the post is out.
      if (tries === 1) signal.throwIfAborted();
      const pushed = await git.run(["push", "--porcelain", "--no-verify", remote, `${made.commit}:refs/heads/${branch}`]);
      if (pushed.exitCode === 0) return answerOf(made.mark);
      const since = await tip();
      const arrived = await publishedUnder(key, since);
      if (arrived !== undefined) return answerOf(arrived);
      // What is refused although nobody was faster is refused for a reason of the remote's own.
      if (since === seen) throw refused(remote, branch, git.inWords(reasonIn(pushed)));
      if (tries === TRIES) throw busy(remote, branch);
      seen = since;
    }
  }

  return implement(blog, "git repository", {
    publish: {
      perform: (post, { key, signal }) => oneByOne(() => publish(post, key, signal)),
      // In turn as well: a try that was cut off may still be at it, and is waited for.
      lookup: (key, _post, { signal }) =>
        oneByOne(async (): Promise<Lookup<Published>> => {
          signal.throwIfAborted();
          if (key === "") return { happened: "unknown" };
          const found = await publishedUnder(key, await tip(signal), signal);
          return found === undefined ? { happened: "no" } : { happened: "yes", answer: answerOf(found) };
        }),
    },
    read: {
      async perform(request, { signal }) {
        signal.throwIfAborted();
        const day = dayOf(request.path);
        const commit = await tip(signal);
        if (day === undefined || commit === undefined) return null;
        const path = `${folderOf(request)}${request.path}`;
        const [entry] = await entriesIn(git, commit, path);
        // A link is not followed: what it leads to is not the blog's.
        if (entry?.isFile !== true) return null;
        const { fields, markdown } = splitFrontMatter(await git.ask(["cat-file", "blob", entry.object], { signal }));
        return { markdown, title: fields.title ?? request.path, day, sha256: sha256(markdown) };
      },
    },
  });
}

/** A line of `git ls-remote`: the branch, and its commit. */
function headIn(line: string): readonly [string, string] {
  const [commit = "", ref = ""] = line.split("\t");
  return [ref.replace(/^refs\/heads\//, ""), commit];
}

interface Commit {
  readonly git: BlogGit;
  readonly store: string;
  readonly folder: string;
  readonly post: Post;
  readonly mark: string;
  readonly parent: string | undefined;
  readonly now: Date;
  readonly author: GitRepositoryOptions["author"];
}

/** Makes a commit that adds the post's file and changes nothing else. It is nowhere but in the store until it is pushed. */
async function commitOf({
  git,
  store,
  folder,
  post,
  mark,
  parent,
  now,
  author,
}: Commit): Promise<{ readonly commit: string; readonly mark: GitMark }> {
  const { title, day, slug, summary, markdown } = post;
  const digest = sha256(markdown);
  const taken = new Set(parent === undefined ? [] : (await entriesIn(git, parent, folder)).map(({ path }) => path));
  let number = 1;
  while (taken.has(folder + postName(post, number))) number++;
  const path = folder + postName(post, number);
  const text = withFrontMatter({ title, date: day, slug, summary, sha256: digest }, markdown);
  const blob = (await git.ask(["hash-object", "-w", "--no-filters", "--stdin"], { input: text })).trim();
  const index = join(store, `index-${randomUUID()}`);
  const env = { GIT_INDEX_FILE: index };
  try {
    await git.ask(parent === undefined ? ["read-tree", "--empty"] : ["read-tree", parent], { env });
    await git.ask(["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`], { env });
    const tree = (await git.ask(["write-tree"], { env })).trim();
    const date = `${Math.floor(now.getTime() / 1000)} +0000`;
    const who: Record<string, string> = author
      ? {
          GIT_AUTHOR_NAME: author.name,
          GIT_AUTHOR_EMAIL: author.address,
          GIT_COMMITTER_NAME: author.name,
          GIT_COMMITTER_EMAIL: author.address,
        }
      : {};
    const said: GitMark = { mark, sha256: digest, path };
    const made = await git.run(["-c", "user.useConfigOnly=true", "commit-tree", tree, ...(parent === undefined ? [] : ["-p", parent])], {
      input: withGitMark(`Post: ${title.trim().replaceAll(/\s+/g, " ")}`, said),
      env: { ...who, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    });
    if (made.exitCode !== 0) throw noAuthor(made.stderr);
    return { commit: made.stdout.trim(), mark: said };
  } finally {
    await rm(index, { force: true });
  }
}

interface Entry {
  readonly isFile: boolean;
  readonly object: string;
  readonly path: string;
}

/** What lies at a path, or in a folder where the path ends in a slash. */
async function entriesIn(git: BlogGit, commit: string, path: string): Promise<Entry[]> {
  const listed = await git.ask(["ls-tree", "-z", commit, "--", ...(path === "" ? [] : [path])]);
  return listed.split("\0").flatMap((line) => {
    const [, mode, object, name] = /^(\d+) [a-z]+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    return object !== undefined && name !== undefined ? [{ isFile: mode?.startsWith("100") ?? false, object, path: name }] : [];
  });
}

/** The line of `git push --porcelain` about the branch, else what it complained of. */
function reasonIn({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  const said = stderr
    .split("\n")
    .flatMap((line) => /^remote: (.*\S)/.exec(line)?.[1] ?? [])
    .join(" ");
  const line = /^!\t[^\t]*\t(.*)$/m.exec(stdout)?.[1];
  return [line, said].filter(Boolean).join(": ") || stderr.trim();
}

function refused(remote: string, branch: string, because: string): StagewrightError {
  return new StagewrightError("blog/refused", `"${remote}" did not take the post on "${branch}": ${because}`, {
    hint: "see whether you may push there, or publish to a branch that takes it",
  });
}

function busy(remote: string, branch: string): StagewrightError {
  return new StagewrightError(
    "blog/busy",
    `others have pushed to "${branch}" of "${remote}" each of ${TRIES} times before the post could be`,
    {
      hint: "go on with the run later",
    },
  );
}

function noBranch(remote: string, branch: string, heads: readonly string[]): StagewrightError {
  return new StagewrightError("blog/no-branch", `"${remote}" has no branch "${branch}"`, {
    hint: `give one as \`branch\`; those that are there: ${heads
      .slice(0, 10)
      .map((head) => `"${head}"`)
      .join(", ")}`,
  });
}

function noAuthor(said: string): StagewrightError {
  return new StagewrightError("blog/author", "git does not know who writes the post", {
    hint: 'give `author`, or run: git config --global user.name "…" and user.email',
    cause: new Error(said.trim()),
  });
}
