import { z } from "zod";
import type { Answer } from "../server/answer.js";
import { isCount, isNone, isObject, isTextOrNone } from "../server/shape.js";

const Call = z.object({
  index: z.int().nullish(),
  id: z.string().nullish(),
  /** Some servers give the arguments as they are, and not as JSON in a string. */
  function: z
    .object({ name: z.string().nullish(), arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish() })
    .nullish(),
});

/** Mistral's reasoning models give a list of parts, and reasoning as a list of texts in one of them. */
const ContentPart = z.object({
  type: z.string(),
  text: z.string().nullish(),
  thinking: z.union([z.string(), z.array(z.object({ text: z.string().nullish() }))]).nullish(),
});

const Part = z.object({
  content: z.union([z.string(), z.array(ContentPart)]).nullish(),
  /** Two names for the same: llama.cpp, vLLM and DeepSeek use the first, Ollama and OpenRouter the second. */
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  tool_calls: z.array(Call).nullish(),
});

const Usage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  prompt_tokens_details: z.object({ cached_tokens: z.int().nullish() }).nullish(),
});

/** A piece of a stream has a `delta`, an answer that came whole a `message`. */
const Piece = z.object({
  model: z.string().nullish(),
  choices: z.array(z.object({ delta: Part.nullish(), message: Part.nullish(), finish_reason: z.string().nullish() })).nullish(),
  /** Some servers send a half-filled one before the last; that one only says nothing. */
  usage: Usage.nullish().catch(undefined),
});

type Piece = z.output<typeof Piece>;

export function takePiece(answer: Answer, value: unknown, { isWhole }: { readonly isWhole: boolean }): boolean {
  const piece = isPlain(value) ? value : Piece.safeParse(value).data;
  if (piece === undefined || (isWhole && !piece.choices)) return false;
  const choice = piece.choices?.[0];
  const part = choice?.delta ?? choice?.message;
  takeContent(answer, part?.content ?? "");
  // Some send both, with nothing in the one that they do not mean.
  answer.reasoning += part?.reasoning_content || part?.reasoning || "";
  for (const call of part?.tool_calls ?? []) takeCall(answer, call);
  answer.finish = choice?.finish_reason ?? answer.finish;
  answer.model = piece.model || answer.model;
  if (piece.usage) {
    const { prompt_tokens, completion_tokens, prompt_tokens_details } = piece.usage;
    answer.usage = {
      inputTokens: prompt_tokens,
      outputTokens: completion_tokens,
      cacheReadTokens: prompt_tokens_details?.cached_tokens ?? undefined,
    };
  }
  return true;
}

/**
 * Whether a piece only brings text or a count, as nearly all pieces of a stream do. The schema would say the same of it, at a cost
 * that adds up over a stream; all others go through the schema.
 */
export function isPlain(value: unknown): value is Piece {
  if (!isObject(value) || !isTextOrNone(value.model) || !isPlainUsage(value.usage)) return false;
  const choices: unknown = value.choices;
  return Array.isArray(choices) && choices.length < 2 && choices.every(isPlainChoice);
}

function isPlainChoice(choice: unknown): boolean {
  if (!isObject(choice) || !isNone(choice.message) || !isTextOrNone(choice.finish_reason)) return false;
  const { delta } = choice;
  if (!isObject(delta) || !isNone(delta.tool_calls) || !isTextOrNone(delta.content)) return false;
  return isTextOrNone(delta.reasoning_content) && isTextOrNone(delta.reasoning);
}

function isPlainUsage(usage: unknown): boolean {
  if (isNone(usage)) return true;
  return isObject(usage) && isCount(usage.prompt_tokens) && isCount(usage.completion_tokens) && isNone(usage.prompt_tokens_details);
}

function takeContent(answer: Answer, content: string | readonly z.output<typeof ContentPart>[]): void {
  if (typeof content === "string") {
    answer.text += content;
    return;
  }
  for (const { text, thinking } of content) {
    answer.text += text ?? "";
    answer.reasoning += typeof thinking === "string" ? thinking : (thinking ?? []).map((piece) => piece.text ?? "").join("");
  }
}

/**
 * The pieces of one call bear its number. Servers that give none give an id or a name to the first piece only, and some
 * give every call the number 0: a new id is a new call.
 */
function takeCall({ calls }: Answer, { index, id, function: called }: z.output<typeof Call>): void {
  const isNumbered = typeof index === "number";
  const before = isNumbered ? calls.findLast((call) => call.index === index) : calls.at(-1);
  const isNew = before === undefined || (isNumbered ? isOther(before.id, id) : Boolean(id || called?.name));
  const call = isNew ? { index: index ?? undefined, id: id ?? undefined, name: "", json: "" } : before;
  if (isNew) calls.push(call);
  call.name ||= called?.name ?? "";
  const given = called?.arguments ?? "";
  call.json += typeof given === "string" ? given : JSON.stringify(given);
}

function isOther(known: string | undefined, id: string | null | undefined): boolean {
  return Boolean(known && id) && known !== id;
}
