import type { z } from "zod";
import { canonicalJson } from "../core/index.js";
import { type AdapterRef, type AnyImplementation, type Call, StagewrightError } from "../dsl/index.js";
import { nearest } from "./nearest.js";
import { onceForEachKey } from "./once-for-each-key.js";
import type { ScrubRule } from "./scrub-rules.js";
import { scrubbed } from "./scrubbed.js";
import type { Tape, TapedError, TapeEntry } from "./tape.js";

/**
 * An implementation that answers from a tape. A call is found by its request, whose keys may stand in any order;
 * calls may come in any order too. A request that the tape holds several times gets the entries one after the other,
 * then the last again. What the rules kept off the tape makes no difference between two requests: give those that it was
 * recorded with. Effects are answered once for each key, and their `lookup` knows what this process answered.
 *
 * A call fails with `tape/no-call` if the tape does not hold it: the message shows the nearest one. It fails with
 * `tape/answer` if the tape holds an answer that the adapter's schema refuses, and with the taped error if there is one.
 */
export function fromTape(tape: Tape, reference: AdapterRef, { rules }: { readonly rules?: readonly ScrubRule[] } = {}): AnyImplementation {
  const { adapter } = reference;
  const ours = tape.entries.filter((entry) => entry.adapter === adapter);
  const calls = Object.entries(reference.calls).map(([name, call]) => {
    const held = ours.filter((entry) => entry.call === name);
    const left = groups(held, rules);
    const perform = async (request: unknown): Promise<unknown> => {
      const queue = left.get(canonicalJson(scrubbed(request, rules)));
      const entry = queue && queue.length > 1 ? queue.shift() : queue?.[0];
      if (entry === undefined) throw noCall(tape, adapter, name, scrubbed(request, rules), held);
      if (entry.error !== undefined) throw taped(entry.error);
      await checkAnswer(tape, entry, call);
      return entry.answer;
    };
    return [name, call.effect ? onceForEachKey(perform) : { perform }] as const;
  });
  return Object.freeze({ adapter, title: "tape", calls: Object.freeze(Object.fromEntries(calls)) });
}

/** The entries of each request, in the tape's order. */
function groups(entries: readonly TapeEntry[], rules: readonly ScrubRule[] | undefined): ReadonlyMap<string, TapeEntry[]> {
  const found = new Map<string, TapeEntry[]>();
  for (const entry of entries) {
    const key = canonicalJson(scrubbed(entry.request, rules));
    found.set(key, [...(found.get(key) ?? []), entry]);
  }
  return found;
}

function noCall(tape: Tape, adapter: string, name: string, request: unknown, held: readonly TapeEntry[]): StagewrightError {
  const place = tape.place ?? "the tape";
  const near = nearest(request, held);
  const hint = "record the tape again with --record, or add the line by hand";
  if (near === undefined) {
    const others = [...new Set(tape.entries.map((entry) => `"${entry.adapter}.${entry.call}"`))].join(", ");
    return new StagewrightError("tape/no-call", `${place} holds no call "${adapter}.${name}"; it holds ${others || "no calls at all"}`, {
      hint,
      place,
    });
  }
  const { entry, first, count } = near;
  const at = first.path === "" ? "the whole request" : `"${first.path}"`;
  const more = count === 1 ? "" : `, and in ${count - 1} more ${count === 2 ? "place" : "places"}`;
  const where = entry.line === undefined ? "the nearest" : `the nearest, line ${entry.line},`;
  return new StagewrightError(
    "tape/no-call",
    `${place} holds no call "${adapter}.${name}" with this request; ${where} differs in ${at}: asked ${first.asked}, held ${first.held}${more}`,
    { hint, place: placeOf(tape, entry) },
  );
}

async function checkAnswer(tape: Tape, entry: TapeEntry, call: Call): Promise<void> {
  const parsed = await call.gives.safeParseAsync(entry.answer);
  if (parsed.success) return;
  throw new StagewrightError(
    "tape/answer",
    `the answer to "${entry.adapter}.${entry.call}" is not what the adapter gives: ${inWords(parsed.error)}`,
    {
      hint: "correct the line, or record the tape again with --record",
      place: placeOf(tape, entry),
    },
  );
}

function inWords(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => (path.length === 0 ? message : `"${path.join(".")}": ${message}`)).join("; ");
}

function placeOf({ place = "the tape" }: Tape, { line }: TapeEntry): string {
  return line === undefined ? place : `${place}:${line}`;
}

/** As near to the error that was recorded as its line can say: ours where its code is one of ours. */
function taped({ code, message, hint }: TapedError): Error {
  if (code?.includes("/")) return new StagewrightError(code, message, hint === undefined ? {} : { hint });
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}
