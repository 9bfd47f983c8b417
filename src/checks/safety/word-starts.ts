import { KIND, KINDS, kindAt, kindBefore } from "../text/letters.js";

const IN_WORD = KIND.letter | KIND.number;
const GAP = /[\s*_~`"“”>#/-]/;
const SPACE = 32;

/** Past these no capital has a small letter of Latin but the signs of Kelvin and Ångström. */
const LAST_OF_LATIN = 0x2_50;
const SIGNS_OF_UNITS = [0x21_2a, 0x21_2b];

/** A letter of beginnings, with what may follow it. */
interface Node {
  readonly next: Map<number, Node>;
  /** The patterns of which a beginning ends here. */
  readonly patterns: number[];
}

/**
 * Tells for each word of a text which of several patterns may begin there: one look at the first letters in place of a search for each pattern.
 * `beginnings` are those of each pattern; a space in one is any gap.
 */
export function wordStartsOf(
  beginnings: readonly ReadonlySet<string>[],
): (text: string, visit: (index: number, pattern: number) => void) => void {
  const root: Node = { next: new Map(), patterns: [] };
  for (const [pattern, texts] of beginnings.entries()) for (const text of texts) put(root, text, pattern);
  const mayBegin = new Uint8Array(0x1_00_00);
  for (let unit = 0; unit < LAST_OF_LATIN; unit += 1) if (root.next.has(lowerOf(unit))) mayBegin[unit] = 1;
  for (const unit of SIGNS_OF_UNITS) if (root.next.has(lowerOf(unit))) mayBegin[unit] = 1;
  return (text, visit) => {
    const { length } = text;
    for (let at = 0; at < length; ) {
      const unit = text.charCodeAt(at);
      if (mayBegin[unit] === 1) walk(root, text, at, visit);
      // To the end of the word that begins here, or past the one mark.
      let isInWord = true;
      for (; isInWord && at < length; at += 1) {
        const within = text.charCodeAt(at);
        const kind = KINDS[within] || kindAt(text, at);
        isInWord = ((isHalf(within) ? kindBefore(text, at + 1) : kind) & IN_WORD) !== 0;
      }
    }
  };
}

function walk(root: Node, text: string, start: number, visit: (index: number, pattern: number) => void): void {
  let node: Node | undefined = root;
  for (let at = start; node !== undefined; ) {
    for (const pattern of node.patterns) visit(start, pattern);
    if (node.next.size === 0) return;
    const unit = text.charCodeAt(at);
    const found: Node | undefined = node.next.get(lowerOf(unit));
    if (found !== undefined && unit !== SPACE) {
      node = found;
      at += 1;
      continue;
    }
    node = node.next.get(SPACE);
    const gap = node === undefined ? at : endOfGap(text, at);
    if (gap === at) return;
    at = gap;
  }
}

function put(root: Node, text: string, pattern: number): void {
  let node = root;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const next: Node = node.next.get(unit) ?? { next: new Map(), patterns: [] };
    node.next.set(unit, next);
    node = next;
  }
  if (!node.patterns.includes(pattern)) node.patterns.push(pattern);
}

const LONGEST_GAP = 12;

function endOfGap(text: string, from: number): number {
  let at = from;
  while (at < from + LONGEST_GAP && GAP.test(text.charAt(at))) at += 1;
  return at;
}

/** The small letter of a unit; `İ` has two, of which the first one counts. */
function lowerOf(unit: number): number {
  if (unit < 128) return unit >= 65 && unit <= 90 ? unit + 32 : unit;
  return String.fromCharCode(unit).toLowerCase().charCodeAt(0);
}

function isHalf(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdf_ff;
}
