export { systemRecording } from "./recording.js";
export { JournalEntry, LogLine, ProcessState, system } from "./system.js";
export { type SystemOptions, thisMachine } from "./this-machine.js";
