import { basename, dirname } from "node:path/posix";
import { feedbackOf, lastVersionOf } from "../core/index.js";
import type { Message } from "../model/index.js";
import { type AttemptContext, functionOf } from "./attempt-context.js";
import { lessonsRanked, overlayText, RankingAnswer } from "./lessons-ranked.js";
import { type Feedback, messagesFor } from "./prompt.js";

/** Two of the longest posts with their findings; a model with a context of 8,000 still has room for its answer. */
export const MAX_FEEDBACK_TOKENS = 4_000;

/** What a stage's model is sent first: its instructions, its prompt, the lessons, and why it runs again. `more` stands behind the prompt. */
export async function messagesOfStage(context: AttemptContext, given: object, more = ""): Promise<Message[]> {
  const prompt = functionOf<(given: object) => string>(context, "prompt")?.(given) ?? "";
  const instructions = await instructionsOf(context);
  const task = more === "" ? prompt : `${prompt.trimEnd()}\n\n${more}`;
  return messagesFor({ instructions, prompt: task, overlay: await overlayOf(context, prompt), feedback: await feedback(context) });
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

async function overlayOf(context: AttemptContext, task: string): Promise<string> {
  const { stage, calls, pipeline } = context;
  const { lessons } = stage.settings;
  if (typeof lessons !== "string") return "";
  const answer = await calls.call("lessons", "rank", { lessons, stage: stage.name }, () =>
    lessonsRanked(context.settings, { lessons, stage: stage.name, pipeline: pipeline.name, task }),
  );
  return overlayText(RankingAnswer.parse(answer));
}
