import type { z } from "zod";
import { type AdapterRef, type AnyImplementation, type Call, type CallContext, type Calls, StagewrightError } from "../dsl/index.js";
import { onceForEachKey } from "./once-for-each-key.js";

/** A call that a recording answered. An effect that is asked for again under its key is noted once. */
export interface Noted {
  readonly adapter: string;
  readonly call: string;
  readonly request: unknown;
  /** The idempotency key; empty for a query. */
  readonly key: string;
  readonly answer: unknown;
}

/** An implementation that does nothing outside, and what it was asked. */
export type Recording = AnyImplementation & { readonly noted: readonly Noted[] };

type Answer<C extends Call> = (request: z.output<C["takes"]>, context: CallContext) => z.input<C["gives"]> | Promise<z.input<C["gives"]>>;

/** For each call what it answers: a function of the request. */
export type Answers<C extends Calls> = { readonly [K in keyof C]?: Answer<C[K]> };

type AnyAnswer = (request: unknown, context: CallContext) => unknown;

/**
 * An implementation that notes every call and does nothing outside. Effects are answered by `answers`; queries by
 * `answers`, else by `reads`, an implementation that may be real, since reading changes nothing outside.
 * An effect's `lookup` says "yes" for a key that was answered, else "no".
 *
 * Throws `recording/other-adapter` and `recording/unknown-call` at once; `recording/no-answer` when a call is made
 * that nothing answers.
 *
 * @example
 * const outside = recording(blog, { publish: ({ title }) => ({ path: `posts/${title}.md` }) });
 * // … a run with `adapters: [outside]` …
 * outside.noted.map(({ call }) => call); // ["publish"]
 */
export function recording<C extends Calls>(
  reference: AdapterRef<C>,
  answers: NoInfer<Answers<C>> = {},
  options: { readonly reads?: AnyImplementation } = {},
): Recording {
  const { adapter, calls } = reference;
  const { reads } = options;
  if (reads !== undefined && reads.adapter !== adapter) {
    throw new StagewrightError("recording/other-adapter", `the recording of "${adapter}" is to read through "${reads.adapter}"`, {
      hint: `give \`reads\` an implementation of "${adapter}"`,
    });
  }
  for (const name of Object.keys(answers)) {
    if (Object.hasOwn(calls, name)) continue;
    throw new StagewrightError("recording/unknown-call", `the recording of "${adapter}" answers "${name}", which is none of its calls`, {
      hint: `its calls are ${quoted(Object.keys(calls))}`,
    });
  }
  const noted: Noted[] = [];
  // The compiler has compared each answer with its call, so each may be widened to what the runner hands it.
  const given = new Map(Object.entries(answers) as [string, AnyAnswer | undefined][]);
  const implemented = Object.entries(calls).map(([name, call]) => {
    const answer = given.get(name) ?? (call.effect ? undefined : readThrough(reads, name));
    const perform = async (request: unknown, context: CallContext): Promise<unknown> => {
      if (answer === undefined) throw noAnswer(adapter, name, call);
      const answered = await answer(request, context);
      noted.push({ adapter, call: name, request, key: context.key, answer: answered });
      return answered;
    };
    return [name, call.effect ? onceForEachKey(perform) : { perform }] as const;
  });
  return Object.freeze({ adapter, title: "recording", calls: Object.freeze(Object.fromEntries(implemented)), noted });
}

function readThrough(reads: AnyImplementation | undefined, name: string): AnyAnswer | undefined {
  const real = reads?.calls[name];
  return real && ((request, context) => real.perform(request, context));
}

function noAnswer(adapter: string, name: string, call: Call): StagewrightError {
  const one = `recording(${adapter}, { ${name}: (request) => … })`;
  return new StagewrightError(
    "recording/no-answer",
    `the recording of "${adapter}" has no answer to its ${call.effect ? "effect" : "query"} "${name}"`,
    {
      hint: call.effect ? `give one: ${one}` : `give one: ${one}, or an implementation to read through: \`reads\``,
    },
  );
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
