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

/** Words, plain marks and spaces; the engine of patterns runs over them several times as fast as a loop that is new to the compiler. */
const PLAIN_UNITS = /[A-Za-z0-9,;()"'?%= \u0080-\uFFFF]*/y;

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
  for (;;) {
    PLAIN_UNITS.lastIndex = end;
    PLAIN_UNITS.test(text);
    end = PLAIN_UNITS.lastIndex;
    // A dot is none of an address before a space.
    if (text.charCodeAt(end) !== DOT || text.charCodeAt(end + 1) !== SPACE) break;
    end += 1;
  }
  if (text.charCodeAt(end) === LINE_FEED) while (end > start && text.charCodeAt(end - 1) === SPACE) end -= 1;
  else if (end < text.length && kindAt(text, end) === JOINS_ADDRESS) {
    let wordFrom = end;
    while (wordFrom > start && kindAt(text, wordFrom - 1) === WORD) wordFrom -= 1;
    // In the midst of a word no address begins.
    const isInWord = wordFrom === start && start > 0 && (kindAt(text, start - 1) === WORD || text.charAt(start - 1) === "_");
    if (wordFrom < end && !isInWord) end = wordFrom;
  }
  return end > start ? end + offset : -1;
}
