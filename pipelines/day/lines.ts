import type { CalendarEvent } from "../../adapters/index.js";
import { type DayRun, type DayWait, dayIn } from "./sources.js";
import { counted, quoted } from "./told.js";

/** `08:05` on the clocks of a zone. */
export function clockIn(zone: string, at: string): string {
  return new Date(at).toLocaleTimeString("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** `2026-12-03 08:05`, or the time alone where it is on the day that is spoken of. */
export function whenIn(zone: string, at: string, day: string): string {
  const its = dayIn(zone, new Date(at));
  return its === day ? clockIn(zone, at) : `${its} ${clockIn(zone, at)}`;
}

const HOUR_MS = 3_600_000;

/** `3 days`, `5 hours`, `20 minutes`: in whole ones, never more than it was. */
export function lengthOf(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours >= 48) return counted(Math.floor(hours / 24), "day");
  return hours >= 1 ? counted(hours, "hour") : counted(Math.max(0, Math.floor(ms / 60_000)), "minute");
}

/** An event of the calendar, by the clocks of a zone. No colon stands behind a time: the checks would not know it as one. */
export function eventLine({ summary, start, end, isAllDay, location, status }: CalendarEvent, zone: string): string {
  const when = isAllDay ? "All day" : `${clockIn(zone, start)} to ${clockIn(zone, end)}`;
  const where = location === null ? "" : `, at ${quoted(location, 60)}`;
  return `${when}, ${quoted(summary)}${where}${status === "tentative" ? ", tentative" : ""}.`;
}

interface When {
  readonly zone: string;
  readonly now: Date;
}

/** What a run waits for, since when, and what to type. */
export function waitLine({ run, pipeline }: DayRun, { stage, on, since, says }: DayWait, { zone, now }: When): string {
  const what = {
    gate: "waits for a decision",
    effect: "asks whether an effect happened",
    budget: "waits for its budget",
    blocker: "is blocked",
  }[on];
  const long = lengthOf(now.getTime() - Date.parse(since));
  const question = says === null ? "" : `: ${quoted(says)}`;
  const command = on === "gate" ? `stagewright approve ${run}` : `stagewright show ${run}`;
  return `${pipeline} ${what} at "${stage}" since ${whenIn(zone, since, dayIn(zone, now))}, for ${long}${question} (${command}).`;
}

/** Every wait of some runs, the longest first. */
export function waitsIn(runs: readonly DayRun[]): readonly { readonly run: DayRun; readonly wait: DayWait }[] {
  return runs.flatMap((run) => run.waits.map((wait) => ({ run, wait }))).sort((a, b) => (a.wait.since < b.wait.since ? -1 : 1));
}

/** How runs ended: failures one by one, what was done once for each pipeline. Of waits and child runs it says nothing. */
export function runLines(runs: readonly DayRun[], day: string, zone: string): readonly string[] {
  const own = runs.filter(({ parent, status }) => parent === null && status !== "blocked");
  const done = new Map<string, DayRun[]>();
  for (const run of own) if (run.status === "done") done.set(run.pipeline, [...(done.get(run.pipeline) ?? []), run]);
  const others = own.filter(({ status }) => status !== "done").map((run) => otherLine(run, day, zone));
  return [...others, ...[...done.values()].map((some) => doneLine(some, day, zone))];
}

function doneLine(runs: readonly DayRun[], day: string, zone: string): string {
  const last = runs.at(-1);
  if (last === undefined) return "";
  const cost = costText(runs.reduce((sum, { usd }) => sum + usd, 0));
  const at = whenIn(zone, last.lastAt, day);
  if (runs.length > 1) return `${last.pipeline} was done ${runs.length} times, the last time at ${at}${cost} (run ${last.run}).`;
  const because = last.because === null ? "" : `, without more to do: ${quoted(last.because)}`;
  return `${last.pipeline} was done at ${at}${cost}${because} (run ${last.run}).`;
}

function otherLine({ run, pipeline, status, startedAt, lastAt, failedAt, because, usd }: DayRun, day: string, zone: string): string {
  const at = whenIn(zone, lastAt, day);
  switch (status) {
    case "failed":
      return `${pipeline} failed at ${at} at "${failedAt ?? "its start"}"${costText(usd)}: ${quoted(because ?? "no reason is known")} (run ${run}).`;
    case "interrupted":
      return `${pipeline} was cut off at ${at} (stagewright resume ${run}).`;
    case "cancelled":
      return `${pipeline} was cancelled at ${at} (run ${run}).`;
    default:
      return `${pipeline} has been running since ${whenIn(zone, startedAt, day)} (run ${run}).`;
  }
}

function costText(usd: number): string {
  return usd === 0 ? "" : `, for ${usd.toFixed(2)} USD`;
}

/** The pipelines of the day: that one of them ran is no news, that it failed is. */
const OF_THE_DAY: ReadonlySet<string> = new Set([
  "morning-briefing",
  "nudge",
  "evening-meditation",
  "weekly-reflection",
  "self-improvement",
  "health-monitor",
]);

export function isNews({ pipeline, status }: DayRun): boolean {
  return !OF_THE_DAY.has(pipeline) || status === "failed" || status === "interrupted";
}
