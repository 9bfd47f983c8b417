export { ChangedFile, Commit, DiffStat, git } from "./git.js";
export { gitProgram } from "./git-program.js";
export { gitRecording } from "./recording.js";
