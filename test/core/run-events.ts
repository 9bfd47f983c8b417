import { emptyRun, fold, type NewEvent, type RunEvent, type RunState } from "../../src/core/index.js";

/** The minute in which event `seq` happened, so that a time in a state says which event it is of. */
export function at(seq: number): string {
  return new Date(Date.UTC(2026, 2, 19, 8, seq)).toISOString();
}

/** Puts what happened into an order, as a journal does. */
export function numbered(happened: readonly NewEvent[]): RunEvent[] {
  return happened.map((event, index) => ({ ...event, seq: index + 1, at: at(index + 1) }) as RunEvent);
}

export function stateAfter(...happened: readonly NewEvent[]): RunState {
  return fold(numbered(happened), emptyRun());
}

export function stageIn(state: RunState, name: string) {
  const stage = state.stages.get(name);
  if (stage === undefined) throw new Error(`there is no stage "${name}"`);
  return stage;
}
