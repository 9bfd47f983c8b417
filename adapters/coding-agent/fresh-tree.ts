import { mkdir, readdir, readFile, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { StagewrightError } from "../../src/dsl/index.js";
import { noneThere } from "../whole-file.js";
import { type AgentGit, agentGit, type Repository } from "./agent-git.js";
import { changedBetween, guardedFiles, guardedIn } from "./guard.js";
import { attemptTag, clearLeftBehind } from "./left-behind.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface FreshTree {
  /** Its top. */
  readonly path: string;
  /** Where a program runs: the folder that was named, in the worktree. */
  readonly cwd: string;
  /** git on the worktree, whatever a program has made of the file that says where it belongs. */
  readonly git: AgentGit;
  /** Of this worktree alone, for what is only here. */
  readonly admin: string;
  /** Throws `coding-agent/outside` where anything outside of the worktree is not as it was when that was made. */
  assertInside(): Promise<void>;
}

interface Wanted {
  /** Where the worktrees of this adapter lie. */
  readonly store: string;
  readonly branch: string;
  /** A commit, to stand at it without a branch; without it, the branch. */
  readonly commit?: string;
  readonly env: Environment;
  readonly newId: () => string;
  readonly signal: AbortSignal;
}

/** Works in a worktree that is made for it, and taken away however the work ends. What an earlier try of the run left goes first. */
export async function inFreshTree<T>(repository: Repository, wanted: Wanted, work: (tree: FreshTree) => Promise<T>): Promise<T> {
  const { store, branch, commit, env, newId, signal } = wanted;
  await mkdir(store, { recursive: true });
  const roomOfRun = join(await realpath(store), branch.replaceAll("/", "-"));
  await clearLeftBehind(repository, roomOfRun, attemptTag(repository, branch));
  const room = join(roomOfRun, newId());
  const path = join(room, "tree");
  await mkdir(room, { recursive: true });
  let admin: string | undefined;
  try {
    const which = commit === undefined ? [path, branch] : ["--detach", path, commit];
    await repository.git.ask(["worktree", "add", "--quiet", ...which], { signal });
    // Read before any program could have changed it.
    const pointer = await readFile(join(path, ".git"), "utf8");
    const own = pointer.replace(/^gitdir: /, "").trimEnd();
    admin = own;
    const before = await guardedIn(repository);
    const cwd = join(path, repository.folder);
    if ((await readdir(cwd).catch(noneThere)) === undefined) {
      throw new StagewrightError("coding-agent/no-folder", `the commit has no folder "${repository.folder}"`, {
        hint: "name a folder whose files are committed",
      });
    }
    return await work({
      path,
      cwd,
      admin: own,
      git: agentGit({ cwd: roomOfRun, env, at: [`--git-dir=${own}`, `--work-tree=${path}`] }),
      async assertInside() {
        const files = (map: ReadonlyMap<string, string>) => new Map([...map].filter(([name]) => name.startsWith(".git/")));
        const found = [...changedBetween(files(before), await guardedFiles(repository))];
        // git is asked only where nothing that it obeys was changed.
        if (found.length === 0) found.push(...changedBetween(before, await guardedIn(repository)));
        const beside = (await readdir(room)).filter((name) => name !== "tree").map((name) => `${name} beside the worktree`);
        const isMoved = (await readFile(join(path, ".git"), "utf8").catch(() => "")) !== pointer;
        assertNone([...found, ...beside, ...(isMoved ? [".git of the worktree"] : [])]);
      },
    });
  } finally {
    await rm(roomOfRun, { recursive: true, force: true });
    if (admin !== undefined) await rm(admin, { recursive: true, force: true });
  }
}

function assertNone(found: readonly string[]): void {
  if (found.length === 0) return;
  const shown = found.slice(0, 5).join(", ") + (found.length > 5 ? ` and ${found.length - 5} more` : "");
  throw new StagewrightError("coding-agent/outside", `outside of its worktree something changed while the program ran: ${shown}`, {
    hint: "the program may have done it, or somebody else at that time: see what it is and put it right, then go on with the run",
  });
}
