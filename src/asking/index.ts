export type { AskedPlace, Proof } from "./asked-place.js";
export { type Asking, type AskingOptions, asking } from "./asking.js";
export type { AskedField, Fate, GateRef, GateToAsk, OpenGates } from "./open-gates.js";
export { secretIn } from "./token.js";
