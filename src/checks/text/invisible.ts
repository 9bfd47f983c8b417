/**
 * Characters that show nothing: soft hyphens, zero-width spaces and joiners, marks of direction, byte order marks. Inside a word they hide
 * it from whoever searches for it. A joiner before an emoji is part of that emoji.
 */
export const INVISIBLE =
  /\u00AD|\u034F|[\u061C\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|\u200D(?![\p{Extended_Pictographic}\u2640\u2642])/u;
