export { Completion, Message, model } from "./model.js";
export { describeModel, models } from "./models.js";
export { verdictOf } from "./verdict.js";
