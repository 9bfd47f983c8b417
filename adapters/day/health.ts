import { randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { DispatchRules, openOutbox } from "../../src/dispatch/index.js";
import { type JobStates, Jobs, jobHealth, jobStore } from "../../src/triggers/index.js";
import { codeOf } from "../whole-file.js";
import type { DayTrouble } from "./day.js";
import { runsBetween } from "./runs.js";

const MB = 1_000_000;
/** A run that has ended is no trouble of the machinery, so no ended one is read. */
const NEVER = "9999-12-31T23:59:59.999Z";

/** How many bytes are free where a folder lies. */
export type FreeBytes = (folder: string) => Promise<number>;

interface Looked {
  readonly root: string;
  readonly now: Date;
  readonly jobs: () => Jobs | undefined;
  readonly freeBytes: FreeBytes;
  readonly stuckMinutes: number;
  readonly leastFreeMb: number;
  readonly without: string | undefined;
  readonly signal: AbortSignal;
}

/** What is wrong with the machinery of a store. No model is asked, and nothing is changed. */
export async function troublesOf(looked: Looked): Promise<DayTrouble[]> {
  return [...jobTroubles(looked), ...(await runTroubles(looked)), ...deadLetters(looked), ...(await diskTroubles(looked))];
}

function jobTroubles({ root, now, jobs }: Looked): readonly DayTrouble[] {
  const states = jobStore(root).read();
  return jobHealth(jobs() ?? jobsInLog(states), states, now.getTime()).map(({ key, rule, message }) => ({ key, rule, message }));
}

/** The jobs as far as the log of jobs knows them: when they are due, but neither their budgets nor where they deliver. */
function jobsInLog(states: JobStates): Jobs {
  return Object.fromEntries(
    [...states].flatMap(([name, { schedule }]) => {
      if (schedule === undefined) return [];
      const { kind, text, zone, from, once, paused, staggerMs } = schedule;
      const counts = kind === "every" && from !== undefined ? { countFrom: from } : {};
      const job = { [kind]: text, zone, once, paused, exact: staggerMs === 0, pipeline: name, ...counts };
      return Object.entries(Jobs.safeParse({ [name]: job }).data ?? {});
    }),
  );
}

async function runTroubles({ root, now, stuckMinutes, without, signal }: Looked): Promise<readonly DayTrouble[]> {
  const before = new Date(now.getTime() - stuckMinutes * 60_000).toISOString();
  const open = await runsBetween({ root, from: NEVER, to: NEVER, without, signal });
  return open.flatMap(({ run, pipeline, status, lastAt }) => {
    if (status === "interrupted") {
      const message = `run ${run} of "${pipeline}" was cut off at ${lastAt}: \`stagewright resume ${run}\` goes on with it`;
      return [{ key: `runs/interrupted ${run} ${lastAt}`, rule: "runs/interrupted", message }];
    }
    if (status !== "running" || lastAt >= before) return [];
    const message = `run ${run} of "${pipeline}" goes on, and nothing has happened in it since ${lastAt}`;
    return [{ key: `runs/stuck ${run} ${lastAt}`, rule: "runs/stuck", message }];
  });
}

function deadLetters({ root, now }: Looked): readonly DayTrouble[] {
  const outbox = openOutbox(root, { rules: () => DispatchRules.parse({}), channels: () => [], now: () => now, newId: randomUUID });
  return outbox.dead().map(({ id, to, deadAt, because }) => ({
    key: `outbox/dead ${id} ${deadAt}`,
    rule: "outbox/dead",
    message: `a message to ${to.channel}:${to.chat} was given up at ${deadAt}: ${because}; \`stagewright outbox\` lists it`,
  }));
}

async function diskTroubles({ root, freeBytes, leastFreeMb }: Looked): Promise<readonly DayTrouble[]> {
  const free = Math.floor((await freeBytes(root)) / MB);
  if (free >= leastFreeMb) return [];
  // The number is not in the key: less and less is one trouble.
  const message = `the disk has ${free} MB free, less than the ${leastFreeMb} MB that should be`;
  return [{ key: "disk/full", rule: "disk/full", message }];
}

/** Of the folder itself, or of the nearest one above it that is there. */
export const freeBytesAt: FreeBytes = async (folder) => {
  for (let at = folder; ; at = dirname(at)) {
    try {
      const { bavail, bsize } = await statfs(at);
      return bavail * bsize;
    } catch (error) {
      if (codeOf(error) !== "ENOENT" || at === dirname(at)) throw error;
    }
  }
};
