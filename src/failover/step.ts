import { match } from "ts-pattern";
import type { Candidate } from "./chain.js";
import type { Failure } from "./failure.js";
import { FAILURES } from "./failures.js";
import type { FailoverSettings } from "./settings.js";

/** What is done next, and where it leads. */
export type NextStep =
  | { readonly next: "again"; readonly waitMs: number }
  | { readonly next: "next key" }
  | { readonly next: "next model" | "larger window"; readonly to: Candidate }
  | { readonly next: "give up" };

/** The ways that lead on from a failure, as far as there are any. */
export interface WaysOn {
  readonly waitMs: number | undefined;
  readonly hasOtherKey: boolean;
  readonly nextModel: Candidate | undefined;
  readonly largerWindow: Candidate | undefined;
}

/** The first of the steps that the kind of failure asks for and that can be taken. */
export function nextStep({ kind }: Failure, { waitMs, hasOtherKey, nextModel, largerWindow }: WaysOn): NextStep {
  for (const next of FAILURES[kind].steps) {
    const step = match(next)
      .returnType<NextStep | undefined>()
      .with("again", (next) => (waitMs === undefined ? undefined : { next, waitMs }))
      .with("next key", (next) => (hasOtherKey ? { next } : undefined))
      .with("next model", (next) => nextModel && { next, to: nextModel })
      .with("larger window", (next) => largerWindow && { next, to: largerWindow })
      .with("give up", (next) => ({ next }))
      .exhaustive();
    if (step !== undefined) return step;
  }
  return { next: "give up" };
}

const FIRST_WAIT_MS = 1_000;

interface Waiting {
  /** How often this model was asked with this key. */
  readonly tries: number;
  readonly settings: FailoverSettings;
  readonly now: Date;
  readonly random: () => number;
}

/**
 * How long to wait before the same model is asked again, or `undefined` where it is not to be. What the server asks for counts; else
 * one second, doubled with each try, of which up to a half is left to chance, so that many callers do not come back at once.
 */
export function waitBefore({ until }: Failure, { tries, settings, now, random }: Waiting): number | undefined {
  if (tries >= settings.tries) return undefined;
  if (until === undefined) return Math.min(settings.longestWaitMs, Math.round(FIRST_WAIT_MS * 2 ** (tries - 1) * (1 - random() / 2)));
  const ms = Math.max(0, until.getTime() - now.getTime());
  return ms <= settings.longestWaitMs ? ms : undefined;
}
