import type { LaneItem, LaneLine } from "./lane-line.js";

export interface RunningItem {
  readonly item: LaneItem;
  readonly process: string;
  /** ISO 8601. */
  readonly since: string;
  /** Somebody wants it to end. */
  readonly isCancelled: boolean;
}

export interface LaneState {
  readonly name: string;
  /** How often it was reset. */
  generation: number;
  /** By owner, in the order in which they have their turns; each one's in the order in which they were queued. */
  readonly waiting: Map<string, Map<string, LaneItem>>;
  /** How many wait. */
  size: number;
  readonly running: Map<string, RunningItem>;
}

export interface LanesState {
  readonly lanes: Map<string, LaneState>;
  /** Where each item is that waits or runs. */
  readonly places: Map<string, { readonly lane: string; readonly owner: string }>;
  readonly known: Set<string>;
}

export function emptyLanes(): LanesState {
  return { lanes: new Map(), places: new Map(), known: new Set() };
}

/** Takes a line in. A line about an item that is not there counts for nothing. */
export function foldLanes(state: LanesState, line: LaneLine): LanesState {
  switch (line.type) {
    case "queued": {
      const { type: _, ...item } = line;
      state.known.add(item.id);
      state.places.set(item.id, { lane: item.lane, owner: item.owner });
      const lane = laneIn(state, item.lane);
      const mine = lane.waiting.get(item.owner) ?? new Map<string, LaneItem>();
      lane.waiting.set(item.owner, mine.set(item.id, item));
      lane.size += 1;
      break;
    }
    case "began": {
      const lane = laneWith(state, line.id);
      const before = lane?.running.get(line.id);
      const item = before?.item ?? takeWaiting(state, line.id);
      if (lane === undefined || item === undefined) break;
      lane.running.set(line.id, { item, process: line.process, since: line.at, isCancelled: before?.isCancelled ?? false });
      break;
    }
    case "ended": {
      takeWaiting(state, line.id);
      laneWith(state, line.id)?.running.delete(line.id);
      state.places.delete(line.id);
      break;
    }
    case "cancelled": {
      const lane = laneWith(state, line.id);
      const running = lane?.running.get(line.id);
      if (running !== undefined) lane?.running.set(line.id, { ...running, isCancelled: true });
      else if (takeWaiting(state, line.id) !== undefined) state.places.delete(line.id);
      break;
    }
    case "reset": {
      const lane = laneIn(state, line.lane);
      lane.generation += 1;
      for (const mine of lane.waiting.values()) for (const id of mine.keys()) state.places.delete(id);
      lane.waiting.clear();
      lane.size = 0;
      break;
    }
    case "known":
      state.known.add(line.id);
      break;
    case "generation":
      laneIn(state, line.lane).generation = line.generation;
      break;
  }
  return state;
}

export function laneIn(state: LanesState, name: string): LaneState {
  const known = state.lanes.get(name);
  if (known !== undefined) return known;
  const lane: LaneState = { name, generation: 0, waiting: new Map(), size: 0, running: new Map() };
  state.lanes.set(name, lane);
  return lane;
}

function laneWith(state: LanesState, id: string): LaneState | undefined {
  return state.lanes.get(state.places.get(id)?.lane ?? "");
}

/** Takes an item that waits; its owner's next turn comes after those of all others. */
function takeWaiting(state: LanesState, id: string): LaneItem | undefined {
  const lane = laneWith(state, id);
  const owner = state.places.get(id)?.owner ?? "";
  const mine = lane?.waiting.get(owner);
  const item = mine?.get(id);
  if (lane === undefined || mine === undefined || item === undefined) return undefined;
  mine.delete(id);
  lane.waiting.delete(owner);
  if (mine.size > 0) lane.waiting.set(owner, mine);
  lane.size -= 1;
  return item;
}

/** The item under an id, while it waits or runs. */
export function itemIn(state: LanesState, id: string): LaneItem | undefined {
  const lane = laneWith(state, id);
  return lane?.waiting.get(state.places.get(id)?.owner ?? "")?.get(id) ?? lane?.running.get(id)?.item;
}

/** Lines that mean what still counts, for a log that has grown long. The ids of the last `keepKnown` items stay known. */
export function linesOfLanes(state: LanesState, keepKnown: number): LaneLine[] {
  const lines: LaneLine[] = [...state.known]
    .filter((id) => !state.places.has(id))
    .slice(-keepKnown)
    .map((id) => ({ type: "known", id }));
  for (const { name, generation, waiting, running } of state.lanes.values()) {
    if (generation > 0) lines.push({ type: "generation", lane: name, generation });
    for (const { item, process, since, isCancelled } of running.values()) {
      lines.push({ type: "queued", ...item }, { type: "began", id: item.id, at: since, process });
      if (isCancelled) lines.push({ type: "cancelled", id: item.id, at: since });
    }
    for (const mine of waiting.values()) for (const item of mine.values()) lines.push({ type: "queued", ...item });
  }
  return lines;
}
