import { dirname, join } from "node:path";
import { z } from "zod";
import { StagewrightError } from "../../dsl/index.js";
import { type Disk, isMissing, readOn, realDisk } from "../../store/index.js";
import type { Fault } from "../fault.js";
import { followedLog, type StateWorld, type UnreadLine } from "../followed-log.js";
import { type Context, contextText } from "./context.js";
import { type ContextLine, type ContextState, contextLineIn, foldContext, NO_LINES } from "./context-line.js";
import { foundFile } from "./hand-edit.js";
import { changed, Operation } from "./operation.js";
import { putInPlace } from "./put-in-place.js";

export interface ContextOptions extends Partial<StateWorld> {
  readonly now: () => Date;
  /** How many outputs `recentOutputs` keeps. Default: 20. */
  readonly keepOutputs?: number;
  /** So many lines of the log become one; those that were there are kept under `context/`. Default: 20,000. */
  readonly compactAbove?: number;
}

export interface ContextReading {
  /** Always a whole one: the newest, or the last good one where the file cannot be read. */
  readonly context: Context;
  /** What is wrong with a file that was edited by hand. */
  readonly fault?: Fault;
  readonly unreadable: readonly UnreadLine[];
}

/** Who does it, and to which task. */
interface Doing {
  /** A person, an agent, a pipeline. */
  readonly by: string;
  readonly task: string;
}

/**
 * The whiteboard that many processes share. Each operation gives the context after it, once that is on the disk.
 *
 * While the file was edited by hand and cannot be taken in, operations go on from the last good context, and leave the file
 * as it is: once it is corrected, they are done again on top of it.
 *
 * All of them @throws StagewrightError `state/locked` where another process holds it for half a minute, `state/damaged`
 * where lines of the log are gone and there is no file to go on from, `state/operation` for an empty name, and `state/task` for
 * a task that is not active.
 */
export interface ContextFile {
  readonly path: string;
  readonly logPath: string;
  /** Changes nothing on the disk. An edit by hand is seen at once, and is noted in the log with the next operation. */
  read(): ContextReading;
  /** The same task again, with the same owner and title, changes nothing. @throws StagewrightError `state/task-taken`. */
  startTask(doing: Doing & { readonly title: string; readonly owner?: string }): Promise<Context>;
  /** Takes the task away, with what blocks it and to whom it is offered; its output is kept among the last ones. */
  completeTask(doing: Doing & { readonly output?: string }): Promise<Context>;
  block(doing: Doing & { readonly why: string }): Promise<Context>;
  /** Of one thing that blocks it, or of all. @throws StagewrightError `state/not-blocked`. */
  unblock(doing: Doing & { readonly why?: string }): Promise<Context>;
  /** Offers a task; it stays its owner's until it is accepted. @throws StagewrightError `state/handed-off`. */
  handOff(doing: Doing & { readonly to: string; readonly note?: string }): Promise<Context>;
  /** By the one to whom it was handed. @throws StagewrightError `state/hand-off`. */
  accept(doing: Doing): Promise<Context>;
  setPriorities(doing: Pick<Doing, "by"> & { readonly priorities: readonly string[] }): Promise<Context>;
  /**
   * Notes an edit by hand in the log now, and puts a file in order that a killed process left behind.
   *
   * @throws StagewrightError `state/bad-edit`, with the place, where the edit cannot be taken in.
   */
  takeIn(): Promise<Context>;
  /**
   * Writes the file anew from the log alone, whatever lies there. What was there and is not the log's is kept beside it.
   *
   * @returns the name of what was kept.
   */
  rebuild(): Promise<{ readonly context: Context; readonly kept?: string }>;
}

const KEEP_OUTPUTS = 20;
const COMPACT_ABOVE = 20_000;
/** So often a reader looks again where others write between two looks. */
const LOOKS = 20;

