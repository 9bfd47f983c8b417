import { z } from "zod";
import { isStagewrightError } from "../dsl/index.js";
import { sha256 } from "../store/index.js";
import { oneLine, sentence } from "./one-line.js";
import type { Spill } from "./spill.js";
import type { Prepared, ToolContext } from "./tool.js";
import { READ_RESULT } from "./toolbox.js";

/** What became of a call that was run, as the journal keeps it: what is given back on replay is all that the loop needs. */
export const ToolOutcome = z.discriminatedUnion("outcome", [
  z.strictObject({
    outcome: z.literal("result"),
    /** What the model is shown. */
    text: z.string(),
    /** SHA-256 of the whole result, as hex, and its length. */
    digest: z.string(),
    chars: z.int(),
    /** Its length in UTF-8. Not on record where an older version ran the tool. */
    bytes: z.int().optional(),
    /** The name under which the whole result is kept, where it was too long to show. */
    kept: z.string().optional(),
  }),
  z.strictObject({ outcome: z.literal("failed"), message: z.string() }),
]);
export type ToolOutcome = z.output<typeof ToolOutcome>;

interface Running {
  readonly name: string;
  readonly prepared: Prepared;
  readonly context: ToolContext;
  readonly spill: Spill;
  readonly resultChars: number;
  readonly windowChars: number;
}

/** How much of a result that is kept is shown right away. */
export const BEGINNING = 500;
const LONGEST_COMPLAINT = 500;
/** Providers refuse a result with no text in it. */
const NOTHING = "(no output)";

/**
 * Runs a tool. What it throws is an outcome; what a full disk or an abort throws is not, and is thrown on. A tool that does not
 * heed the signal is not waited for.
 */
export async function runTool({ name, prepared, context, spill, resultChars, windowChars }: Running): Promise<ToolOutcome> {
  context.signal.throwIfAborted();
  let text: string;
  try {
    text = textOf(await unlessAborted(context.signal, prepared.run(context)));
  } catch (error) {
    context.signal.throwIfAborted();
    return { outcome: "failed", message: sentence(`"${name}" failed: ${oneLine(complaint(error), LONGEST_COMPLAINT)}`) };
  }
  const facts = { digest: sha256(text), chars: text.length, bytes: Buffer.byteLength(text) };
  if (text.length <= resultChars) return { outcome: "result", text: text.trim() === "" ? NOTHING : text, ...facts };
  const kept = await spill.write(text);
  const how = `${READ_RESULT} ${JSON.stringify({ name: kept, from: 0 })}`;
  const shown = `The result has ${text.length} characters, too many to show at once, and is kept as "${kept}". Read it in windows of up to ${windowChars} characters: ${how}. It begins:\n${text.slice(0, BEGINNING).replace(/[\ud800-\udbff]$/, "")}`;
  return { outcome: "result", text: shown, ...facts, kept };
}

/** Settles as the work does, or with the signal's reason where that comes first. */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
    if (signal.aborted) stop();
  });
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  const json: unknown = JSON.stringify(value);
  if (typeof json !== "string") throw new Error(`what it gave is a ${typeof value}, which is neither a text nor JSON`);
  return json;
}

function complaint(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const hint = isStagewrightError(error) ? error.hint : undefined;
  const said = message.trim() === "" ? "it gave no reason" : message;
  return hint === undefined ? said : `${said}; ${hint}`;
}
