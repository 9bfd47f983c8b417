import { type AnyPipeline, type AnyStage, asksModel, type RoutingHints, StagewrightError } from "../dsl/index.js";
import { Completion } from "../model/index.js";
import { type RouteExplanation, RouteQuestion, type Router } from "../routing/index.js";
import { type FailureRate, failureRate, newestRuns, type ReadRun } from "../runner/index.js";
import type { Store } from "../store/index.js";
import { didYouMean } from "./nearest.js";
import { pipelinesIn } from "./pipeline-tree.js";

/** Where the number of input tokens is from: a run, or nowhere yet. */
export type TokensFrom = { readonly run: string } | { readonly assumed: true };

/** How one stage gets its model. */
export type RouteFacts = { readonly pipeline: string; readonly stage: string } & (
  | { readonly own: string }
  | {
      readonly question: RouteQuestion;
      readonly tokensFrom: TokensFrom;
      readonly failures: FailureRate;
      readonly explanation: RouteExplanation;
    }
);

interface Asked {
  readonly pipeline: AnyPipeline;
  /** Only this one. */
  readonly stage: string | undefined;
  readonly origin: Pick<RouteQuestion, "trigger" | "channel" | "session">;
  readonly router: Router;
  readonly store: Store;
  /** What is assumed of a stage that has not run yet. */
  readonly assumedTokens: number;
}

/** Asks the router for each stage that a model writes, as a run would, with what the newest runs tell. */
export async function routeFacts({ pipeline, stage: wanted, origin, router, store, assumedTokens }: Asked): Promise<readonly RouteFacts[]> {
  const facts: RouteFacts[] = [];
  for (const { name, stage } of writeStages(pipeline, wanted)) {
    const at = { pipeline: name, stage: stage.name };
    const { model, routing } = stage.settings;
    if (typeof model === "string" && model !== "route") {
      facts.push({ ...at, own: model });
      continue;
    }
    const known = await tokensOfNewest(store, name, stage.name);
    // The stage's factory has checked it; here only its name is known.
    const { tools, ...hints } = (routing ?? {}) as RoutingHints;
    const question: RouteQuestion = {
      ...at,
      ...origin,
      ...(tools && { demands: { tools } }),
      signals: { inputTokens: known?.inputTokens ?? assumedTokens, sources: Object.keys(stage.needs).length, ...hints },
    };
    facts.push({
      ...at,
      question,
      tokensFrom: known === undefined ? { assumed: true } : { run: known.run },
      failures: await failureRate(store, at),
      explanation: await router.explain(question),
    });
  }
  return facts;
}

interface Written {
  /** Of the pipeline that it is in. */
  readonly name: string;
  readonly stage: AnyStage;
}

function writeStages(pipeline: AnyPipeline, wanted: string | undefined): readonly Written[] {
  const stages = pipelinesIn(pipeline).flatMap(({ name, stages: all }) => all.map((stage) => ({ name, stage })));
  const written = stages.filter(({ stage }) => asksModel(stage));
  const names = [...new Set(written.map(({ stage }) => stage.name))];
  if (written.length === 0) {
    throw new StagewrightError("usage/stage", `no stage of pipeline "${pipeline.name}" is written by a model`, {
      hint: "routes choose the models of `write` stages",
    });
  }
  if (wanted === undefined) return written;
  const found = written.filter(({ stage }) => stage.name === wanted);
  if (found.length > 0) return found;
  const other = stages.find(({ stage }) => stage.name === wanted)?.stage;
  const message =
    other === undefined
      ? `pipeline "${pipeline.name}" has no stage "${wanted}"`
      : `stage "${wanted}" is a "${other.kind}" stage: no model writes it`;
  throw new StagewrightError("usage/stage", message, { hint: didYouMean(wanted, names, "") });
}

/** So many runs are looked at for one in which the stage has asked its model. */
const MOST_RUNS = 5;

async function tokensOfNewest(store: Store, pipeline: string, stage: string) {
  for await (const read of newestRuns(store, pipeline, MOST_RUNS)) {
    const inputTokens = await tokensIn(read, stage);
    if (inputTokens !== undefined) return { run: read.state.run, inputTokens };
  }
  return undefined;
}

/** As the routes were told, else as the model's answer says. */
async function tokensIn({ events, load }: ReadRun, stage: string): Promise<number | undefined> {
  for (const event of events.toReversed()) {
    if (event.type !== "called" || event.stage !== stage) continue;
    const call = `${event.adapter}.${event.name}`;
    if (call === "routing.choose") {
      const question = RouteQuestion.safeParse(await load(event.request));
      if (question.success) return question.data.signals.inputTokens;
    }
    if (call === "model.complete" && "answer" in event.outcome) {
      const completion = Completion.safeParse(await load(event.outcome.answer));
      if (completion.success) return completion.data.usage.inputTokens;
    }
  }
  return undefined;
}
