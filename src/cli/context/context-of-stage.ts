import type { Config } from "../../config/index.js";
import type { AnyStage, StageTool } from "../../dsl/index.js";
import { overlayOf as overlayFor, parseLessons } from "../../lessons/index.js";
import { estimateTokens } from "../../model/index.js";
import { MAX_FEEDBACK_TOKENS, type ReadRun, type Sources } from "../../runner/index.js";

/** What goes into the first request of a stage, in tokens. `undefined`: known once it runs. */
export interface StageContext {
  readonly stage: string;
  readonly model: string;
  readonly instructions: number;
  readonly prompt: number | undefined;
  /** Of a `work` stage: what the model is told of its tools. */
  readonly tools?: number | undefined;
  readonly lessons: number;
  /** The most that a retry brings beside the rest. */
  readonly feedback: number;
  /** What is kept for the answer; `undefined` where it has no limit. */
  readonly answer: number | undefined;
  /** The model's window, where the config tells. */
  readonly window: number | undefined;
}

export interface Asked {
  readonly config: Config;
  readonly sources: Sources;
  readonly run: ReadRun | undefined;
  readonly now: Date;
}

/** Builds the parts of a stage's request and counts them; no call is made. */
export async function contextOfStage(stage: AnyStage, { config, sources, run, now }: Asked): Promise<StageContext> {
  const { settings } = stage;
  const model = typeof settings.model === "string" ? settings.model : (run?.state.model ?? "embedded");
  const entry = config.models !== undefined && Object.hasOwn(config.models, model) ? config.models[model] : undefined;
  const files = Array.isArray(settings.instructions) ? settings.instructions.map(String) : [];
  const texts = await Promise.all(files.map((file) => sources.instructions(file)));
  const given = await givenTo(stage, run);
  // The factory that made the stage has checked its functions' types; here only their names are known.
  const functions = stage.functions as Readonly<Record<string, ((given: object) => unknown) | undefined>>;
  const prompt = given && functions.prompt?.(given);
  const tools = settings.tools ?? specsOf(given && functions.tools?.(given));
  return {
    stage: stage.name,
    model,
    instructions: estimateTokens(texts),
    prompt: prompt === undefined ? undefined : estimateTokens([String(prompt)]),
    ...(stage.kind === "work" && { tools: Array.isArray(tools) ? estimateTokens([JSON.stringify(tools)]) : undefined }),
    lessons: estimateTokens([await overlayOf(stage, sources, now)]),
    feedback: typeof settings.maxFeedbackTokens === "number" ? settings.maxFeedbackTokens : MAX_FEEDBACK_TOKENS,
    answer: entry?.maxTokens,
    window: entry?.contextTokens,
  };
}

function specsOf(tools: unknown): unknown {
  return Array.isArray(tools) ? tools.map(({ spec }: StageTool) => spec) : undefined;
}

/** What a stage without needs is given is known at once; what the others are, from the outputs of a run. */
async function givenTo({ needs }: AnyStage, run: ReadRun | undefined): Promise<object | undefined> {
  const given: Record<string, unknown> = {};
  for (const [key, need] of Object.entries(needs)) {
    const kept = need.kind === "input" ? run?.state.started?.input : run?.state.stages.get(need.name)?.output;
    if (run === undefined || kept === undefined) return undefined;
    given[key] = await run.load(kept);
  }
  return given;
}

async function overlayOf({ name, settings }: AnyStage, sources: Sources, now: Date): Promise<string> {
  if (typeof settings.lessons !== "string") return "";
  const { lessons } = parseLessons((await sources.lessons(settings.lessons)) ?? "");
  return overlayFor(lessons, { now, stage: name }).text;
}
