export { fromTape } from "./from-tape.js";
export { recordTo, type TapeRecorder, tapeRecorder } from "./record-to.js";
export { type Answers, type Noted, type Recording, recording } from "./recording.js";
export { environmentRule, mailAddresses, type ScrubRule, secretRules } from "./scrub-rules.js";
export { formatTape, parseTape, type Tape, type TapedError, type TapeEntry, tapeLine } from "./tape.js";