/** Opens `context.json` of the store in the folder `root`. Nothing is made on the disk before there is something to write. */
export function openContext(root: string, options: ContextOptions): ContextFile {
  const { now, keepOutputs = KEEP_OUTPUTS, compactAbove = COMPACT_ABOVE, ...machine } = options;
  const { disk = realDisk } = machine;
  const path = join(root, "state", "context.json");
  const logPath = join(root, "state", "context.log.jsonl");
  let state: ContextState = NO_LINES;
  const unreadable: UnreadLine[] = [];
  const log = followedLog({
    ...machine,
    path: logPath,
    what: "the context",
    lockedCode: "state/locked",
    anew: () => {
      state = NO_LINES;
      unreadable.length = 0;
    },
    take: (text, place) => {
      const line = contextLineIn(text);
      if (line === undefined) unreadable.push({ ...place, text });
      else state = foldContext(state, line, place.line);
    },
  });
  const at = () => now().toISOString();
  const judge = (text: string | undefined) => {
    const linesAfter = (revision: number) => linesOf(disk, logPath).filter((line) => line.revision > revision);
    return foundFile({ state, text, linesAfter, at: at() });
  };
  /** Keeps beside the file what somebody wrote and that is not taken in. @returns its name. */
  const keep = (text: string): string => {
    const name = freeName(disk, dirname(path), now());
    disk.place(join(dirname(path), name), text);
    return name;
  };
  const put = (seen: string | undefined) => putInPlace(disk, path, { seen, text: contextText(state.context), keep });
  /** Puts log and file in order. @returns the text that lies there then, and what is wrong with one that stays as it is. */
  const inOrder = (): { readonly text: string | undefined; readonly fault?: Fault } => {
    for (let look = 1; ; look += 1) {
      const text = textAt(disk, path);
      const file = judge(text);
      if (file.is === "as written") return { text };
      if (file.is === "faulty") return { text, fault: file.fault };
      if (file.is === "edited") {
        const { value, found } = file;
        log.append([{ type: "edited", revision: value.revision, at: at(), found, value } satisfies ContextLine]);
      }
      // Where somebody saves meanwhile, that is looked at in turn.
      if (put(text) || look === LOOKS) return { text: contextText(state.context) };
    }
  };
  const run = async (given: Operation): Promise<Context> => {
    const operation = sound(given);
    return log.alone(() => {
      const { text, fault } = inOrder();
      if (fault !== undefined && state.damagedAt !== undefined) throw refusal("state/damaged", "the log of the context", fault);
      const time = at();
      const next = changed(state.context, operation, time);
      if (next === state.context) return next;
      log.append([{ type: "operation", revision: next.revision, at: time, operation } satisfies ContextLine]);
      // What somebody has saved since stays, and is taken in with the next operation, with this one done on top of it.
      if (fault === undefined) put(text);
      if (log.size.lines >= compactAbove) compact();
      return state.context;
    });
  };
  const compact = () => {
    const { context } = state;
    const { revision } = context;
    const kept = join(dirname(path), "context", `until-${revision}.jsonl`);
    log.replace([{ type: "compacted", revision, at: at(), value: context } satisfies ContextLine], kept);
  };

  return {
    path,
    logPath,
    read: () => {
      for (let look = 1; ; look += 1) {
        log.readOn();
        const before = state;
        const file = judge(textAt(disk, path));
        if (file.is === "as written" || file.is === "older") return { context: before.context, unreadable };
        log.readOn();
        // Written by an operation between the two looks: the log tells.
        if (state !== before && look < LOOKS) continue;
        if (state !== before) return { context: state.context, unreadable };
        if (file.is === "edited") return { context: file.value, unreadable };
        return { context: before.context, fault: file.fault, unreadable };
      }
    },
    startTask: ({ by, task, title, owner = by }) => run({ op: "startTask", by, task, title, owner }),
    completeTask: ({ by, task, output = "" }) => run({ op: "completeTask", by, task, output, keep: keepOutputs }),
    block: ({ by, task, why }) => run({ op: "block", by, task, why }),
    unblock: ({ by, task, why }) => run({ op: "unblock", by, task, ...(why !== undefined && { why }) }),
    handOff: ({ by, task, to, note }) => run({ op: "handOff", by, task, to, ...(note !== undefined && { note }) }),
    accept: ({ by, task }) => run({ op: "accept", by, task }),
    setPriorities: ({ by, priorities }) => run({ op: "setPriorities", by, priorities: [...priorities] }),
    takeIn: () =>
      log.alone(() => {
        const { fault } = inOrder();
        if (fault === undefined) return state.context;
        if (state.damagedAt !== undefined) throw refusal("state/damaged", "the log of the context", fault);
        throw refusal("state/bad-edit", "the context was edited by hand and", fault);
      }),
    rebuild: () =>
      log.alone(() => {
        const { context } = state;
        // From here on everybody goes on from what could be read.
        const heals: ContextLine = { type: "edited", revision: context.revision, at: at(), found: "", value: context };
        for (;;) {
          const text = textAt(disk, path);
          const file = judge(text);
          const kept = text !== undefined && (file.is === "edited" || file.is === "faulty") ? keep(text) : undefined;
          if (state.damagedAt !== undefined) log.append([heals]);
          if (put(text)) return { context: state.context, ...(kept !== undefined && { kept }) };
        }
      }),
  };
}

function freeName(disk: Disk, folder: string, at: Date): string {
  const name = `context.edited-${at.toISOString().replaceAll(/[^0-9TZ]/g, "")}`;
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? `${name}.json` : `${name}-${number}.json`;
    if (!disk.existsSync(join(folder, free))) return free;
  }
}

/** What could not be read back from the log is never written there. */
function sound(operation: Operation): Operation {
  const { data, error } = Operation.safeParse(operation);
  if (data !== undefined) return data;
  throw new StagewrightError("state/operation", `"${operation.op}" cannot be done so: ${z.prettifyError(error)}`, {
    hint: "names, titles and reasons are texts that are not empty",
  });
}

function linesOf(disk: Disk, logPath: string): readonly ContextLine[] {
  const lines: ContextLine[] = [];
  readOn(disk, logPath, { offset: 0, lines: 0 }, (text) => {
    const line = contextLineIn(text);
    if (line !== undefined) lines.push(line);
  });
  return lines;
}

function textAt(disk: Disk, path: string): string | undefined {
  try {
    return disk.readFileSync(path).toString("utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function refusal(code: string, what: string, { where, what: why, doInstead }: Fault): StagewrightError {
  return new StagewrightError(code, `${what} cannot be taken in: ${why}`, {
    hint: `${doInstead}; or \`rebuild\` puts the last good one back and keeps yours beside it`,
    place: where,
  });
}
