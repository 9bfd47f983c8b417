export { type CompleteRequest, Completion, Message, messageOf, model, ToolSpec } from "./model.js";
export { ModelError } from "./model-error.js";
export { describeModel, type ModelsOptions, models } from "./models.js";
export type { Limits, Timer } from "./server/silence.js";
export { Reasoning, ToolCall } from "./transcript.js";
export { type Verdict, type VerdictOptions, verdictOf } from "./verdict/verdict.js";
