/**
 * Characters that show nothing: soft hyphens, zero-width spaces and joiners, marks of direction, byte order marks. Inside a word they hide
 * it from whoever searches for it.
 */
const UNSEEN = /\u00AD|\u034F|\u200D|[\u061C\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/u;

/** The same but for a joiner before an emoji, which is part of that emoji. */
export const INVISIBLE = new RegExp(UNSEEN.source.replace("\\u200D", "\\u200D(?![\\p{Extended_Pictographic}\\u2640\\u2642])"), "u");

/** Every character of a text that shows nothing. */
export const EACH_UNSEEN = new RegExp(UNSEEN.source, "gu");
