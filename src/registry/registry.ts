import { join } from "node:path";
import { StagewrightError } from "../dsl/index.js";
import { isProcessGone, ownerText, type SharedLog, type SharedLogOptions, sharedLog, thisProcess } from "../store/index.js";
import { type Announcer, announcing } from "./announce-due.js";
import { type ChildRun, type EndedRun, hasEnded } from "./child-run.js";
import { type Ending, linesToEnd } from "./endings.js";
import { assertKnown } from "./known-name.js";
import { RegistryLine } from "./registry-line.js";
import type { RegistrySettings } from "./registry-settings.js";
import { emptyRegistry, foldRegistry, linesOfRegistry, type RegistryState } from "./registry-state.js";
import { type RunTree, treesOf } from "./run-tree.js";
import { type Surroundings, tearingDown } from "./tear-down.js";

export interface RegistryOptions extends Pick<SharedLogOptions<RegistryLine, RegistryState>, "disk" | "me" | "pause"> {
  readonly settings: () => RegistrySettings;
  /** The names of all agents, and of all models, that a run may have. */
  readonly agents: () => readonly string[];
  readonly models: () => readonly string[];
  readonly now: () => Date;
  readonly newId: () => string;
  /**
   * Takes down what a run had that has ended: its work in a lane, its session, its files. Called at once, and again until it
   * succeeds, also after a crash. Left out, a process that has one does it.
   */
  readonly tearDown?: (run: EndedRun) => Promise<void>;
  /** Told of what went wrong and is tried again, or was given up. */
  readonly trouble?: (text: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Whether a process is gone. Default: asks the system. */
  readonly isGone?: (process: string) => boolean;
}

export interface NewRun {
  readonly agent: string;
  readonly task: ChildRun["task"];
  /** The run that wants it done, and is told what came of it. */
  readonly parent?: string;
  readonly model?: string;
  /** The same id again is the same run. Left out, it has a new one. */
  readonly id?: string;
}

/** How the registry stands. */
export interface RegistryStanding {
  readonly queued: number;
  readonly running: number;
  /** How many results are on their way to their parents. */
  readonly results: number;
  /** How many have ended and are not taken down yet. */
  readonly toTearDown: number;
  /** Those whose results wait for a person's word, see {@link Registry.again}. */
  readonly givenUp: readonly EndedRun[];
}

/**
 * All runs and whose children they are, on the disk. Any process may add to it.
 *
 * What names a run that is not known @throws StagewrightError `registry/no-run`.
 */
export interface Registry {
  readonly log: SharedLog<RegistryLine, RegistryState>;
  /**
   * Notes a run that is to be done; it waits until somebody begins it.
   *
   * @throws StagewrightError `registry/unknown-agent`, `registry/unknown-model`, `registry/no-run` or `registry/ended` for a
   * parent that is not known or has ended, `registry/depth`, `registry/children`.
   */
  spawn(run: NewRun): Promise<ChildRun>;
  /** This process runs it from now on, or goes on with it. @throws StagewrightError `registry/ended`, `registry/taken`. */
  begin(id: string): Promise<ChildRun>;
  /** Adds to what a run cost, in US dollars; also after it has ended. @throws StagewrightError `registry/cost`. */
  spent(id: string, usd: number): Promise<ChildRun>;
  /**
   * Ends a run, with all below it that have not ended. What has ended already stays as it ended.
   *
   * @returns the run as it ended. @throws StagewrightError `registry/cost`.
   */
  end(id: string, ending: Ending): Promise<EndedRun>;
  /** Ends a run that is no longer wanted, with all below it. @returns the ids of those that it ended, the deepest first. */
  terminate(id: string, because?: string): Promise<readonly string[]>;
  /**
   * For the start of a process: ends all runs whose process is gone, with all below them, and those with whom nobody goes on.
   *
   * @param goesOn whether somebody goes on with a run whose process is gone: its work lies in a lane, say.
   * @returns the ids of those that it ended, the deepest first.
   */
  settleOrphans(goesOn?: (run: ChildRun) => boolean): Promise<readonly string[]>;
  /**
   * Takes down what is not taken down yet, then brings all results that are due to their parents: one after the other for
   * each, in the order in which its children ended.
   *
   * @returns when to be called again, in milliseconds since 1970; `undefined`: when a run has ended.
   */
  announceDue(announcer: Announcer): Promise<number | undefined>;
  /**
   * Puts a result that was given up at the end of its parent's queue.
   *
   * @throws StagewrightError `registry/not-given-up`, `registry/ended` where its parent has ended.
   */
  again(id: string): Promise<void>;
  /** Takes a result off the list of those that were given up. @throws StagewrightError `registry/not-given-up`. */
  drop(id: string): Promise<void>;
  get(id: string): ChildRun | undefined;
  standing(): RegistryStanding;
  /** All runs that are known, below their parents. */
  tree(): readonly RunTree[];
}

const COMPACT_ABOVE = 20_000;
const KEEP_SETTLED = 5_000;

/** Opens the registry of the store in the folder `root`. */
export function openRegistry(root: string, options: RegistryOptions): Registry {
  const { settings, agents, models, now, newId, tearDown, trouble = () => {}, isGone: isGoneGiven, ...machine } = options;
  const { me = thisProcess() } = machine;
  const log = sharedLog<RegistryLine, RegistryState>({
    path: join(root, "registry", "registry.jsonl"),
    what: "the registry of runs",
    lockedCode: "registry/locked",
    line: RegistryLine,
    empty: emptyRegistry,
    fold: foldRegistry,
    ...machine,
  });
  const self = ownerText(me);
  const isGone = isGoneGiven ?? ((process: string) => isProcessGone(process, me));
  const surroundings: Surroundings = { log, now, self, isGone, trouble };
  const takeDown = tearDown === undefined ? async () => {} : tearingDown(surroundings, tearDown);
  const announceDue = announcing(surroundings, settings);
  const at = () => now().toISOString();

  /** Ends what `endings` finds to end, in one append, and takes it down. @returns the ids, the deepest first. */
  const endAll = async (endings: (state: RegistryState) => ReadonlyMap<string, Ending>): Promise<readonly string[]> => {
    const ended = await log.change((state) => {
      const add = linesToEnd(state, endings(state), { at: at(), by: tearDown && self });
      return { add, gives: add.map(({ id }) => id) };
    });
    await takeDown(ended);
    return ended;
  };
  /** The one run that is to end, unless it has. */
  const toEnd = (state: RegistryState, id: string, ending: Ending): ReadonlyMap<string, Ending> =>
    new Map(hasEnded(runIn(state, id)) ? [] : [[id, ending]]);
  const endedIn = (state: RegistryState, id: string): EndedRun => {
    const run = runIn(state, id);
    if (!hasEnded(run)) throw new RangeError(`the run "${id}" was noted as ended, and is not`);
    return run;
  };
  const decide = (id: string, type: "again" | "dropped") =>
    log.change((state) => {
      const { parent } = runIn(state, id);
      if (!state.givenUp.has(id)) {
        throw new StagewrightError("registry/not-given-up", `the result of the run "${id}" was not given up`, {
          hint: "only one that was can be brought again, or dropped",
        });
      }
      if (type === "again" && (parent === undefined || !state.live.has(parent))) {
        throw new StagewrightError("registry/ended", `nobody can take the result of the run "${id}": its parent has ended`, {
          hint: "drop it; the record keeps the result",
        });
      }
      return { add: [{ type, id, at: at() }], gives: undefined };
    });

  return {
    log,
    spawn: async ({ agent, task, parent, model, id = newId() }) => {
      const there = log.read().runs.get(id);
      if (there !== undefined) return there;
      assertKnown("agent", agent, agents());
      if (model !== undefined) assertKnown("model", model, models());
      await log.change((state) => {
        if (state.runs.has(id)) return { add: [], gives: undefined };
        const depth = parent === undefined ? 0 : depthUnder(state, parent, settings());
        const add = { type: "spawned" as const, id, parent, depth, agent, model, task, at: at(), owner: self };
        return { add: [add], gives: undefined };
      });
      await log.compact(COMPACT_ABOVE, (state) => linesOfRegistry(state, KEEP_SETTLED));
      return runIn(log.read(), id);
    },
    begin: async (id) => {
      await log.change((state) => {
        const { stand, owner } = runIn(state, id);
        if (stand.state === "ended") throw new StagewrightError("registry/ended", `the run "${id}" has ended`, { hint: "spawn another" });
        if (stand.state === "running" && owner === self) return { add: [], gives: undefined };
        if (stand.state === "running" && !isGone(owner)) {
          throw new StagewrightError("registry/taken", `the run "${id}" runs in another process`, {
            hint: "leave it to that one, or end it",
          });
        }
        return { add: [{ type: "began", id, at: at(), owner: self }], gives: undefined };
      });
      return runIn(log.read(), id);
    },
    spent: async (id, usd) => {
      assertCost(usd);
      await log.change((state) => {
        runIn(state, id);
        return { add: [{ type: "spent", id, at: at(), usd }], gives: undefined };
      });
      return runIn(log.read(), id);
    },
    end: async (id, ending) => {
      assertCost(ending.usd ?? 0);
      await endAll((state) => toEnd(state, id, ending));
      return endedIn(log.read(), id);
    },
    terminate: (id, because = "it is no longer wanted") => endAll((state) => toEnd(state, id, { how: "terminated", because })),
    settleOrphans: async (goesOn = () => false) => {
      const ended = await endAll((state) => {
        const orphans = [...state.live].flatMap((id) => state.runs.get(id) ?? []).filter((run) => isGone(run.owner) && !goesOn(run));
        return new Map(orphans.map(({ id }) => [id, { how: "orphaned", because: "its process is gone" }]));
      });
      // Also what others had ended before, and left.
      await takeDown(log.read().toTearDown);
      return ended;
    },
    announceDue: async (announcer) => {
      await takeDown(log.read().toTearDown);
      return announceDue(announcer);
    },
    again: (id) => decide(id, "again"),
    drop: (id) => decide(id, "dropped"),
    get: (id) => log.read().runs.get(id),
    standing: () => standingOf(log.read()),
    tree: () => treesOf(log.read().runs),
  };
}

/** How deep a child of a run stands. */
function depthUnder(state: RegistryState, parent: string, { maxDepth, maxChildren }: RegistrySettings): number {
  const above = runIn(state, parent);
  if (hasEnded(above)) {
    throw new StagewrightError("registry/ended", `the run "${parent}" has ended and can have no more children`, {
      hint: "spawn it without a parent, or under a run that has not ended",
    });
  }
  const depth = above.depth + 1;
  if (depth > maxDepth) {
    throw new StagewrightError("registry/depth", `a run under "${parent}" would have ${depth} runs above it; the limit is ${maxDepth}`, {
      hint: "let the run do it itself, or give it back to its parent",
    });
  }
  const children = state.liveChildren.get(parent)?.size ?? 0;
  if (children >= maxChildren) {
    throw new StagewrightError(
      "registry/children",
      `the run "${parent}" has ${children} children that have not ended; the limit is ${maxChildren}`,
      {
        hint: "wait until one has ended, or raise `maxChildren`",
      },
    );
  }
  return depth;
}

function runIn(state: RegistryState, id: string): ChildRun {
  const run = state.runs.get(id);
  if (run !== undefined) return run;
  throw new StagewrightError("registry/no-run", `there is no run "${id}"`, {
    hint: "it was never spawned, or it ended so long ago that its record is gone",
  });
}

function assertCost(usd: number): void {
  if (Number.isFinite(usd) && usd >= 0) return;
  throw new StagewrightError("registry/cost", `${usd} is no cost of a run`, { hint: "it is a number of US dollars, 0 or more" });
}

function standingOf(state: RegistryState): RegistryStanding {
  const runs = (ids: Iterable<string>) => [...ids].flatMap((id) => state.runs.get(id) ?? []);
  const live = runs(state.live);
  return {
    queued: live.filter(({ stand }) => stand.state === "queued").length,
    running: live.filter(({ stand }) => stand.state === "running").length,
    results: [...state.queues.values()].reduce((sum, { size }) => sum + size, 0),
    toTearDown: state.toTearDown.size,
    givenUp: runs(state.givenUp).filter(hasEnded),
  };
}
