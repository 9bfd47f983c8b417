export { files } from "./files.js";
export { localFiles } from "./local-files.js";
export { filesRecording } from "./recording.js";
