import { z } from "zod";
import type { TaskResult } from "../../src/dsl/index.js";
import { type Facts, promptOf } from "./comment.js";

/** What a run may take of models, in calls and tokens. */
export const Cap = z.object({ calls: z.int().nonnegative(), tokens: z.int().nonnegative() });
export type Cap = z.output<typeof Cap>;

/** A comment may take two answers: the second where the first has faults. */
export const TRIES = 2;
/** Seldom does a text have fewer bytes a token. */
const BYTES_PER_TOKEN = 3;
/** The instructions, the lessons, and the findings of the first try with what it said. */
const AROUND_TOKENS = 2_000;
const ANSWER_TOKENS = 1_000;
/** Of a comment that came to nothing nobody knows how long its answers were: it is reckoned with the longest. */
const LONGEST_ANSWER_TOKENS = 8_192;

/** What a comment is reckoned to take before it is asked for, all its tries together. */
export function needOf(facts: Facts): Cap {
  const prompt = Math.ceil(Buffer.byteLength(promptOf(facts)) / BYTES_PER_TOKEN) + AROUND_TOKENS;
  return { calls: TRIES, tokens: TRIES * (prompt + ANSWER_TOKENS) };
}

/** The same once it has ended. One that was never asked for took nothing. */
export function takenBy(result: TaskResult, need: Cap): Cap {
  if (result.status === "skipped") return { calls: 0, tokens: 0 };
  return result.status === "done" ? need : { calls: need.calls, tokens: need.tokens + TRIES * (LONGEST_ANSWER_TOKENS - ANSWER_TOKENS) };
}

export function plus(one: Cap, other: Cap): Cap {
  return { calls: one.calls + other.calls, tokens: one.tokens + other.tokens };
}

/** Why a comment may not be asked for; undefined where there is room. */
export function capReached(taken: Cap, need: Cap, most: Cap): string | undefined {
  const { calls, tokens } = plus(taken, need);
  if (calls > most.calls)
    return `the cap of ${most.calls} calls is reached: ${taken.calls} are taken, and a comment may take ${need.calls}`;
  if (tokens > most.tokens) {
    return `the cap of ${most.tokens} tokens is reached: ${taken.tokens} are taken, and a comment may take ${need.tokens}`;
  }
  return undefined;
}
