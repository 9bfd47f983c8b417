export type { Heard } from "./desk/desk-line.js";
export { DeskSettings } from "./desk/desk-settings.js";
export { type DeskOptions, type FrontDesk, frontDesk, ownThread, Wanted } from "./desk/front-desk.js";
export { LEVELS, type Level, type Log, type LogLine, logLineIn, openLog } from "./log.js";
export { type Loop, type LoopOptions, loop, type SetTimer } from "./loop.js";
export { agentOf, asQueued, CHIEF, LaneWork, type Queue, type QueuedWork, type Resumption, Work } from "./work.js";
