import { z } from "zod";
import type { Answer } from "../server/answer.js";

const Call = z.object({
  function: z.object({ name: z.string(), arguments: z.union([z.record(z.string(), z.unknown()), z.string()]).nullish() }),
});

const Line = z
  .object({
    model: z.string().nullish(),
    message: z.object({ content: z.string().nullish(), thinking: z.string().nullish(), tool_calls: z.array(Call).nullish() }).nullish(),
    done: z.boolean().nullish(),
    done_reason: z.string().nullish(),
    prompt_eval_count: z.int().nullish(),
    eval_count: z.int().nullish(),
  })
  .refine(({ message, done }) => Boolean(message) || typeof done === "boolean");

export function takeLine(answer: Answer, value: unknown): boolean {
  const line = Line.safeParse(value).data;
  if (line === undefined) return false;
  const { message } = line;
  answer.text += message?.content ?? "";
  answer.reasoning += message?.thinking ?? "";
  for (const { function: called } of message?.tool_calls ?? []) {
    const given = called.arguments ?? "";
    answer.calls.push({ name: called.name, json: typeof given === "string" ? given : JSON.stringify(given) });
  }
  answer.model = line.model || answer.model;
  if (line.done === true) {
    answer.ended = true;
    answer.finish = line.done_reason ?? "stop";
    // A prompt that it had read before is not counted again by some versions.
    answer.usage = { inputTokens: line.prompt_eval_count ?? undefined, outputTokens: line.eval_count ?? undefined };
  }
  return true;
}
