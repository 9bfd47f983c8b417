import type { EventOf, RunEvent, RunState } from "../core/index.js";
import type { ReadRun } from "../runner/index.js";
import { stageJson } from "./ending.js";

/** A run as `show` tells it: what the journal holds, put in order for a reader. */
export interface RunFacts {
  readonly run: string;
  readonly pipeline: string;
  /** `interrupted` where it is running and no process carries it out. */
  readonly status: RunState["status"] | "interrupted";
  readonly model: string;
  readonly by: string;
  readonly startedAt: string;
  readonly lastEventAt: string;
  readonly events: number;
  readonly input: unknown;
  readonly parent?: unknown;
  readonly forkedFrom?: unknown;
  readonly stopped?: RunState["stopped"];
  /** Of a run that waits for its budget: which stages do, with the time from which there is room again. */
  readonly waiting?: readonly { readonly on: "budget"; readonly stage: string; readonly message: string; readonly roomAt?: string }[];
  readonly failure?: { readonly stage: string; readonly message: string; readonly tried: readonly string[] };
  readonly stages: readonly ReturnType<ReturnType<typeof stageJson>>[];
  readonly attempts: readonly AttemptFact[];
  readonly decisions: readonly {
    readonly at: string;
    readonly stage: string;
    readonly decision: string;
    readonly by: string;
    /** Where the person was asked. */
    readonly where?: string;
    /** Of what was shown. */
    readonly digest: string;
    readonly reason?: string;
  }[];
  readonly effects: readonly { readonly stage: string; readonly call: string; readonly key: string; readonly outcome: string }[];
  readonly rollbacks: readonly {
    readonly from: string;
    readonly to: string;
    readonly because: string;
    readonly time: number;
    readonly max: number;
  }[];
  readonly children: readonly { readonly stage: string; readonly run: string; readonly status: string }[];
  readonly lessons: readonly { readonly stage: string; readonly version: number; readonly ranking: unknown }[];
}

export interface AttemptFact {
  readonly stage: string;
  readonly version: number;
  readonly attempt: number;
  readonly message: string;
  readonly hint?: string;
  readonly findings: EventOf<"attempt-failed">["findings"];
}

export async function runFacts({ state, events, load }: ReadRun, { isOwned }: { readonly isOwned: boolean }): Promise<RunFacts> {
  const of = <T extends RunEvent["type"]>(type: T): readonly EventOf<T>[] =>
    events.filter((event): event is EventOf<T> => event.type === type);
  const { started, failure, stopped } = state;
  const waiting = [...state.stages.values()].flatMap(({ name, waiting: one }) => {
    if (one?.on !== "budget") return [];
    const { message, roomAt } = one.refusal;
    return [{ on: one.on, stage: name, message, ...(roomAt !== undefined && { roomAt }) }];
  });
  return {
    run: state.run,
    pipeline: state.pipeline,
    status: state.status === "running" && !isOwned ? "interrupted" : state.status,
    model: state.model,
    by: started?.by ?? "",
    startedAt: started?.at ?? "",
    lastEventAt: state.at,
    events: state.seq,
    input: started ? await load(started.input) : undefined,
    ...(started?.parent && { parent: started.parent }),
    ...(started?.forkedFrom && { forkedFrom: started.forkedFrom }),
    ...(stopped && { stopped }),
    ...(waiting.length > 0 && { waiting }),
    ...(failure && { failure: { stage: failure.stage, message: failure.message, tried: failure.tried } }),
    stages: state.order.flatMap((name) => state.stages.get(name) ?? []).map(stageJson(state.at)),
    attempts: of("attempt-failed").map(({ stage, version, attempt, message, hint, findings }) => ({
      stage,
      version,
      attempt,
      message,
      ...(hint !== undefined && { hint }),
      findings,
    })),
    decisions: of("gate-decided").map(({ at, stage, decision, by, where, digest, reason }) => ({
      at,
      stage,
      decision,
      by,
      ...(where !== undefined && { where }),
      digest,
      ...(reason !== undefined && { reason }),
    })),
    effects: of("effect-intended").map((intent) => ({
      stage: intent.stage,
      call: `${intent.adapter}.${intent.name}`,
      key: intent.key,
      outcome: outcomeOf(intent, events),
    })),
    rollbacks: of("rolled-back").map(({ from, to, because, time, max }) => ({ from, to, because, time, max })),
    children: of("child-started").map(({ stage, item, version, child }) => ({
      stage,
      run: child,
      status: of("child-ended").find((end) => end.stage === stage && end.version === version && end.item === item)?.status ?? "open",
    })),
    lessons: await Promise.all(
      of("called")
        .filter(isRanking)
        .map(async ({ stage, version, outcome }) => ({ stage, version, ranking: await load(outcome.answer) })),
    ),
  };
}

type Ranking = EventOf<"called"> & { readonly outcome: { readonly answer: EventOf<"stage-done">["output"] } };

/** The runner asks for the lessons of a stage like for any other fact from outside. */
function isRanking(event: EventOf<"called">): event is Ranking {
  return event.adapter === "lessons" && event.name === "rank" && "answer" in event.outcome;
}

function outcomeOf(intent: EventOf<"effect-intended">, events: readonly RunEvent[]): string {
  const settled = events.find(
    (event): event is EventOf<"effect-settled"> | EventOf<"effect-answered"> =>
      (event.type === "effect-settled" || event.type === "effect-answered") && event.key === intent.key && event.seq > intent.seq,
  );
  if (settled === undefined) return "unknown";
  const how = settled.type === "effect-answered" ? `${settled.by} said so` : settled.how === "called" ? "called" : "looked up";
  return settled.outcome.happened === "yes" ? `happened (${how})` : `did not happen (${how}: ${settled.outcome.why})`;
}
