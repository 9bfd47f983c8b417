import type { AnyStage, Check, Finding, Severity } from "../dsl/index.js";
import { coverageOf } from "./coverage.js";
import type { Document } from "./document.js";
import type { Read } from "./read-ledger.js";
import type { ReadingWindow } from "./windows.js";

/** A document, how it was cut, and what was read of it. */
export interface ToCover {
  readonly document: Document;
  readonly windows: readonly ReadingWindow[];
  readonly reads: readonly Read[];
}

interface CoversOptions<Value, Reads extends string> {
  /** What was to be read, and what was, from the value and the outputs of `given`. */
  readonly of: (value: Value, given: Readonly<Record<string, unknown>>) => ToCover | readonly ToCover[];
  /** Stages whose outputs `of` needs, by key. */
  readonly given?: Readonly<Record<string, AnyStage<Reads>>>;
  /** `error` by default. */
  readonly severity?: Severity;
}

const RULE = "coverage";

/**
 * Every window of every document was read. One finding for each document that was not, with what is missing.
 *
 * @example
 * gather("notes", {
 *   output: z.object({ notes: z.array(z.string()), reads: z.array(readSchema) }),
 *   dod: [covers({ of: ({ reads }) => ({ document: book, windows, reads }) })],
 *   …
 * })
 */
export function covers<Value, Reads extends string = never>({
  of,
  given,
  severity = "error",
}: CoversOptions<Value, Reads>): Check<Value, Reads> {
  return {
    rule: RULE,
    // The function is part of what the check asks for, so that a changed one changes the fingerprint.
    options: { severity, of },
    ...(given !== undefined && { given }),
    run: (value, outputs) => [of(value, outputs)].flat().flatMap((reading) => coverageFindings(reading, severity)),
  };
}

/** The same for one document, where the parts are at hand: when a task says that it is done. */
export function coverageFindings({ document, windows, reads }: ToCover, severity: Severity = "error"): readonly Finding[] {
  const { isWhole, message } = coverageOf(document, windows, reads);
  return isWhole ? [] : [{ rule: RULE, severity, message: `${message}; read them, then answer` }];
}
