export { blog, Post, Published } from "./blog.js";
export { localFolder } from "./local-folder.js";
export { blogRecording } from "./recording.js";
