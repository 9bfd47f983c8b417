import { isProcessGone, type Owner, ownerText, thisProcess } from "../store/index.js";
import type { LaneItem, LaneLine, Outcome } from "./lane-line.js";
import type { LaneSettings } from "./lane-settings.js";
import type { Lanes } from "./lanes.js";
import type { LanesState } from "./lanes-state.js";
import { nextStarts } from "./next-starts.js";

export interface Ended {
  readonly outcome: Outcome;
  readonly because?: string;
}

export interface Starting {
  /** Aborted when the item is cancelled, and when the runner is told to end at once. */
  readonly signal: AbortSignal;
  /** It was running in a process that is gone: go on with it, do not begin anew. */
  readonly interrupted: boolean;
}

export interface LaneRunnerOptions {
  readonly lanes: Lanes;
  readonly settings: () => LaneSettings;
  readonly now: () => Date;
  /** The process that runs them: this one, if left out. */
  readonly me?: Owner;
  /** Does an item's work. One that throws has failed. */
  readonly start: (item: LaneItem, starting: Starting) => Promise<Ended>;
  /** Told how each item ended, once that is noted. */
  readonly ended?: (item: LaneItem, ended: Ended) => void;
  /** Told of what could not be noted: the item is begun again. */
  readonly trouble?: (error: unknown) => void;
  /** Whether the process that began an item is gone. Default: asks the system. */
  readonly isGone?: (process: string) => boolean;
}

/** The one process that runs the lanes. */
export interface LaneRunner {
  /** Starts what has its turn, takes over what a process that is gone has left, and ends what was cancelled. */
  look(): Promise<void>;
  /** Starts nothing more, and waits for what runs. */
  drain(): Promise<void>;
  /** Starts nothing more, and tells what runs to end; it is taken over by the next process that runs the lanes. */
  interrupt(): Promise<void>;
  /** Resolves when nothing runs here. */
  idle(): Promise<void>;
}

export function laneRunner(options: LaneRunnerOptions): LaneRunner {
  const { lanes, settings, now, me = thisProcess(), start, ended = () => {}, trouble = () => {} } = options;
  const self = ownerText(me);
  const isGone = options.isGone ?? ((process: string) => isProcessGone(process, me));
  const active = new Map<string, { readonly control: AbortController; readonly ends: Promise<void> }>();
  let isDraining = false;
  let isInterrupted = false;

  const work = async (item: LaneItem, starting: Starting): Promise<void> => {
    const end = await start(item, starting).catch((error: unknown): Ended => ({ outcome: "failed", because: textOf(error) }));
    try {
      // What was told to end because the process ends is not over: it stays begun, and the next process goes on with it.
      const isCancelled = lanes.log.read().lanes.get(item.lane)?.running.get(item.id)?.isCancelled ?? false;
      if (isInterrupted && !isCancelled) return;
      await lanes.log.change(() => ({ add: [{ type: "ended", id: item.id, at: now().toISOString(), ...end }], gives: undefined }));
    } finally {
      // Only now: what was begun and is not active looks as if it had been left behind.
      active.delete(item.id);
    }
    ended(item, end);
    await look();
  };

  const look = async (): Promise<void> => {
    for (const { running } of lanes.log.read().lanes.values()) {
      for (const { item, isCancelled } of running.values()) if (isCancelled) active.get(item.id)?.control.abort();
    }
    if (isDraining || !hasWork(lanes.log.read())) return;
    const starts = await lanes.log.change((state) => {
      const left = [...state.lanes.values()].flatMap(({ generation, running }) =>
        [...running.values()]
          .filter(({ item, process }) => !active.has(item.id) && (process === self || isGone(process)))
          .map((one) => ({ ...one, isOver: one.isCancelled || one.item.generation < generation })),
      );
      const over = left.filter(({ isOver }) => isOver);
      const again = left.filter(({ isOver }) => !isOver);
      const at = now().toISOString();
      const fresh = nextStarts(state, settings(), now().getTime());
      const add: LaneLine[] = [
        ...over.map(({ item: { id } }): LaneLine => ({ type: "ended", id, at, outcome: "cancelled", because: "it is no longer wanted" })),
        ...[...again.map(({ item }) => item), ...fresh].map(({ id }): LaneLine => ({ type: "began", id, at, process: self })),
      ];
      return { add, gives: { again, fresh, over } };
    });
    for (const { item } of starts.over) ended(item, { outcome: "cancelled", because: "it is no longer wanted" });
    for (const { item } of starts.again) begin(item, true);
    for (const item of starts.fresh) begin(item, false);
  };

  const hasWork = (state: LanesState): boolean =>
    [...state.lanes.values()].some(
      ({ waiting, running }) =>
        waiting.size > 0 ||
        [...running.values()].some(({ item, process }) => !active.has(item.id) && (process === self || isGone(process))),
    );

  const begin = (item: LaneItem, interrupted: boolean): void => {
    const control = new AbortController();
    const ends = Promise.resolve()
      .then(() => work(item, { signal: control.signal, interrupted }))
      .catch(trouble);
    active.set(item.id, { control, ends });
  };

  const idle = async (): Promise<void> => {
    while (active.size > 0) await Promise.all([...active.values()].map(({ ends }) => ends));
  };
  return {
    look,
    idle,
    drain: async () => {
      isDraining = true;
      await idle();
    },
    interrupt: async () => {
      isDraining = true;
      isInterrupted = true;
      for (const { control } of active.values()) control.abort();
      await idle();
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
