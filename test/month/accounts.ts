import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { DeskLine } from "../../src/chief/desk/desk-line.js";
import { runNameOf } from "../../src/cli/up/lane-work.js";
import { DispatchRules, openOutbox } from "../../src/dispatch/index.js";
import { OutboxLine } from "../../src/dispatch/outbox-line.js";
import { LaneSettings, openLanes } from "../../src/lanes/index.js";
import { LaneLine } from "../../src/lanes/lane-line.js";
import { openRegistry, RegistrySettings } from "../../src/registry/index.js";
import { RegistryLine } from "../../src/registry/registry-line.js";
import { JobLine } from "../../src/triggers/jobs/job-line.js";
import type { Provider } from "./chat-world.js";
import { PLANS, START } from "./month-jobs.js";
import { plannedTimes } from "./planned-times.js";
import type { SimulatedRuns } from "./simulated-runs.js";

interface Known {
  readonly providers: readonly Provider[];
  readonly runs: SimulatedRuns;
  /** When the clock was told to fire nothing more. */
  readonly quietAt: number;
}

interface Accounts {
  readonly faults: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

const SINCE_LAST_LOOK_MS = 66 * 60_000;

/** Goes through the logs of a month by themselves: what is not as it has to be. */
export function accounts(root: string, known: Known): Accounts {
  const logs = {
    jobs: linesIn(join(root, "jobs", "log.jsonl"), JobLine),
    lanes: linesIn(join(root, "lanes", "lanes.jsonl"), LaneLine),
    outbox: linesIn(join(root, "state", "outbox.jsonl"), OutboxLine),
    desk: linesIn(join(root, "desk", "desk.jsonl"), DeskLine),
    registry: linesIn(join(root, "registry", "registry.jsonl"), RegistryLine),
  };
  const jobs = jobFaults(logs.jobs, known);
  return {
    faults: [
      ...jobs.faults,
      ...runFaults(logs, known),
      ...deliveryFaults(logs.outbox, known),
      ...deskFaults(logs, known),
      ...leftFaults(root, logs.desk),
    ],
    counts: {
      ...jobs.counts,
      runs: known.runs.begun.size,
      items: logs.lanes.filter(({ type }) => type === "queued").length,
      emitted: logs.outbox.filter(({ type }) => type === "queued").length,
      dead: logs.outbox.filter(({ type }) => type === "dead").length,
      arrived: known.providers.reduce((sum, { arrived }) => sum + arrived.length, 0),
    },
  };
}

/** Whole lines only: one that a dying process cut off counts for nothing. */
function linesIn<Line>(path: string, schema: z.ZodType<Line>): readonly Line[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((text) => {
      try {
        const read = schema.safeParse(JSON.parse(text));
        return read.success ? [read.data] : [];
      } catch {
        return [];
      }
    });
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Each due time, found without the library, was run once or given up with a reason. */
function jobFaults(lines: readonly JobLine[], { quietAt }: Known): Accounts {
  const faults: string[] = [];
  const counts: Record<string, number> = { due: 0, claimed: 0, missed: 0, dropped: 0, queued: 0 };
  for (const [job, plan] of Object.entries(PLANS)) {
    const planned = plannedTimes(plan, Date.parse(START), quietAt + 40 * 86_400_000);
    const found = new Map<number, string>();
    const claims = new Map<number, number>();
    const open = new Set<number>();
    const become = (due: number, what: string, from: readonly (string | undefined)[]) => {
      const before = found.get(due);
      if (!from.includes(before)) faults.push(`${job} ${iso(due)}: ${what} after ${before ?? "nothing"}`);
      if (!planned.includes(due)) faults.push(`${job} ${iso(due)}: ${what}, and it was not due`);
      found.set(due, what);
    };
    for (const line of lines) {
      if (line.job !== job) continue;
      if (line.type === "claimed") {
        const due = Date.parse(line.due);
        become(due, "claimed", line.tries === 2 ? ["claimed"] : [undefined, "queued"]);
        claims.set(due, (claims.get(due) ?? 0) + 1);
        open.add(due);
        if (due > Date.parse(line.at)) faults.push(`${job} ${line.due}: was fired early, at ${line.at}`);
      } else if (line.type === "queued") become(Date.parse(line.due), "queued", [undefined]);
      else if (line.type === "dropped") become(Date.parse(line.due), "dropped", ["queued"]);
      else if (line.type === "ended") open.delete(Date.parse(line.due));
      else if (line.type === "missed") {
        const range = planned.filter((due) => due >= Date.parse(line.first) && due <= Date.parse(line.last));
        // What had run before the clock was set back is not given up.
        const missed = range.filter((due) => !["claimed", "queued", "dropped"].includes(found.get(due) ?? ""));
        for (const due of missed) become(due, "missed", [undefined]);
        if (missed.length !== line.count) faults.push(`${job} ${line.first}: ${line.count} are said to be missed, ${missed.length} are`);
      } else if (line.type === "set-back") {
        for (const [due, what] of found) if (what === "missed" && due > Date.parse(line.at)) found.delete(due);
      }
    }
    for (const due of planned) {
      if (due > quietAt - SINCE_LAST_LOOK_MS) break;
      counts.due = (counts.due ?? 0) + 1;
      const what = found.get(due);
      if (what === undefined) faults.push(`${job} ${iso(due)}: was forgotten`);
      else counts[what] = (counts[what] ?? 0) + 1;
      if (what === "queued" && due < quietAt - 2 * 86_400_000) faults.push(`${job} ${iso(due)}: still waits`);
    }
    for (const due of open) faults.push(`${job} ${iso(due)}: was fired, and nobody knows how it ended`);
  }
  return { faults, counts };
}

interface Logs {
  readonly jobs: readonly JobLine[];
  readonly lanes: readonly LaneLine[];
  readonly outbox: readonly OutboxLine[];
  readonly desk: readonly DeskLine[];
  readonly registry: readonly RegistryLine[];
}

/** Whatever lay in a lane was run to its end, unless somebody took it away; and it says of each the same everywhere. */
function runFaults({ jobs, lanes, registry, outbox }: Logs, { runs }: Known): readonly string[] {
  const faults: string[] = [];
  const cancelled = new Set(lanes.flatMap((line) => (line.type === "cancelled" ? [line.id] : [])));
  const outcomes = new Map(lanes.flatMap((line) => (line.type === "ended" ? [[line.id, line.outcome] as const] : [])));
  const registered = new Map(registry.flatMap((line) => (line.type === "ended" ? [[line.id, line.how] as const] : [])));
  const said = new Map(outbox.flatMap((line) => (line.type === "queued" ? [[line.id, line.reply.message] as const] : [])));
  for (const line of lanes) {
    if (line.type !== "queued") continue;
    const { id } = line;
    const end = runs.ended.get(runNameOf(id));
    if (cancelled.has(id)) continue;
    if (end === undefined) faults.push(`${id}: lay in a lane, and was not run to its end`);
    else if (outcomes.get(id) !== end) faults.push(`${id}: is ${end}, and its lane says ${outcomes.get(id)}`);
    else if (registered.get(id) !== end) faults.push(`${id}: is ${end}, and the registry says ${registered.get(id)}`);
    const told = said.get(`${runNameOf(id)}/ended`);
    if (told?.includes("was cut off")) faults.push(`${id}: is ${end}, and it was told "${told}"`);
  }
  for (const [run, times] of runs.begun) if (times !== 1) faults.push(`${run}: was begun ${times} times`);
  for (const line of jobs) {
    if (line.type !== "ended") continue;
    const id = `${line.job}@${line.due}`;
    const end = runs.ended.get(runNameOf(id));
    if (end !== undefined && !cancelled.has(id) && line.outcome !== end) faults.push(`${id}: is ${end}, and its job says ${line.outcome}`);
    if (cancelled.has(id) && line.outcome === "failed" && end !== "failed") faults.push(`${id}: was cancelled, and its job says failed`);
    if (line.outcome === "lost") faults.push(`${id}: is lost`);
  }
  return faults;
}

/** Each message arrived once, or is on the list of those that were given up; in each chat in the order in which they came. */
function deliveryFaults(lines: readonly OutboxLine[], { providers }: Known): readonly string[] {
  const faults: string[] = [];
  const idsOf = new Map<string, readonly string[]>();
  const dead = new Map<string, string>();
  const emitted = new Map<string, { readonly nth: number; readonly queue: string }>();
  for (const [nth, line] of lines.entries()) {
    if (line.type === "queued") {
      if (emitted.has(line.id)) faults.push(`message ${line.id}: was queued twice`);
      emitted.set(line.id, { nth, queue: `${line.to.channel} ${line.to.chat} ${line.reply.priority}` });
    }
    if (line.type === "begun" && !idsOf.has(line.key)) idsOf.set(line.key, line.ids);
    if (line.type === "dead") for (const id of idsOf.get(line.key) ?? []) dead.set(id, line.because);
  }
  const arrivals = new Map<string, number>();
  const last = new Map<string, number>();
  for (const { arrived } of providers) {
    for (const { key } of arrived) {
      for (const id of idsOf.get(key) ?? []) {
        arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
        const { nth, queue } = emitted.get(id) ?? { nth: -1, queue: "" };
        if (nth < (last.get(queue) ?? -1)) faults.push(`message ${id}: arrived after a later one of its chat`);
        last.set(queue, nth);
      }
    }
  }
  for (const id of emitted.keys()) {
    const times = arrivals.get(id) ?? 0;
    const because = dead.get(id);
    if (times > 1) faults.push(`message ${id}: arrived ${times} times`);
    else if (times === 0 && because === undefined) faults.push(`message ${id}: never arrived`);
    else if (times === 1 && because !== undefined && !because.startsWith("it may have been sent")) {
      faults.push(`message ${id}: arrived, and was given up: ${because}`);
    }
  }
  return faults;
}

/** Whatever people wrote was heard once and dealt with once; what was acknowledged lay in a lane, and was run. */
function deskFaults({ desk, outbox, lanes }: Logs, { providers, runs }: Known): readonly string[] {
  const faults: string[] = [];
  const count = (ids: Iterable<string>) => {
    const times = new Map<string, number>();
    for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
    return times;
  };
  const heard = count(desk.flatMap((line) => (line.type === "heard" ? [line.id] : [])));
  const taken = count(desk.flatMap((line) => (line.type === "taken" ? line.ids : [])));
  for (const { name, written } of providers) {
    for (const { id } of written) {
      const [times, dealt] = [heard.get(`${name}/${id}`), taken.get(`${name}/${id}`)];
      if (times !== 1) faults.push(`what was written as ${id}: was heard ${times ?? 0} times`);
      else if (dealt !== 1) faults.push(`what was written as ${id}: was dealt with ${dealt ?? 0} times`);
    }
  }
  const said = new Map(outbox.flatMap((line) => (line.type === "queued" ? [[line.id, line.reply.message] as const] : [])));
  const cancelled = new Set(lanes.flatMap((line) => (line.type === "cancelled" ? [line.id] : [])));
  for (const line of desk) {
    if (line.type !== "taken" || line.item === undefined) continue;
    const { item, as } = line;
    if (as !== "queued" && !said.has(`desk:${item}`)) faults.push(`${item}: was dealt with, and nothing was said`);
    if (as !== "queued" || cancelled.has(item)) continue;
    if (!said.has(`${item}/ended`) && !said.has(`desk:${item}/answer`)) faults.push(`${item}: has ended, and nobody was told`);
  }
  for (const [id, message] of said) {
    if (!id.startsWith("desk:") || !message.startsWith("Queued: ")) continue;
    const item = id.slice("desk:".length).replace(/\/answer$/, "-run");
    if (!runs.begun.has(item) && !cancelled.has(item)) faults.push(`${item}: was acknowledged, and never run`);
  }
  return faults;
}

/** Nothing lies about. */
function leftFaults(root: string, desk: readonly DeskLine[]): readonly string[] {
  const now = () => new Date();
  const newId = () => "none";
  const lanes = openLanes(root, { settings: () => LaneSettings.parse({}), now });
  const outbox = openOutbox(root, { rules: () => DispatchRules.parse({}), channels: () => [], now, newId });
  const none = () => [];
  const registry = openRegistry(root, { settings: () => RegistrySettings.parse({}), agents: none, models: none, now, newId });
  const busy = new Map<string, string>();
  for (const line of desk) {
    if (line.type === "begun") busy.set(line.item, line.thread);
    if (line.type === "finished" || (line.type === "taken" && line.as !== "queued")) busy.delete(line.item ?? "");
  }
  return [
    ...[...lanes.log.read().places.keys()].map((id) => `${id}: still lies in a lane`),
    ...[...registry.log.read().live].map((id) => `${id}: still lives in the registry`),
    ...[...outbox.log.read().chats.keys()].map((chat) => `${chat}: something still waits to be sent`),
    ...[...outbox.log.read().open.keys()].map((id) => `message ${id}: was sent, and is not closed`),
    ...[...busy].map(([item, thread]) => `${thread}: still waits for ${item}`),
  ];
}
