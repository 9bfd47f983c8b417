export { type Comms, type CommsOptions, openComms } from "./comms/comms.js";
export type { Heard, Joining, Message, NewMessage, Sent } from "./comms/message.js";
export { type ActiveTask, Context } from "./context/context.js";
export { type ContextFile, type ContextOptions, type ContextReading, openContext } from "./context/context-file.js";
export { contextFromLog } from "./context/context-line.js";
export type { Fault } from "./fault.js";
export type { LinePlace, StateWorld, UnreadLine } from "./followed-log.js";
