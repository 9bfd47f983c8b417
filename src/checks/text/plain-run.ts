const SPACE = 32;
const LINE_FEED = 10;
const DOT = 46;

const UNIT_KIND = new Uint8Array(128);
const WORD = 1;
/** Neither opens anything in a line nor is part of an address. */
const PLAIN = 2;
/** May make an address of the word before it. */
const JOINS_ADDRESS = 3;
for (const unit of unitsOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")) UNIT_KIND[unit] = WORD;
for (const unit of unitsOf(`,;()"'?%=`)) UNIT_KIND[unit] = PLAIN;
for (const unit of unitsOf(".:@+-_")) UNIT_KIND[unit] = JOINS_ADDRESS;

function unitsOf(text: string): number[] {
  return [...text].map((mark) => mark.charCodeAt(0));
}

function kindAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit < 128 ? (UNIT_KIND[unit] ?? 0) : PLAIN;
}

/**
 * Where the parser has to look again, from `at` on: what it would find in between is nothing but text. The last word before the sign of
 * an address (`www.`, `ana@`, `https:`) is left to it. -1 where it has to look at `at` itself. `offset` is where `text` begins, and `unit`
 * stands at `at`.
 */
export function afterPlainRun(text: string, offset: number, unit: number, at: number): number {
  if (unit < 128 && unit !== SPACE && (UNIT_KIND[unit] ?? 0) !== WORD && (UNIT_KIND[unit] ?? 0) !== PLAIN) return -1;
  const start = at - offset;
  let end = start;
  let wordFrom = -1;
  for (; end < text.length; end += 1) {
    const kind = kindAt(text, end);
    if (kind === WORD) {
      if (wordFrom === -1) wordFrom = end;
      continue;
    }
    if (kind !== PLAIN && !isPlainHere(text, end)) break;
    wordFrom = -1;
  }
  if (text.charCodeAt(end) === LINE_FEED) while (end > start && text.charCodeAt(end - 1) === SPACE) end -= 1;
  else if (wordFrom !== -1 && kindAt(text, end) === JOINS_ADDRESS) {
    // In the midst of a word no address begins.
    const isInWord = wordFrom === start && start > 0 && (kindAt(text, start - 1) === WORD || text.charAt(start - 1) === "_");
    if (!isInWord) end = wordFrom;
  }
  return end > start ? end + offset : -1;
}

/** A space before a line break may be part of that break, and a dot is none of an address before a space. */
function isPlainHere(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit === SPACE || (unit === DOT && text.charCodeAt(index + 1) === SPACE);
}
