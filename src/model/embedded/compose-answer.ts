import { StagewrightError } from "../../dsl/index.js";
import type { Completion, Message } from "../model.js";
import { estimateTokens } from "../token-estimate.js";
import { composeDay } from "./compose-day.js";
import { composePlain } from "./compose-plain.js";
import { Day } from "./day.js";
import { lastFencedBlock } from "./fenced-block.js";

/**
 * The embedded writer: composes prose from the facts in the prompt and from nothing else, by rules. It reads the last
 * block labelled `json` (the facts) and the last labelled `outline` (section titles, one a line), and nothing else of
 * the prompt: no instructions, no lessons, no findings.
 *
 * @throws StagewrightError `model/facts` where the prompt holds no facts.
 */
export function composeAnswer(messages: readonly Message[]): Completion {
  const prompts = messages.filter(({ role }) => role !== "assistant").map(({ content }) => content);
  const facts = readFacts(lastIn(prompts, "json"));
  const titles = (lastIn(prompts, "outline") ?? "")
    .split("\n")
    .map((title) => title.trim())
    .filter((title) => title !== "");
  const day = Day.safeParse(facts);
  const text = day.success ? composeDay(day.data, titles) : composePlain(facts, titles);
  return {
    text,
    finish: "stop",
    usage: { inputTokens: estimateTokens(messages.map(({ content }) => content)), outputTokens: estimateTokens([text]), estimated: true },
    model: "embedded",
  };
}

function lastIn(prompts: readonly string[], label: string): string | undefined {
  return prompts.map((prompt) => lastFencedBlock(prompt, label)).findLast((block) => block !== undefined);
}

function readFacts(block: string | undefined): unknown {
  const hint = 'put the facts as JSON into a fenced block labelled "json", or choose a language model with --model';
  if (block === undefined)
    throw new StagewrightError("model/facts", "the embedded writer composes from facts, and the prompt holds none", { hint });
  try {
    return JSON.parse(block);
  } catch (cause) {
    throw new StagewrightError("model/facts", "the facts in the prompt are not JSON", { hint, cause });
  }
}
