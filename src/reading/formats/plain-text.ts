import type { Heading, ReadText } from "../document.js";
import { normalised } from "../normalised.js";

/** What the parts of a book are called, with their level. */
const PARTS: readonly (readonly [level: number, names: string])[] = [
  [1, "book|part|volume|livre|partie|tome|buch|teil|libro|parte|cartea|partea|книга|часть"],
  [2, "chapter|chapitre|kapitel|capítulo|capitolo|capitolul|hoofdstuk|rozdział|глава|letter|scene|act|canto"],
];
/** Of books that use no such word, and of what stands before and after the chapters. */
const ALONE =
  /^(?:prologue|epilogue|preface|foreword|introduction|conclusion|appendix|contents|prolog|epilog|prefață|introducere|vorwort)\b\.?$/i;
const NUMBER = "(?:[ivxlcdm]+|\\d+|[\\p{L}-]+)";
const NAMED = PARTS.map(([level, names]) => ({
  level,
  pattern: new RegExp(`^(?:the\\s+)?(?:${names})\\s+${NUMBER}(?=$|[\\s.:—–-])`, "iu"),
}));
/** A heading stands in a paragraph of its own, with its title on the same line or on the next. */
const PARAGRAPH = /(?<=^|\n[ \t]*\n[ \t]*)\S[^\n]*(?:\n[ \t]*\S[^\n]*)*/g;
const MOST_LINES = 2;
const LONGEST = 120;

/** Text without marks. Chapters of books are found by the word for chapter and a number, in a short paragraph of their own. */
export function readPlainText(text: string): ReadText {
  const whole = normalised(text);
  const found: Heading[] = [];
  for (const { index, 0: paragraph } of whole.matchAll(PARAGRAPH)) {
    const level = levelOf(paragraph);
    if (level !== undefined) found.push({ title: paragraph, level, from: whole.lastIndexOf("\n", index) + 1 });
  }
  // Without a book above them, chapters are the highest.
  const highest = Math.min(...found.map(({ level }) => level));
  return { text: whole, headings: found.map((heading) => ({ ...heading, level: heading.level - highest + 1 })) };
}

function levelOf(paragraph: string): number | undefined {
  if (paragraph.length > LONGEST || paragraph.split("\n").length > MOST_LINES) return undefined;
  // A sentence that begins like a heading goes on in small letters: `Part of it was lost.`
  if (/^\p{L}+\s+\p{Ll}{2,}\s+\p{Ll}/u.test(paragraph) || /[,;]$/.test(paragraph)) return undefined;
  if (ALONE.test(paragraph)) return 2;
  return NAMED.find(({ pattern }) => pattern.test(paragraph))?.level;
}
