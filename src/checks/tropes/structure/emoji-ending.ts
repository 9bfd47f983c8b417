import { hitOf, inEach, type Passage, type StructureRule } from "../trope.js";
import { isEmoji } from "./emoji-heading.js";

const WORDS_AT_LEAST = 4;
/** Smiles, hearts and waves, which people send to each other. */
const BETWEEN_PEOPLE =
  /^[\u2639-\u263B\u2764\u{1F600}-\u{1F64F}\u{1F44B}\u{1F495}-\u{1F49F}\u{1F5A4}\u{1F90D}\u{1F90E}\u{1F910}-\u{1F91D}\u{1F917}\u{1F970}\u{1F97A}]$/u;
/** A sentence may speak of the picture it ends with: "answered with a 🚀". */
const SPEAKS_OF_IT: ReadonlySet<string> = new Set(
  "with a an the this by of is as to and or emoji sign symbol mit ein eine das cu un o semnul".split(" "),
);
const FIRST_PICTURE = 0x1_f3_00;
const LAST_OF_LATIN = 0x20_00;

export const emojiEnding: StructureRule = {
  id: "tropes/emoji-ending",
  kind: "an emoji that closes a paragraph",
  severity: "warning",
  why: "A rocket or a plant after the last sentence cheers for it, where the sentence should carry itself.",
  fix: "Take the picture out",
  counts:
    "a picture after the last sentence of a paragraph of four or more words, hashtags behind it aside; not a tick or an arrow, nor a smile, a heart or a hand, which people send to each other",
  examples: {
    bad: [
      "We shipped the new planner on Monday. 🚀",
      "Every seed in the bed came up this year! 🌱",
      "The team doubled in a year. 🎉🎉\n\nIt has nine people now.",
    ],
    good: [
      "See you on Friday at nine, then 🙂",
      "Thank you for the jam, it is nearly gone ❤️",
      "The reviewer reacted with 🚀 and merged it.",
      "Status: ✅",
    ],
  },
  finder: inEach((passage) => {
    if (passage.kind !== "paragraph" || !mayEndWithEmoji(passage)) return [];
    const { texts, isWord, length } = passage.tokens;
    let end = length - 1;
    while (end > 0 && texts[end - 1] === "#" && isWord[end]) end -= 2;
    if (!isPicture(texts[end])) return [];
    let first = end;
    while (first > 0 && (isPicture(texts[first - 1]) || isJoiner(texts[first - 1]))) first -= 1;
    const words = isWord.slice(0, first).filter(Boolean).length;
    const before = texts[first - 1] ?? "";
    const isMarked = isWord[first - 1] ? SPEAKS_OF_IT.has(before) : !".!?…".includes(before);
    return words >= WORDS_AT_LEAST && !isMarked ? [hitOf(passage, first, end)] : [];
  }),
};

function isPicture(text: string | undefined): boolean {
  if (text === undefined || !isEmoji(text) || BETWEEN_PEOPLE.test(text)) return false;
  return (text.codePointAt(0) ?? 0) >= FIRST_PICTURE || "✨⭐".includes(text);
}

/** What chooses the colour of an emoji or ties two together. */
function isJoiner(text: string | undefined): boolean {
  return text === "\uFE0F" || /^[\u{1F3FB}-\u{1F3FF}]$/u.test(text ?? "");
}

/** A paragraph that ends in a letter or a full stop, as nearly all do, ends in no picture, unless it has hashtags. */
function mayEndWithEmoji({ block: { prose } }: Passage): boolean {
  const end = prose.trimEnd().length;
  return prose.charCodeAt(end - 1) > LAST_OF_LATIN || prose.includes("#", Math.max(end - 200, 0));
}
