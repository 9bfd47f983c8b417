import { join } from "node:path";
import { namesByNearness, StagewrightError } from "../dsl/index.js";
import { type SharedLog, type SharedLogOptions, sharedLog } from "../store/index.js";
import { type LaneItem, LaneLine } from "./lane-line.js";
import type { LaneSettings } from "./lane-settings.js";
import { emptyLanes, foldLanes, itemIn, type LanesState, laneIn, linesOfLanes } from "./lanes-state.js";

export interface LanesOptions extends Pick<SharedLogOptions<LaneLine, LanesState>, "disk" | "me" | "pause"> {
  readonly settings: () => LaneSettings;
  readonly now: () => Date;
}

export type NewItem = Pick<LaneItem, "id" | "lane" | "owner" | "work">;

export interface Enqueued {
  /** What lies there under the id: what was queued first. */
  readonly item: NewItem;
  /** How many wait in its lane that were queued before it. */
  readonly before: number;
}

/** How a lane stands. */
export interface LaneStanding {
  readonly lane: string;
  readonly maxConcurrent: number;
  readonly priority: number;
  readonly running: readonly { readonly id: string; readonly owner: string; readonly since: string }[];
  readonly waiting: number;
  readonly generation: number;
  /** Since when the one waits that was queued first. */
  readonly oldest?: string;
}

/** Named queues on the disk. Any process may put something in; one runs them, see {@link laneRunner}. */
export interface Lanes {
  readonly log: SharedLog<LaneLine, LanesState>;
  /** The same id again changes nothing. @throws StagewrightError `lanes/unknown`. */
  enqueue(item: NewItem): Promise<Enqueued>;
  /** Whether there was such an item to cancel. */
  cancel(id: string): Promise<boolean>;
  /** Takes away all that waits in a lane, and gives how many that were. @throws StagewrightError `lanes/unknown`. */
  reset(lane: string): Promise<number>;
  standing(): readonly LaneStanding[];
}

const COMPACT_ABOVE = 20_000;
const KEEP_KNOWN = 5_000;

/** Opens the lanes of the store in the folder `root`. */
export function openLanes(root: string, { settings, now, ...machine }: LanesOptions): Lanes {
  const log = sharedLog<LaneLine, LanesState>({
    path: join(root, "lanes", "lanes.jsonl"),
    what: "the lanes",
    lockedCode: "lanes/locked",
    line: LaneLine,
    empty: emptyLanes,
    fold: foldLanes,
    ...machine,
  });
  const at = () => now().toISOString();
  return {
    log,
    enqueue: async ({ id, lane, owner, work }) => {
      assertLane(lane, settings());
      const enqueued = await log.change((state) => {
        const there = itemIn(state, id);
        if (there !== undefined) return { add: [], gives: { item: newItemOf(there), before: 0 } };
        const item = { id, lane, owner, work };
        const { size, generation } = laneIn(state, lane);
        return {
          add: state.known.has(id) ? [] : [{ type: "queued" as const, ...item, at: at(), generation }],
          gives: { item, before: size },
        };
      });
      await log.compact(COMPACT_ABOVE, (state) => linesOfLanes(state, KEEP_KNOWN));
      return enqueued;
    },
    cancel: (id) =>
      log.change((state) => {
        const isThere = state.places.has(id);
        return { add: isThere ? [{ type: "cancelled", id, at: at() }] : [], gives: isThere };
      }),
    reset: async (lane) => {
      assertLane(lane, settings());
      return log.change((state) => ({ add: [{ type: "reset", lane, at: at() }], gives: laneIn(state, lane).size }));
    },
    standing: () => standingOf(log.read(), settings()),
  };
}

function newItemOf({ id, lane, owner, work }: LaneItem): NewItem {
  return { id, lane, owner, work };
}

function assertLane(lane: string, { lanes }: LaneSettings): void {
  const names = Object.keys(lanes);
  if (names.includes(lane)) return;
  const [near] = namesByNearness(lane, names, { most: 1 / 2 });
  throw new StagewrightError("lanes/unknown", `there is no lane "${lane}"`, {
    hint: `${near === undefined ? "" : `did you mean "${near}"? `}There are ${names.map((name) => `"${name}"`).join(", ")}; \`lanes\` of the settings adds your own`,
  });
}

function standingOf(state: LanesState, { lanes }: LaneSettings): readonly LaneStanding[] {
  const names = new Set([...Object.keys(lanes), ...state.lanes.keys()]);
  return [...names].map((name) => {
    const lane = state.lanes.get(name);
    const firsts = [...(lane?.waiting.values() ?? [])].flatMap((mine) => [...mine.values()].slice(0, 1).map(({ at }) => at));
    const oldest = firsts.toSorted()[0];
    return {
      lane: name,
      maxConcurrent: lanes[name]?.maxConcurrent ?? 0,
      priority: lanes[name]?.priority ?? 0,
      running: [...(lane?.running.values() ?? [])].map(({ item: { id, owner }, since }) => ({ id, owner, since })),
      waiting: lane?.size ?? 0,
      generation: lane?.generation ?? 0,
      ...(oldest !== undefined && { oldest }),
    };
  });
}
