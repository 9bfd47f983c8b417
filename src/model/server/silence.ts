import { StagewrightError } from "../../dsl/index.js";

/** Starts to count down from `ms`, then calls `then` once. `restart` begins again, `stop` ends it. */
export type Timer = (ms: number, then: () => void) => { restart(): void; stop(): void };

export const realTimer: Timer = (ms, then) => {
  const timeout = setTimeout(then, ms);
  return { restart: () => timeout.refresh(), stop: () => clearTimeout(timeout) };
};

/** How long a model may say nothing, in milliseconds. */
export interface Limits {
  readonly firstTokenMs: number;
  readonly betweenTokensMs: number;
}

/** A prompt of 32,000 tokens takes a small machine minutes to read; a tool call is often held back until it is whole. */
export const LIMITS: Limits = { firstTokenMs: 300_000, betweenTokensMs: 120_000 };

/** Watches that a model goes on speaking. */
export interface Watch {
  /** Who is to speak, for messages, and for how long that may take. */
  readonly who: string;
  readonly limits: Limits;
  /** Aborted when the caller aborts, with the caller's reason, or when a limit is over, with `model/silent`. */
  readonly signal: AbortSignal;
  /** A limit was over. */
  isOver(): boolean;
  /** The model said something. A sign that only the server is alive, such as a comment or a ping, is none. */
  heard(): void;
  end(): void;
}

interface Watched {
  /** Who is to speak, for the message. */
  readonly who: string;
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly timer: Timer;
}

export function watch({ who, limits, signal, timer }: Watched): Watch {
  const controller = new AbortController();
  const isOver = () => controller.signal.aborted && !signal.aborted;
  const silent = (message: string) =>
    new StagewrightError("model/silent", message, {
      hint: "a shorter prompt, a smaller model or a faster machine may help; the server's own log says what it was doing",
    });
  let running = timer(limits.firstTokenMs, () => controller.abort(silent(`${who} said nothing for ${seconds(limits.firstTokenMs)}`)));
  let hasBegun = false;
  const pass = () => controller.abort(signal.reason);
  signal.addEventListener("abort", pass, { once: true });
  if (signal.aborted) pass();
  return {
    who,
    limits,
    signal: controller.signal,
    isOver,
    heard: () => {
      if (hasBegun) return running.restart();
      hasBegun = true;
      running.stop();
      running = timer(limits.betweenTokensMs, () =>
        controller.abort(silent(`${who} went silent in the middle of its answer, for ${seconds(limits.betweenTokensMs)}`)),
      );
    },
    end: () => {
      running.stop();
      signal.removeEventListener("abort", pass);
    },
  };
}

function seconds(ms: number): string {
  return `${ms / 1000} ${ms === 1000 ? "second" : "seconds"}`;
}
