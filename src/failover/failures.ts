import type { Tried } from "../model/index.js";

/** What is done about a call that brought no answer. */
export type Step = Tried["next"];

/** The kinds of failure: which way leads on depends on nothing else. */
export type FailureKind =
  | "busy"
  | "server"
  | "unreachable"
  | "cut off"
  | "silent"
  | "key"
  | "quota"
  | "resting"
  | "too long"
  | "not served"
  | "refused"
  | "no answer"
  | "budget"
  | "other";

export interface FailureRow {
  /** By what it is known, for people. */
  readonly when: string;
  /** What is done, the first of these that can be. Where none can, the call fails. */
  readonly steps: readonly Step[];
  /** Whether the key is left alone for a while: always, or where the server says how long. */
  readonly keyRests: "yes" | "as the server says" | "no";
  /** A person can mend it, so that its hint is the one to give where all has failed. */
  readonly canBeMended: boolean;
}

/** What each kind of failure leads to. */
export const FAILURES: Readonly<Record<FailureKind, FailureRow>> = {
  busy: {
    when: "`model/busy`: the server takes no more requests now",
    steps: ["again", "next key", "next model"],
    keyRests: "as the server says",
    canBeMended: false,
  },
  server: {
    when: "`model/server`, or a refusal with 408, 409 or 425: the server failed",
    steps: ["again", "next model"],
    keyRests: "no",
    canBeMended: false,
  },
  unreachable: {
    when: "`model/unreachable`: no server there, or no way to it",
    steps: ["again", "next model"],
    keyRests: "no",
    canBeMended: true,
  },
  "cut off": {
    when: "`model/cut-off`: the answer broke off",
    steps: ["next model", "again"],
    keyRests: "no",
    canBeMended: false,
  },
  silent: {
    when: "`model/silent`: the model said nothing for too long",
    steps: ["next model"],
    keyRests: "no",
    canBeMended: false,
  },
  key: {
    when: "`model/key`: the key is missing, or not taken",
    steps: ["next key", "next model"],
    keyRests: "yes",
    canBeMended: true,
  },
  quota: {
    when: "`model/quota`: the account behind the key has run out",
    steps: ["next key", "next model"],
    keyRests: "yes",
    canBeMended: true,
  },
  resting: {
    when: "`model/keys-rest`: every key of the model rests",
    steps: ["next model", "again"],
    keyRests: "no",
    canBeMended: true,
  },
  "too long": {
    when: "`model/context`, `permit/too-large`: the request does not fit into the window",
    steps: ["larger window"],
    keyRests: "no",
    canBeMended: true,
  },
  "not served": {
    when: "`model/not-served`, `model/address`: the server has no such model or path",
    steps: ["next model"],
    keyRests: "no",
    canBeMended: true,
  },
  refused: {
    when: "`model/refused`: the server refuses the request",
    steps: ["next model"],
    keyRests: "no",
    canBeMended: true,
  },
  "no answer": {
    when: "`model/answer`: what came is no answer of this kind of server",
    steps: ["next model"],
    keyRests: "no",
    canBeMended: true,
  },
  budget: {
    when: "`budget/exceeded`: a budget has no room for the call",
    steps: ["give up"],
    keyRests: "no",
    canBeMended: true,
  },
  other: {
    when: "any other error, and a call that is cancelled",
    steps: ["give up"],
    keyRests: "no",
    canBeMended: false,
  },
};
