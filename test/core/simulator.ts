import { z } from "zod";
import {
  type Command,
  type EventOf,
  emptyRun,
  type Fingerprint,
  fold,
  type NewEvent,
  next,
  type RunEvent,
  type RunState,
} from "../../src/core/index.js";
import {
  type AnyPipeline,
  type AnyStage,
  adapter,
  check,
  decide,
  deliver,
  each,
  effect,
  gate,
  gather,
  input,
  pipeline,
  rollbackTo,
  type Ways,
} from "../../src/dsl/index.js";

/**
 * Plays runs without a runner: it carries out each command of `next` by writing the events that a runner would, with
 * outcomes that come from a list of numbers. So a list is a run, and every list is a run that can be.
 */

export const NO_PRINT: Fingerprint = { shape: "", schema: "", checks: "", code: "" };
const AT = "2026-03-19T08:00:00.000Z";

/** One stage of a random pipeline, in numbers: `back` picks the stage that it goes back to among those before it. */
export interface StagePlan {
  readonly kind: "gather" | "check" | "decide" | "gate" | "deliver" | "each";
  readonly retries: number;
  readonly back: number;
  readonly max: number;
  readonly needs: number;
}

const request = input(z.object({}));
const outside = adapter("outside", { send: effect({ takes: z.string(), gives: z.string() }) });
const only = gather("only", { output: z.string(), run: () => "" });
const item = pipeline("item", { input: request, stages: [only] });

/** A pipeline by plan; a sound list for any plan, checked by `pipeline` itself. */
export function plannedPipeline(plans: readonly StagePlan[]): AnyPipeline {
  const stages: AnyStage[] = [];
  for (const [index, plan] of plans.entries()) stages.push(plannedStage(`s${index}`, plan, stages));
  return (pipeline as (name: string, spec: unknown) => AnyPipeline)("random", { input: request, stages });
}

function plannedStage(name: string, { kind, retries, back, max, needs }: StagePlan, before: readonly AnyStage[]): AnyStage {
  const target = before[back % Math.max(before.length, 1)];
  const way = target && max > 0 ? rollbackTo(target, { max }) : undefined;
  const of = before[needs % Math.max(before.length, 1)] ?? request;
  const onFail = way && { onFail: way };
  switch (kind) {
    case "gather":
      return gather(name, { needs: { of }, output: z.string(), run: () => "", retries, ...onFail });
    case "check":
      return check(name, { of, checks: [], ...onFail });
    case "decide": {
      const ways: Ways = { on: "go on", end: "stop", ...(way && { back: way }) };
      return decide(name, { needs: { of }, ways, choose: () => "on" });
    }
    case "gate":
      return gate(name, { tier: 4, shows: of, ...(way && { onReject: way }) });
    case "deliver":
      return deliver(name, { needs: { of }, to: outside, call: async () => "", retries, ...onFail });
    case "each":
      return each(name, { needs: { of }, pipeline: item, over: () => [{}, {}], ...onFail });
  }
}

export interface Played {
  readonly events: readonly RunEvent[];
  readonly state: RunState;
  /** What `next` said last: `nothing` for a run that has ended, `wait` for one that waits. */
  readonly last: Command;
}

export interface Play {
  readonly pipeline: AnyPipeline;
  /** Chooses among outcomes; used in a ring, so that a run is never out of bad luck. */
  readonly outcomes: readonly number[];
  /** How often a person answers what the run waits for; the next question is left open. Default 20. */
  readonly answers?: number;
  /** How often the process dies in the middle of an attempt. Default 5. */
  readonly crashes?: number;
  readonly onStep?: (state: RunState, command: Command) => void;
}

export const MOST_STEPS = 5_000;

export function play({ pipeline, outcomes, answers = 20, crashes = 5, onStep }: Play): Played {
  const events: RunEvent[] = [];
  const state = emptyRun();
  const append = (event: NewEvent): void => {
    const placed = { ...event, seq: state.seq + 1, at: AT } as RunEvent;
    events.push(placed);
    fold([placed], state);
  };
  const luck = new Luck(outcomes, crashes);
  append(started(pipeline));
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const command = next(pipeline, state);
    onStep?.(state, command);
    if (command.do === "nothing") return { events, state, last: command };
    if (command.do === "wait") {
      if (answers === 0) return { events, state, last: command };
      answers -= 1;
    }
    for (const event of carriedOut(pipeline, state, command, luck)) append(event);
  }
  throw new Error(`the run neither ends nor waits after ${MOST_STEPS} steps`);
}

export function started(pipeline: AnyPipeline): NewEvent {
  return {
    type: "run-started",
    format: 1,
    run: "r1",
    pipeline: pipeline.name,
    stages: pipeline.stages.map((stage) => stage.name),
    input: { inline: {} },
    by: "test",
    model: "embedded",
    launch: {},
  };
}

class Luck {
  readonly #outcomes: readonly number[];
  #at = 0;
  #crashes: number;

  constructor(outcomes: readonly number[], crashes: number) {
    this.#outcomes = outcomes;
    this.#crashes = crashes;
  }

  /** One of the given, the first where there is no number to choose by. */
  of<T>(...given: readonly [T, ...T[]]): T {
    const number = this.#outcomes[this.#at++ % Math.max(this.#outcomes.length, 1)] ?? 0;
    return given[number % given.length] ?? given[0];
  }

