/** A timer that a test can stand in for. */
export type SetTimer = (ms: number, then: () => void) => { stop(): void };

export interface LoopOptions {
  /** Does what is due. @returns when something is due next, in milliseconds since 1970; `undefined` where nothing is known of. */
  readonly act: (signal: AbortSignal) => Promise<number | undefined>;
  /** So often it is looked whether others have given it something to do. */
  readonly pollMs: number;
  readonly now: () => Date;
  readonly setTimer: SetTimer;
  /** Told of each failure, with how long the loop rests for it. */
  readonly failed: (error: unknown, restMs: number) => void;
}

export interface Loop {
  start(): void;
  /** Something is to be done now. */
  poke(): void;
  /** Ends when what is under way has ended. */
  stop(): Promise<void>;
  /** Resolves once what is due now is done, or has failed. */
  idle(): Promise<void>;
}

const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 60_000;

/** Does something again and again, one time after the other; a failure makes it rest, longer each time, and never ends it. */
export function loop({ act, pollMs, now, setTimer, failed }: LoopOptions): Loop {
  const end = new AbortController();
  let timer: { stop(): void } | undefined;
  let working: Promise<void> | undefined;
  let isPoked = false;
  let failures = 0;
  let isStarted = false;

  const round = async (): Promise<void> => {
    let waitMs = pollMs;
    do {
      isPoked = false;
      try {
        const wakeAt = await act(end.signal);
        failures = 0;
        waitMs = Math.max(0, Math.min(pollMs, (wakeAt ?? Number.POSITIVE_INFINITY) - now().getTime()));
      } catch (error) {
        if (end.signal.aborted) break;
        failures += 1;
        waitMs = Math.min(FIRST_REST_MS * 2 ** (failures - 1), LONGEST_REST_MS);
        failed(error, waitMs);
        break;
      }
    } while (isPoked && !end.signal.aborted);
    working = undefined;
    if (!end.signal.aborted) timer = setTimer(waitMs, begin);
  };
  const begin = (): void => {
    timer?.stop();
    timer = undefined;
    if (!isStarted || end.signal.aborted) return;
    if (working === undefined) working = Promise.resolve().then(round);
    else isPoked = true;
  };

  return {
    start: () => {
      isStarted = true;
      begin();
    },
    poke: () => {
      // One that rests after a failure is left to it: what it is poked for has not made the failure go away.
      if (failures === 0) begin();
    },
    stop: async () => {
      end.abort();
      timer?.stop();
      await working;
    },
    idle: async () => {
      await working;
    },
  };
}
