import { decidersAt, type Groups, whyNotDecide, withoutGroups } from "../core/index.js";
import type { Place } from "../gates/index.js";
import { sha256 } from "../store/index.js";
import type { GateToAsk } from "./open-gates.js";

/**
 * How a channel shows who writes: `sender`, by an id that the provider vouches for; `token`, by what only the person got
 * who was written to; `none`, where anybody could have written it: there people are told, and decide elsewhere.
 */
export type Proof = "sender" | "token" | "none";

export interface AskedPlace extends Place {
  /** `channel:chat`. */
  readonly to: string;
  readonly channel: string;
  readonly proof: Proof;
}

/** Where somebody is to be asked who may decide at the gate by now. */
export function asksAt({ people, pipelines }: AskedPlace, asked: GateToAsk, now: Date, groups: Groups): boolean {
  if (pipelines !== undefined && !pipelines.includes(asked.pipeline)) return false;
  const deciders = withoutGroups(decidersAt(asked.gate, now), groups);
  return Object.values(people).some((person) => whyNotDecide(person, deciders, asked.asker) === undefined);
}

/** One question for each gate, each time it opens, and each place. */
export function questionId({ run, gate }: GateToAsk, { to }: AskedPlace): string {
  return `${run}#${gate.seq}@${to}`;
}

/** Ten letters that a button and a person's answer carry. They belong to what was shown, so another showing has others. */
export function codeOf(id: string, digest: string): string {
  return sha256(`${id} ${digest}`).slice(0, 10);
}
