export { Catalog, ModelEntry, Price } from "./catalog.js";
export {
  type Complete,
  CompleteRequest,
  Completion,
  Message,
  type ModelCallContext,
  messageOf,
  model,
  ToolSpec,
  Tried,
} from "./model.js";
export { ModelError } from "./model-error.js";
export { describeModel, type ModelsOptions, models } from "./models.js";
export type { Limits, Timer } from "./server/silence.js";
export { Reasoning, ToolCall } from "./transcript.js";
export { type Verdict, type VerdictOptions, verdictOf } from "./verdict/verdict.js";
