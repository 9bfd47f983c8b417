export { type Dropped, PRUNED, type Pruned, pruned, type TimedMessage } from "./pruned.js";
export { lengthMs, Sessions } from "./sessions.js";
