export type { Heard } from "./desk/desk-line.js";
export { DeskSettings } from "./desk/desk-settings.js";
export { type Answered, type DeskOptions, type FrontDesk, frontDesk, Wanted } from "./desk/front-desk.js";
export { type Loop, type LoopOptions, loop, type SetTimer } from "./loop.js";
export { asQueued, type Queue, type QueuedWork, Work } from "./work.js";
