import { type Announcement, type ChildRun, type EndedRun, hasEnded } from "./child-run.js";
import type { RegistryLine } from "./registry-line.js";

export interface RegistryState {
  /** All that are known, in the order in which they were spawned. */
  readonly runs: Map<string, ChildRun>;
  /** Those that wait or run. */
  readonly live: Set<string>;
  /** The children of each run that wait or run. */
  readonly liveChildren: Map<string, Set<string>>;
  /** The children of each parent whose results it has not got yet, in the order in which they ended. */
  readonly queues: Map<string, Set<string>>;
  /** Those whose results wait for a person's word. */
  readonly givenUp: Set<string>;
  readonly toTearDown: Set<string>;
}

export function emptyRegistry(): RegistryState {
  return { runs: new Map(), live: new Set(), liveChildren: new Map(), queues: new Map(), givenUp: new Set(), toTearDown: new Set() };
}

/** Takes a line in. A line that speaks of what is not there, or of what is past, counts for nothing. */
export function foldRegistry(state: RegistryState, line: RegistryLine): RegistryState {
  if (line.type === "kept") {
    put(state, line.run);
    return state;
  }
  if (line.type === "spawned") {
    const { type: _, ...run } = line;
    if (!state.runs.has(run.id)) put(state, { ...run, costUsd: 0, stand: { state: "queued" } });
    return state;
  }
  if (line.type === "queue") {
    const queue = state.queues.get(line.parent);
    for (const id of line.ids) if (queue?.delete(id)) queue.add(id);
    return state;
  }
  const run = state.runs.get(line.id);
  if (run === undefined) return state;
  if (line.type === "spent") {
    state.runs.set(run.id, { ...run, costUsd: run.costUsd + line.usd });
    return state;
  }
  const next = hasEnded(run) ? afterEnd(run, line) : beforeEnd(run, line);
  if (next === undefined) return state;
  put(state, next);
  if (hasEnded(next)) letGoOfResults(state, next.id);
  return state;
}

/** Whoever has ended takes no results any more. */
function letGoOfResults(state: RegistryState, parent: string): void {
  for (const id of [...(state.queues.get(parent) ?? [])]) {
    const child = state.runs.get(id);
    if (child !== undefined && hasEnded(child)) put(state, announced(child, { state: "not wanted" }));
  }
}

function announced(run: EndedRun, announcement: Announcement): EndedRun {
  return { ...run, stand: { ...run.stand, announcement } };
}

function beforeEnd(run: ChildRun, line: RegistryLine): ChildRun | undefined {
  switch (line.type) {
    case "began": {
      const since = run.stand.state === "running" ? run.stand.since : line.at;
      return { ...run, owner: line.owner, stand: { state: "running", since } };
    }
    case "ended": {
      const { type: _, id: __, usd, by, ...end } = line;
      // A parent that ends with it comes after it, and lets go of it then.
      const announcement = run.parent === undefined ? { state: "not wanted" as const } : { state: "due" as const, failures: 0 };
      const tearDown = { state: "due" as const, ...(by !== undefined && { by }) };
      return { ...run, costUsd: run.costUsd + usd, stand: { state: "ended", ...end, announcement, tearDown } };
    }
    default:
      return undefined;
  }
}

function afterEnd(run: EndedRun, line: RegistryLine): EndedRun | undefined {
  const { stand } = run;
  const { announcement } = stand;
  switch (line.type) {
    case "tearing-down":
      return stand.tearDown.state === "due" ? { ...run, stand: { ...stand, tearDown: { state: "due", by: line.by } } } : undefined;
    case "torn-down":
      return { ...run, stand: { ...stand, tearDown: { state: "done", at: line.at } } };
    case "announcing": {
      if (announcement.state !== "due") return undefined;
      const isTryLost = announcement.begunBy !== undefined;
      return announced(run, { ...announcement, failures: announcement.failures + (isTryLost ? 1 : 0), begunBy: line.by });
    }
    case "delivered":
      return announced(run, { state: "delivered", at: line.at });
    case "not-delivered": {
      if (announcement.state !== "due") return undefined;
      return announced(run, { state: "due", failures: announcement.failures + 1, failedAt: line.at, error: line.error });
    }
    case "given-up": {
      if (announcement.state !== "due") return undefined;
      return announced(run, { state: "given up", at: line.at, because: line.because, isDropped: false });
    }
    case "again":
      return announcement.state === "given up" ? announced(run, { state: "due", failures: 0 }) : undefined;
    case "dropped":
      return announcement.state === "given up" ? announced(run, { ...announcement, isDropped: true }) : undefined;
    default:
      return undefined;
  }
}

/** Notes a run as it stands now, here and in every list that it belongs to. */
function put(state: RegistryState, run: ChildRun): void {
  const { id, parent } = run;
  const isLive = !hasEnded(run);
  const announcement = hasEnded(run) ? run.stand.announcement : undefined;
  state.runs.set(id, run);
  mark(state.live, id, isLive);
  mark(state.toTearDown, id, hasEnded(run) && run.stand.tearDown.state === "due");
  mark(state.givenUp, id, announcement?.state === "given up" && !announcement.isDropped);
  if (parent === undefined) return;
  markBelow(state.liveChildren, parent, id, isLive);
  markBelow(state.queues, parent, id, announcement?.state === "due");
}

function mark(set: Set<string>, id: string, isIn: boolean): void {
  if (isIn) set.add(id);
  else set.delete(id);
}

function markBelow(map: Map<string, Set<string>>, key: string, id: string, isIn: boolean): void {
  const set = map.get(key) ?? new Set<string>();
  mark(set, id, isIn);
  if (set.size > 0) map.set(key, set);
  else map.delete(key);
}

/** The runs below one that wait or run, the nearest first. */
export function liveBelow(state: RegistryState, id: string): readonly string[] {
  const below: string[] = [];
  for (let level = [id]; level.length > 0; ) {
    level = level.flatMap((above) => [...(state.liveChildren.get(above) ?? [])]);
    below.push(...level);
  }
  return below;
}

/** Lines that mean what still counts, for a log that has grown long. Of the runs that are settled the last `keepSettled` stay. */
export function linesOfRegistry(state: RegistryState, keepSettled: number): RegistryLine[] {
  const queues = [...state.queues].map(([parent, queue]): RegistryLine => ({ type: "queue", parent, ids: [...queue] }));
  const open = new Set([
    ...state.live,
    ...[...state.queues.values()].flatMap((queue) => [...queue]),
    ...state.givenUp,
    ...state.toTearDown,
  ]);
  let settledToDrop = state.runs.size - open.size - keepSettled;
  const lines: RegistryLine[] = [];
  for (const run of state.runs.values()) {
    if (!open.has(run.id) && settledToDrop > 0) settledToDrop -= 1;
    else lines.push({ type: "kept", run });
  }
  return [...lines, ...queues];
}
