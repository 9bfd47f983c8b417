import { answerSchema, takenAnswer } from "../answer-taken.js";
import { answered } from "../answered.js";
import { type AttemptContext, outputsOf } from "../attempt-context.js";
import type { Executed } from "../executed.js";
import { modelFor } from "../model-for.js";
import { orNoFindings } from "../no-findings.js";
import { messagesOfStage } from "../stage-prompt.js";

/** A model answers once; its answer is a claim until the verdict, the parser, the schema and the checks have let it pass. */
export async function write(context: AttemptContext): Promise<Executed> {
  const given = await outputsOf(context, context.stage.needs);
  const messages = await messagesOfStage(context, given);
  const schema = answerSchema(context);
  const request = { ...(await modelFor(context, messages)), messages, ...(schema && { schema }) };
  return orNoFindings(context, await answered(context, request, (text) => takenAnswer(context, text, given)));
}
