export { bannedPhrases } from "./banned-phrases.js";
export { type EmDashLimit, emDashes } from "./em-dashes.js";
export { type NoListsOptions, noLists } from "./no-lists.js";
export { BANNED_PHRASES } from "./phrases.js";
export { type SectionsOptions, sections } from "./sections.js";
export type { Block, List, Piece } from "./text/block.js";
export { type ParsedText, parseText, type Text } from "./text/parse-text.js";
export { countWords } from "./text/words.js";
export { type WordLimits, words } from "./words.js";
