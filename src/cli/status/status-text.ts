import type { PermitUser, PoolStatus } from "../../permits/index.js";
import { between, duration } from "../duration.js";

/** A run that is under way or waits. */
export interface OpenRun {
  readonly run: string;
  readonly pipeline: string;
  readonly status: "running" | "waits" | "interrupted";
  /** For what it waits, or the stage that it is at. */
  readonly at: string;
}

const WIDTH = 80;

/** The pools and the open runs, within 80 columns. */
export function statusText(pools: readonly PoolStatus[], runs: readonly OpenRun[], now: Date): string {
  const lines = [
    ...(pools.length === 0 ? ["no pools: stagewright.config.ts names none"] : pools.flatMap((pool) => poolLines(pool, now))),
    "",
    ...(runs.length === 0 ? ["no run is under way or waits"] : ["runs:", ...runs.flatMap(runLines)]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function poolLines(pool: PoolStatus, now: Date): readonly string[] {
  const { permits, tokens } = pool;
  return [
    ...wrapped(
      `pool "${pool.name}" at ${pool.server}: ${pool.isReachable ? (pool.software ?? "reachable") : `not reachable, ${pool.why}`}`,
      "",
    ),
    `  permits  ${permits.held} of ${permits.all} held, ${permits.free} free`,
    `  context  ${count(tokens.held)} of ${count(tokens.all)} tokens held, ${count(tokens.free)} free (by the ${tokens.from})`,
    ...pool.holding.flatMap((user) => wrapped(`  held for ${age(user, now)} by ${userText(user)}`, "    ")),
    ...pool.waiting.flatMap((user) => wrapped(`  waiting for ${age(user, now)}: ${userText(user)}`, "    ")),
    ...(pool.waiting.length === 0 ? [] : wrapped(`  all wait for ${pool.holding.map(who).join(", ")}`, "    ")),
  ];
}

function userText(user: PermitUser): string {
  return `${who(user)}, ${user.model ?? "unknown model"}, ${count(user.tokens)} tokens`;
}

function who({ run, stage, pid }: PermitUser): string {
  return `${run === undefined ? "a call outside of a run" : `run ${run}, stage ${stage}`} (pid ${pid})`;
}

function age({ since }: PermitUser, now: Date): string {
  return duration(between(since, now.toISOString()));
}

function runLines({ run, pipeline, status, at }: OpenRun): readonly string[] {
  return wrapped(`  ${run}  ${pipeline}  ${status === "waits" ? `waits for ${at}` : `${status} at ${at}`}`, "    ");
}

function count(tokens: number): string {
  return tokens.toLocaleString("en-US");
}

/** Breaks a line between words; a word that is wider than the page stays whole. */
function wrapped(line: string, indent: string): readonly string[] {
  const lines: string[] = [];
  let current = /^ */.exec(line)?.[0] ?? "";
  for (const word of line.trim().split(" ")) {
    const longer = current.trim() === "" ? `${current}${word}` : `${current} ${word}`;
    if (longer.length > WIDTH && current.trim() !== "") {
      lines.push(current);
      current = `${indent}${word}`;
    } else current = longer;
  }
  return [...lines, current];
}
