/**
 * Characters that show nothing: soft hyphens, zero-width spaces and joiners, marks of direction, byte order marks. Inside a word they hide
 * it from whoever searches for it.
 */
const UNSEEN = /\u00AD|\u034F|\u200D|[\u061C\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/u;

/** The same but for a joiner before an emoji, which is part of that emoji. */
export const INVISIBLE = new RegExp(UNSEEN.source.replace("\\u200D", "\\u200D(?![\\p{Extended_Pictographic}\\u2640\\u2642])"), "u");

/** The same as units, which are quicker to look for. */
const UNSEEN_UNIT = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|\u034F/;

/** Whether a text has a character that shows nothing. */
export function hasUnseen(text: string): boolean {
  return UNSEEN_UNIT.test(text);
}

/** Every character of a text that shows nothing. */
export const EACH_UNSEEN = new RegExp(UNSEEN.source, "gu");
