export { Completion, Message, model } from "./model.js";
export { describeModel, type Environment, models } from "./models.js";
export { type Verdict, verdictOf } from "./verdict.js";
