import { StagewrightError } from "../../dsl/index.js";
import { type Decided, type DecideOptions, decideGate, type GateDecision, type OpenQuestion, openQuestions } from "../../runner/index.js";
import { goingOn } from "../going-on.js";
import type { OpenStore } from "../open-store.js";
import type { Surroundings } from "../surroundings.js";
import { pinsOf } from "./pins-of.js";

interface Here {
  readonly open: OpenStore;
  readonly surroundings: Surroundings;
  /** Where the person is asked, for the journal. */
  readonly where: string;
  /** Who decides, where that is not whoever has started this process. */
  readonly by?: string;
}

/** A gate with all that is needed to decide at it. */
export interface AtGate {
  readonly question: OpenQuestion;
  /** The run to go on with afterwards. */
  readonly root: string;
  decide(decision: GateDecision, seen: string): Promise<Decided>;
}

/** The gate that was opened by the event of this number. @throws StagewrightError `gate/not-open`, and what keeps the run's pipeline from being loaded. */
export async function atGate(
  { run, opened }: { readonly run: string; readonly opened: number },
  { open, surroundings, where, by }: Here,
): Promise<AtGate> {
  const { rig, root } = await goingOn({ run, store: open.given, pipeline: undefined, config: undefined, of: "root", surroundings });
  const questions = await openQuestions(rig.open.store, rig.loaded.pipeline, root);
  const question = questions.find(({ waiting, ...one }) => one.run === run && waiting.on === "gate" && waiting.gate.seq === opened);
  if (question === undefined) {
    throw new StagewrightError("gate/not-open", `run "${run}" waits at this gate no more`, { hint: "the list says what waits" });
  }
  const options: DecideOptions = { ...rig.options, where, ...(by !== undefined && { by }), pins: pinsOf(open, surroundings) };
  return { question, root, decide: (decision, seen) => decideGate(question.pipeline, run, decision, { ...options, seen, opened }) };
}

/** Runs what it is handed one after the other, so that two decisions in this process do not stand in each other's way. */
export function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
