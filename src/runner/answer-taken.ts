import { jsonSchemaOf } from "../model/index.js";
import { type AttemptContext, functionOf } from "./attempt-context.js";
import { heldToContract } from "./definition-of-done.js";
import { type Executed, failedWith } from "./executed.js";

/** Reads an answer by the stage's own parser, or as the text or JSON that its schema takes, and holds it to the contract. */
export async function takenAnswer(context: AttemptContext, text: string, given: object): Promise<Executed> {
  const parse = functionOf<(text: string, given: object) => unknown>(context, "parse");
  let value: unknown;
  try {
    value = parse === undefined ? textOrJson(context, text) : parse(text, given);
  } catch (error) {
    return failedWith("output", error);
  }
  return heldToContract(context, value);
}

/** The JSON schema of the answer; none where the answer is a text, or the stage reads it by a parser of its own. */
export function answerSchema({ stage }: AttemptContext): Record<string, unknown> | undefined {
  if (stage.functions.parse !== undefined) return undefined;
  const schema = stage.output && jsonSchemaOf(stage.output);
  return schema?.type === "object" || schema?.type === "array" ? schema : undefined;
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
