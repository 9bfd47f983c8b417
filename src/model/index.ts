export { Catalog, ModelEntry, Price } from "./catalog.js";
export { jsonSchemaOf } from "./json-schema.js";
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
export { type ModelName, type Provider, readModelName } from "./model-name.js";
export { askModels, describeModel, type ModelsOptions, models } from "./models.js";
export { nearestNames } from "./nearest-names.js";
export { type Dropped, type Pruned, pruned, Sessions, type TimedMessage } from "./prune/index.js";
export { type Key, keyFrom, keyIn } from "./server/key.js";
export type { Limits, Timer } from "./server/silence.js";
export {
  countTokens,
  loadTokenizer,
  type TokenCounter,
  type Tokenizer,
  TokenizerName,
  tokenCounter,
} from "./token-counter.js";
export { estimateTokens } from "./token-estimate.js";
export { Reasoning, requestTexts, ToolCall } from "./transcript.js";
export { askAgain } from "./verdict/ask-again.js";
export { type FailureReason, type Verdict, type VerdictOptions, verdictOf } from "./verdict/verdict.js";
