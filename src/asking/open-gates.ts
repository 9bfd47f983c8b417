import type { EventOf } from "../core/index.js";
import type { Decided, GateDecision } from "../runner/index.js";

/** Which gate is meant: the run that waits, and the number of the event with which the gate was opened. */
export interface GateRef {
  readonly run: string;
  readonly opened: number;
}

/** One thing that a gate asks for. */
export interface AskedField {
  /** Nothing where the answer is no object, but this value itself. */
  readonly name: string | undefined;
  /** What it takes, in words. */
  readonly takes: string;
  readonly isRequired: boolean;
}

/** A gate at which a run waits, with all that a person has to see. */
export interface GateToAsk {
  readonly run: string;
  readonly pipeline: string;
  readonly gate: EventOf<"gate-opened">;
  /** Who has started the run. */
  readonly asker: string;
  /** What the gate shows, as a person reads it. */
  readonly shown: string;
  /** What it asks for, where it asks for data. */
  readonly fields: readonly AskedField[];
}

/** What has become of a gate that waits no more. */
export type Fate = { readonly decided: EventOf<"gate-decided"> } | { readonly ended: "cancelled" | "gone" };

/** What is wrong with an answer, in sentences, and what was asked for. */
export interface Misanswered {
  readonly faults: readonly string[];
  readonly fields: readonly AskedField[];
}

export interface DecidedBy {
  readonly by: string;
  /** Where the person was asked, for the journal. */
  readonly where: string;
  /** The digest of what the person was shown. */
  readonly seen: string;
}

/** The gates of a store, as those who ask see them. */
export interface OpenGates {
  /** All at which a run waits now. */
  waiting(): Promise<readonly GateToAsk[]>;
  fate(gate: GateRef): Promise<Fate>;
  /** @throws what `decideGate` throws. */
  decide(gate: GateRef, decision: GateDecision, by: DecidedBy): Promise<Decided>;
  /** Reads what a person wrote as the answer to a gate that asks for data. */
  answerIn(gate: GateRef, text: string): Promise<{ readonly answer: unknown } | Misanswered>;
  /** A run has its decision, or its time is over: it is to go on. */
  goOn(run: string): Promise<void>;
}
