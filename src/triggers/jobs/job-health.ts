import { dueTimes } from "./due-times.js";
import { isoOf } from "./iso.js";
import type { Job, Jobs } from "./job.js";
import type { JobState, JobStates } from "./job-state.js";
import { msOfLength } from "./length.js";

/** What is wrong with a job. */
export interface HealthFinding {
  /** The same for one and the same trouble, however often it is looked at. */
  readonly key: string;
  readonly rule: "jobs/not-run" | "jobs/missed" | "jobs/failing" | "jobs/too-long" | "jobs/over-budget" | "jobs/not-delivered";
  readonly job: string;
  readonly message: string;
}

/** Between a due time and the claim lies a look at the clock at most. */
const NOT_RUN_AFTER_MS = 300_000;
/** A run without a time in its budget is too long after a day. */
const LONGEST_RUN_MS = 86_400_000;
const MISSED_MATTERS: ReadonlySet<string> = new Set(["late", "queue full", "already past"]);

/** Whether each job ran when it should, ended, delivered, and stayed in its budget. Changes nothing. */
export function jobHealth(jobs: Jobs, states: Pick<JobStates, "get">, now: number): readonly HealthFinding[] {
  return Object.entries(jobs).flatMap(([name, job]) => {
    const state = states.get(name);
    return state === undefined
      ? []
      : [...notRun(name, job, state, now), ...missed(name, job, state), ...failing(name, state), ...runs(name, job, state, now)];
  });
}

/** The findings that were not there before, so that each goes out once. What is over and comes back is new. */
export function freshFindings(previous: readonly HealthFinding[], now: readonly HealthFinding[]): readonly HealthFinding[] {
  const known = new Set(previous.map(({ key }) => key));
  return now.filter(({ key }) => !known.has(key));
}

function notRun(name: string, job: Job, state: JobState, now: number): readonly HealthFinding[] {
  const due = dueTimes(job, name, state, now - NOT_RUN_AFTER_MS).past[0];
  if (due === undefined) return [];
  const first = isoOf("due" in due ? due.due : due.first);
  return [finding("jobs/not-run", name, first, `was due at ${first}, and nothing has run it: see that the clock is running`)];
}

/** What policy gives up is no trouble: where one run stands for all that were missed, that is as it should be. */
function missed(name: string, { catchUp }: Job, { missed: all }: JobState): readonly HealthFinding[] {
  return all
    .filter(({ why }) => MISSED_MATTERS.has(why) && !(why === "late" && catchUp === "one"))
    .map(({ first, last, count, why }) => {
      const when = count === 1 ? `at ${isoOf(first)}` : `${count} times from ${isoOf(first)} to ${isoOf(last)}`;
      return finding("jobs/missed", name, isoOf(first), `did not run ${when}: ${WHY[why] ?? why}`);
    });
}

const WHY: Readonly<Record<string, string>> = {
  late: "nothing looked at the clock then, and its policy catches up no more",
  "queue full": "too many of its due times were waiting for a run to end",
  "already past": "the time was past when the job was first seen",
};

/** Failures in a row are one trouble, from the first of them on. */
function failing(name: string, { failures, failingSince, ended }: JobState): readonly HealthFinding[] {
  if (failures === 0 || failingSince === undefined) return [];
  const { reason, outcome } = ended.at(-1) ?? {};
  const times = failures === 1 ? "once" : `${failures} times in a row`;
  const since = isoOf(failingSince);
  return [finding("jobs/failing", name, since, `has failed ${times} since ${since}: ${reason ?? outcome ?? "no reason is known"}`)];
}

function runs(name: string, job: Job, { running, ended }: JobState, now: number): readonly HealthFinding[] {
  const found: HealthFinding[] = [];
  const { budget, deliver } = job;
  const limitMs = budget?.time === undefined ? LONGEST_RUN_MS : msOfLength(budget.time);
  if (running !== undefined && now - running.claimedAt > limitMs) {
    const due = isoOf(running.due);
    found.push(
      finding("jobs/too-long", name, due, `has been running since ${isoOf(running.claimedAt)}, longer than ${budget?.time ?? "1d"}`),
    );
  }
  for (const { due, claimedAt, endedAt, outcome, spent, delivered } of ended) {
    const at = isoOf(due);
    const over = [
      ...exceeds(spent?.usd, budget?.usd, (usd) => `${usd} USD`),
      ...exceeds(spent?.tokens, budget?.tokens, (tokens) => `${tokens} tokens`),
      ...exceeds(spent?.ms ?? endedAt - claimedAt, budget?.time === undefined ? undefined : limitMs, (ms) => `${Math.round(ms / 1_000)} s`),
    ];
    if (over.length > 0)
      found.push(finding("jobs/over-budget", name, at, `took more than its budget in the run of ${at}: ${over.join(", ")}`));
    if (outcome === "done" && deliver !== undefined && delivered !== true) {
      found.push(finding("jobs/not-delivered", name, at, `ended in the run of ${at}, and its result did not reach "${deliver.channel}"`));
    }
  }
  return found;
}

function exceeds(found: number | undefined, most: number | undefined, text: (amount: number) => string): readonly string[] {
  return found === undefined || most === undefined || found <= most ? [] : [`${text(found)} of ${text(most)}`];
}

function finding(rule: HealthFinding["rule"], job: string, since: string, what: string): HealthFinding {
  return { key: `${rule} ${job} ${since}`, rule, job, message: `job "${job}" ${what}` };
}
