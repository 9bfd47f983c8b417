export { blog, Post, Published } from "./blog.js";
export { type GhostOptions, ghost } from "./ghost.js";
export { type GitRepositoryOptions, gitRepository } from "./git-repository.js";
export { localFolder } from "./local-folder.js";
export { blogRecording } from "./recording.js";
export { type WordPressOptions, wordPress } from "./wordpress.js";
