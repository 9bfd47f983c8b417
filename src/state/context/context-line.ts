import { z } from "zod";
import { Context, EMPTY_CONTEXT } from "./context.js";
import { changed, Operation } from "./operation.js";

/** `revision` is that of the context after the line. */
const Head = { revision: z.int().nonnegative(), at: z.iso.datetime({ offset: true }) };

/** A line of `context.log.jsonl`. */
export const ContextLine = z.discriminatedUnion("type", [
  z.object({ type: z.literal("operation"), ...Head, operation: Operation }),
  /** A file that was edited by hand and taken in; `found` is the SHA-256 of the file as it lay there. */
  z.object({ type: z.literal("edited"), ...Head, found: z.string(), value: Context }),
  /** Stands for all lines that were here before. */
  z.object({ type: z.literal("compacted"), ...Head, value: Context }),
]);
export type ContextLine = z.output<typeof ContextLine>;

/** What the lines of the log mean together. */
export interface ContextState {
  readonly context: Context;
  /** As the line before the last left it: a process that died may not have written the file since. `undefined` before the first line. */
  readonly before: Context | undefined;
  /** Of the edit that the last line has taken in: it may still lie there, too. */
  readonly found: string | undefined;
  /** The number of the first line that does not follow from those before it: something of the log is gone. */
  readonly damagedAt: number | undefined;
}

export const NO_LINES: ContextState = { context: EMPTY_CONTEXT, before: undefined, found: undefined, damagedAt: undefined };

export function foldContext({ context: before, damagedAt }: ContextState, line: ContextLine, number: number): ContextState {
  if (line.type !== "operation") {
    return { context: line.value, before, found: line.type === "edited" ? line.found : undefined, damagedAt: undefined };
  }
  const context = followed(before, line);
  return { context: context ?? before, before, found: undefined, damagedAt: damagedAt ?? (context === undefined ? number : undefined) };
}

function followed(context: Context, { operation, at, revision }: ContextLine & { readonly type: "operation" }): Context | undefined {
  try {
    const next = changed(context, operation, at);
    return next.revision === revision ? next : undefined;
  } catch {
    return undefined;
  }
}

/** A line of the log; `undefined` for one that is none, or that was cut off. */
export function contextLineIn(text: string): ContextLine | undefined {
  try {
    return ContextLine.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The context that the lines of a log lead to, for whoever has nothing but the log. */
export function contextFromLog(text: string): Context {
  let state = NO_LINES;
  for (const [index, row] of text.split("\n").slice(0, -1).entries()) {
    const line = contextLineIn(row);
    if (line !== undefined) state = foldContext(state, line, index + 1);
  }
  return state.context;
}
