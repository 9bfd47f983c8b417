export { searchRecording } from "./recording.js";
export { search, WebHit, Work } from "./search.js";
export { type SearchOptions, searchServices } from "./search-services.js";
