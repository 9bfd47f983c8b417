import type { SetTimer } from "../../../chief/index.js";

/** A clock that stands until it is moved, and the timers that go by it. */
export interface SimulatedClock {
  now(): Date;
  readonly setTimer: SetTimer;
  /** When the next timer is due, in milliseconds since 1970; `undefined` where there is none. */
  nextTimer(): number | undefined;
  /** Moves it forward, and does what its timers wait for. It never goes back. */
  moveTo(ms: number): void;
}

export function simulatedClock(from: Date): SimulatedClock {
  let at = from.getTime();
  const timers = new Set<{ readonly at: number; readonly then: () => void }>();
  const soonest = () => [...timers].sort((one, other) => one.at - other.at)[0];
  return {
    now: () => new Date(at),
    setTimer: (ms, then) => {
      const timer = { at: at + ms, then };
      timers.add(timer);
      return { stop: () => void timers.delete(timer) };
    },
    nextTimer: () => soonest()?.at,
    moveTo: (ms) => {
      for (let next = soonest(); next !== undefined && next.at <= ms; next = soonest()) {
        timers.delete(next);
        at = Math.max(at, next.at);
        next.then();
      }
      at = Math.max(at, ms);
    },
  };
}
