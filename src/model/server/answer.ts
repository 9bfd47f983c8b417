import type { Reasoning } from "../transcript.js";

/** What has come of an answer so far. */
export interface Answer {
  text: string;
  reasoning: string;
  /** Reasoning in the pieces that its provider wants back. */
  readonly signed: Reasoning[];
  readonly calls: CallPieces[];
  finish: string | undefined;
  usage: Usage;
  model: string | undefined;
  /** The server said that nothing more comes. */
  ended: boolean;
}

/** A call whose arguments come in pieces of JSON. */
export interface CallPieces {
  /** The server's own number and id, by which it says where the next piece belongs. */
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  name: string;
  json: string;
}

/** What the provider counted. */
export interface Usage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly cacheReadTokens?: number | undefined;
  readonly cacheWriteTokens?: number | undefined;
}

export function noAnswerYet(): Answer {
  return { text: "", reasoning: "", signed: [], calls: [], finish: undefined, usage: {}, model: undefined, ended: false };
}

/** How many characters have come, of whatever kind. */
export function lengthOf({ text, reasoning, calls }: Answer): number {
  let length = text.length + reasoning.length;
  for (const { name, json } of calls) length += name.length + json.length;
  return length;
}