  crashes(): boolean {
    if (this.#crashes === 0 || this.of(0, 0, 0, 1) === 0) return false;
    this.#crashes -= 1;
    return true;
  }
}

function carriedOut(pipeline: AnyPipeline, state: RunState, command: Command, luck: Luck): readonly NewEvent[] {
  switch (command.do) {
    case "nothing":
      return [];
    case "finish":
      return [{ type: "run-done", ...(command.stopped && { stopped: command.stopped }) }];
    case "fail":
      return [{ type: "run-failed", stage: command.stage, message: command.message, tried: command.tried }];
    case "roll back":
      return [{ type: "rolled-back", ...command.back }];
    case "wait":
      return answered(state, command, luck);
    case "attempt":
      return attempted(pipeline, state, command, luck);
  }
}

function answered(state: RunState, { stage: name, waiting }: Extract<Command, { do: "wait" }>, luck: Luck): readonly NewEvent[] {
  const { version, attempt } = state.stages.get(name) ?? { version: 0, attempt: 0 };
  const at = { stage: name, version, attempt };
  switch (waiting.on) {
    case "gate":
      return [{ type: "gate-decided", ...at, decision: luck.of("approve", "reject", "edit"), by: "person", digest: waiting.gate.digest }];
    case "effect": {
      const outcome = luck.of({ happened: "yes", answer: { inline: "sent" } } as const, { happened: "no", why: "not there" } as const);
      return [{ type: "effect-answered", ...at, effect: 0, key: waiting.effect.key, by: "person", outcome }];
    }
    case "children":
    case "budget":
      return [{ type: "run-resumed", by: "test" }];
    case "blocker":
      return [{ type: "unblocked", ...at, by: "person" }];
  }
}

function attempted(
  pipeline: AnyPipeline,
  state: RunState,
  { attempt }: Extract<Command, { do: "attempt" }>,
  luck: Luck,
): readonly NewEvent[] {
  const { retriesLeft, ...at } = attempt;
  const description = pipeline.stages.find((stage) => stage.name === at.stage);
  const stage = state.stages.get(at.stage);
  if (description === undefined || stage === undefined) throw new Error(`there is no stage "${at.stage}"`);
  const isOpen = stage.status === "running" && stage.version === at.version && stage.attempt === at.attempt;
  const begin: readonly NewEvent[] = isOpen ? [] : [{ type: "stage-started", ...at }];
  if (luck.crashes()) return [...begin, { type: "run-resumed", by: "test" }];
  const failed = (cause: EventOf<"attempt-failed">["cause"], left: number): NewEvent => ({
    type: "attempt-failed",
    ...at,
    cause,
    message: `${at.stage} v${at.version} was not good`,
    findings: [{ rule: "r", severity: "error", message: `found in ${at.stage} v${at.version}` }],
    retriesLeft: left,
  });
  const done = (turn?: EventOf<"stage-done">["turn"]): NewEvent => ({
    type: "stage-done",
    ...at,
    output: { inline: `${at.stage} v${at.version}` },
    findings: [],
    fingerprint: NO_PRINT,
    ...(turn && { turn }),
  });
  switch (description.kind) {
    case "check":
      return [...begin, luck.of(done(), failed("review", retriesLeft))];
    case "decide": {
      const way = luck.of("on", "end", ...Object.keys(description.rollbacks));
      if (way === "on") return [...begin, done()];
      return [...begin, done({ way, to: way === "end" ? "stop" : "back", because: `it is ${way}` })];
    }
    case "gate":
      if (stage.decision?.decision === "reject") return [failed("rejected", 0)];
      if (stage.decision) return [done()];
      return luck.of<readonly NewEvent[]>(
        [...begin, { type: "gate-opened", ...at, tier: 4, shows: "s0", digest: "d", waits: true }],
        [...begin, { type: "gate-opened", ...at, tier: 2, shows: "s0", digest: "d", waits: false }, done()],
      );
    case "deliver": {
      const known = stage.effects.get(0);
      const effectAt = { ...at, effect: 0, key: `${at.stage}.${at.version}` };
      if (known?.settled?.outcome.happened === "yes") return [...begin, done()];
      if (known === undefined || known.settled) {
        const intent: NewEvent = { type: "effect-intended", ...effectAt, adapter: "outside", name: "send", request: { inline: "hello" } };
        return [
          ...begin,
          intent,
          {
            type: "called",
            ...at,
            call: 0,
            adapter: "outside",
            name: "send",
            request: { inline: "" },
            outcome: { answer: { inline: "" } },
          },
        ];
      }
      return luck.of<readonly NewEvent[]>(
        [...begin, { type: "effect-settled", ...effectAt, how: "looked-up", outcome: { happened: "yes", answer: { inline: "sent" } } }],
        [
          ...begin,
          { type: "effect-settled", ...effectAt, how: "called", outcome: { happened: "no", why: "refused" } },
          failed("error", retriesLeft),
        ],
        [...begin, { type: "effect-unclear", ...effectAt, why: "the line was cut" }],
      );
    }
    case "each": {
      const children = [1, 2].map((number) => ({ item: number, child: `r1.${at.stage}.${at.version}.${number}`, digest: "d" }));
      const fresh = children.filter(({ item: number }) => !stage.children.has(number));
      const open = children.filter(({ item: number }) => !stage.children.get(number)?.ended);
      if (open.length === 0) {
        const isGood = children.every(({ item: number }) => stage.children.get(number)?.ended?.status === "done");
        return [...begin, isGood ? done() : failed("children", 0)];
      }
      const startedNow = fresh.map((child): NewEvent => ({ type: "child-started", ...at, ...child }));
      if (luck.of(0, 0, 1) === 1)
        return [...begin, ...startedNow, { type: "children-waiting", ...at, children: open.map(({ child }) => child) }];
      const ended = open
        .slice(0, 1)
        .map(({ item, child }): NewEvent => ({ type: "child-ended", ...at, item, child, status: luck.of("done", "failed") }));
      return [...begin, ...startedNow, ...ended];
    }
    default:
      return [...begin, luck.of(done(), failed("error", retriesLeft), { type: "budget-refused", ...at, message: "too dear" })];
  }
}
