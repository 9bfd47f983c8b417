import { basename, dirname } from "node:path/posix";
import { feedbackOf, lastVersionOf } from "../../core/index.js";
import { rankLessons, renderOverlay } from "../../lessons/index.js";
import { jsonSchemaOf } from "../../model/index.js";
import { answered } from "../answered.js";
import { type AttemptContext, functionOf, outputsOf } from "../attempt-context.js";
import { heldToContract } from "../definition-of-done.js";
import { type Executed, failedWith } from "../executed.js";
import { lessonsRanked, RankingAnswer } from "../lessons-ranked.js";
import { modelFor } from "../model-for.js";
import { type Feedback, messagesFor } from "../prompt.js";

/** Two of the longest posts with their findings; a model with a context of 8,000 still has room for its answer. */
const MAX_FEEDBACK_TOKENS = 4_000;

/** A model answers once; its answer is a claim until the verdict, the parser, the schema and the checks have let it pass. */
export async function write(context: AttemptContext): Promise<Executed> {
  const { stage } = context;
  const given = await outputsOf(context, stage.needs);
  const prompt = functionOf<(given: object) => string>(context, "prompt")?.(given) ?? "";
  const instructions = await instructionsOf(context);
  const messages = messagesFor({ instructions, prompt, overlay: await overlayOf(context), feedback: await feedback(context) });
  const ownParse = functionOf<(text: string, given: object) => unknown>(context, "parse");
  const parse = ownParse ?? ((text: string) => textOrJson(context, text));
  const schema = ownParse === undefined ? answerSchema(context) : undefined;
  return answered(context, { ...(await modelFor(context, messages)), messages, ...(schema && { schema }) }, async (text) => {
    let value: unknown;
    try {
      value = parse(text, given);
    } catch (error) {
      return failedWith("output", error);
    }
    return heldToContract(context, value);
  });
}

/** What the server is asked to hold the answer to: nothing where it is a text. */
function answerSchema({ stage }: AttemptContext): Record<string, unknown> | undefined {
  const schema = stage.output && jsonSchemaOf(stage.output);
  return schema?.type === "object" || schema?.type === "array" ? schema : undefined;
}

async function feedback({ stage, stageState, world }: AttemptContext): Promise<Feedback> {
  const findings = feedbackOf(stageState);
  const kept = findings.length === 0 ? undefined : lastVersionOf(stageState);
  const { maxFeedbackTokens } = stage.settings;
  return {
    findings,
    lastVersion: kept && (await world.keeper.load(kept)),
    maxTokens: typeof maxFeedbackTokens === "number" ? maxFeedbackTokens : MAX_FEEDBACK_TOKENS,
  };
}

async function instructionsOf({ stage, calls, settings }: AttemptContext): Promise<readonly string[]> {
  const { instructions } = stage.settings;
  const texts: string[] = [];
  for (const file of Array.isArray(instructions) ? instructions.map(String) : []) {
    // The journal names the file as it is named everywhere, not where it lies on this machine.
    const shown = `${basename(dirname(file))}/${basename(file)}`;
    texts.push(String(await calls.call("instructions", "read", { file: shown }, () => settings.sources.instructions(file))));
  }
  return texts;
}

async function overlayOf(context: AttemptContext): Promise<string> {
  const { stage, calls } = context;
  const { lessons } = stage.settings;
  if (typeof lessons !== "string") return "";
  const answer = await calls.call("lessons", "rank", { lessons, stage: stage.name }, () =>
    lessonsRanked(context.settings, lessons, stage.name),
  );
  const { now, ranked } = RankingAnswer.parse(answer);
  return renderOverlay(
    rankLessons(
      ranked.map(({ lesson }) => lesson),
      { now: new Date(now), stage: stage.name },
    ),
  );
}

/** The text itself where the schema takes one; else the JSON that it holds, in a fence or not. */
function textOrJson({ stage }: AttemptContext, text: string): unknown {
  if (stage.output?.safeParse(text).success) return text;
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n```\s*$/.exec(text)?.[1];
  try {
    return JSON.parse(fenced ?? text);
  } catch (cause) {
    throw new Error("the answer is neither a text that the schema takes nor JSON", { cause });
  }
}
