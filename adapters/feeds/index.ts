export { Feed, FeedEntry, feeds } from "./feeds.js";
export { politeFeeds } from "./polite-feeds.js";
export { feedsRecording } from "./recording.js";
