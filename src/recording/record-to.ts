import { type AnyImplementation, isStagewrightError } from "../dsl/index.js";
import type { ScrubRule } from "./scrub-rules.js";
import { scrubbed } from "./scrubbed.js";
import { type TapedError, type TapeEntry, tapeHeader, tapeLine } from "./tape.js";

/**
 * The same implementation, each call of which is noted as a line of a tape when it ends. A call that was cut off
 * (its signal is aborted) has no outcome and is not noted. An effect that a lookup finds done is noted as answered. What
 * the rules know as a secret is not noted; who made the call gets the answer as it is.
 */
export function recordTo(
  implementation: AnyImplementation,
  note: (line: string) => void,
  { rules }: { readonly rules?: readonly ScrubRule[] } = {},
): AnyImplementation {
  const { adapter } = implementation;
  const noteCall = ({ call, ...rest }: Pick<TapeEntry, "call" | "request" | "answer" | "error">) => {
    const clean = scrubbed(rest, rules) as Pick<TapeEntry, "request" | "answer" | "error">;
    note(tapeLine({ adapter, call, ...clean }));
  };
  const calls = Object.entries(implementation.calls).map(([call, real]) => {
    const perform: typeof real.perform = async (request, context) => {
      const outcome = await settled(() => real.perform(request, context));
      if ("answer" in outcome) {
        noteCall({ call, request, answer: outcome.answer });
        return outcome.answer;
      }
      if (!context.signal.aborted) noteCall({ call, request, error: tapedError(outcome.thrown) });
      throw outcome.thrown;
    };
    if (real.lookup === undefined) return [call, { perform }] as const;
    const ask = real.lookup.bind(real);
    const lookup: typeof ask = async (key, request, context) => {
      const found = await ask(key, request, context);
      if (found.happened === "yes") noteCall({ call, request, answer: found.answer });
      return found;
    };
    return [call, { perform, lookup }] as const;
  });
  return Object.freeze({ adapter, title: implementation.title, calls: Object.freeze(Object.fromEntries(calls)) });
}

export interface TapeRecorder {
  /** Wraps an implementation so that its calls are put on this tape. */
  record(implementation: AnyImplementation): AnyImplementation;
  /** The tape so far. */
  text(): string;
}

interface TapeRecorderOptions {
  /** The run's clock when it started. */
  readonly now?: Date;
  /** What is kept off the tape; `secretRules` if left out. */
  readonly rules?: readonly ScrubRule[];
}

/** Collects the calls of several adapters on one tape. */
export function tapeRecorder({ now, rules }: TapeRecorderOptions = {}): TapeRecorder {
  const lines = [tapeHeader(now === undefined ? {} : { now: now.toISOString() })];
  return {
    record: (implementation) => recordTo(implementation, (line) => lines.push(line), rules === undefined ? {} : { rules }),
    text: () => lines.map((line) => `${line}\n`).join(""),
  };
}

async function settled(call: () => Promise<unknown>): Promise<{ readonly answer: unknown } | { readonly thrown: unknown }> {
  try {
    return { answer: await call() };
  } catch (thrown) {
    return { thrown };
  }
}

function tapedError(error: unknown): TapedError {
  if (isStagewrightError(error)) {
    return { code: error.code, message: error.message, ...(error.hint !== undefined && { hint: error.hint }) };
  }
  if (!(error instanceof Error)) return { message: String(error) };
  return { ...("code" in error && typeof error.code === "string" && { code: error.code }), message: error.message };
}
