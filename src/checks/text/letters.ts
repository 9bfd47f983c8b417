/** What a UTF-16 unit is, as bits. */
export const KIND = { known: 1, letter: 2, upper: 4, lower: 8, number: 16, mark: 32 } as const;

/** A letter, a mark on one, or a number: what words are made of. */
export const OF_WORD = KIND.letter | KIND.number | KIND.mark;

/** Found out once for each unit, and 0 until then: a test by property is slow, and there are 65,536 at most. */
export const KINDS = new Uint8Array(0x1_00_00);
for (let unit = 0; unit < 0x2_50; unit += 1) KINDS[unit] = found(String.fromCharCode(unit));

function found(text: string): number {
  let kind: number = KIND.known;
  if (/\p{L}/u.test(text)) kind |= KIND.letter;
  if (/\p{Lu}/u.test(text)) kind |= KIND.upper;
  if (/\p{Ll}/u.test(text)) kind |= KIND.lower;
  if (/\p{N}/u.test(text)) kind |= KIND.number;
  if (/\p{M}/u.test(text)) kind |= KIND.mark;
  return kind;
}

/** The kind of the unit at `index`, a pair's for its first half and none for its second; 0 outside the text. */
export function kindAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  const kind = KINDS[unit];
  if (kind === undefined) return 0;
  if (kind !== 0) return kind;
  if (isFirstHalf(unit) || isSecondHalf(unit)) return kindOfPair(text, index);
  const made = found(text.charAt(index));
  KINDS[unit] = made;
  return made;
}

function kindOfPair(text: string, index: number): number {
  const point = text.codePointAt(index) ?? 0;
  return point > 0xff_ff ? found(String.fromCodePoint(point)) : KIND.known;
}

/** The kind of what ends before `index`. */
export function kindBefore(text: string, index: number): number {
  return index <= 0 ? 0 : kindAt(text, index - lengthBefore(text, index));
}

/** How many units what ends before `index` is of: 2 for a pair. */
export function lengthBefore(text: string, index: number): 1 | 2 {
  return isSecondHalf(text.charCodeAt(index - 1)) && isFirstHalf(text.charCodeAt(index - 2)) ? 2 : 1;
}

/** How many units what stands at `index` is of: 2 for a pair. */
export function lengthAt(text: string, index: number): 1 | 2 {
  return isFirstHalf(text.charCodeAt(index)) && isSecondHalf(text.charCodeAt(index + 1)) ? 2 : 1;
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff;
}

function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc_00 && unit <= 0xdf_ff;
}

/** Where the run of letters, marks and numbers that begins at `from` ends; `from` where none does. */
export function endOfRun(text: string, from: number): number {
  let at = from;
  while ((kindAt(text, at) & OF_WORD) !== 0) at += isFirstHalf(text.charCodeAt(at)) ? 2 : 1;
  return at;
}
