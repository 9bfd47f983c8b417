export { type GitHubIssuesOptions, gitHubIssues } from "./github.js";
export { Happening, Issue, type IssueHead, issues } from "./issues.js";
export { type MarkdownFolderOptions, markdownFolder } from "./markdown-folder.js";
export { issuesRecording } from "./recording.js";
