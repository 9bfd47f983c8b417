export { fromTape } from "./from-tape.js";
export { recordTo, type TapeRecorder, tapeRecorder } from "./record-to.js";
export { type Answers, type Noted, type Recording, recording } from "./recording.js";
export { formatTape, parseTape, type Tape, type TapedError, type TapeEntry, tapeLine } from "./tape.js";
