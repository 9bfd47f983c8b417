/** Letters of Latin scripts and the marks that go with them, and no character that has a say in where sentences end but those below. */
const EVERYDAY = /^[\t\n\r -~\u00A0-\u00A9\u00AB\u00AC\u00AE-\u00B9\u00BB-\u017FȘșȚț‐-‟…\uFFFC]*$/;

/** One mark or more that end a sentence, what closes behind them, and the space after that. */
const ENDING = /[.!?…]+(["'”’»)\]]{0,4})([ \t\n\r\u00A0]*)/g;
/** What the next sentence may open with before its first letter. */
const OPENING = /["'“”„«‘’(]{0,2}/y;

const UPPER = /[\p{Lu}\uFFFC]/u;
const LOWER = /\p{Ll}/u;

/**
 * Where in a prose a sentence may begin after the first, by the same rules of Unicode (UAX 29) as the segmenter's; `undefined` where it
 * takes the segmenter to know. Sure are an end, a space and then a capital, code or a digit; a small letter, a comma or a dash after the end;
 * and a digit or letter right behind a full stop, as in numbers, versions and file names.
 */
export function plainBreaks(prose: string): readonly number[] | undefined {
  if (!EVERYDAY.test(prose)) return undefined;
  const breaks: number[] = [];
  for (const match of prose.matchAll(ENDING)) {
    const [whole, closing = "", space = ""] = match;
    const next = match.index + whole.length;
    if (next === prose.length) break;
    const mark = prose.charAt(next);
    if (LOWER.test(mark) || /[,:–—-]/.test(mark)) {
      // Behind what closes a small letter may follow without a space: too rare to be sure of.
      if (space === "" && closing !== "") return undefined;
      continue;
    }
    if (space === "") {
      const end = whole.charAt(whole.length - 1 - closing.length);
      if (closing !== "" || !isInsideWord(prose, match.index, end, mark, whole.length)) return undefined;
      continue;
    }
    if (/\d/.test(mark)) {
      if (space.length > 1 || closing.length > 1 || /[»\]]/.test(closing)) return undefined;
      breaks.push(next);
      continue;
    }
    OPENING.lastIndex = next;
    const opening = OPENING.exec(prose)?.[0].length ?? 0;
    const first = prose.charAt(next + opening);
    if (UPPER.test(first)) breaks.push(next);
    else if (opening === 0 || !LOWER.test(first)) return undefined;
  }
  return breaks;
}

/** `3.5`, `v1.2`, `U.S`: the end is a single full stop with a digit behind it, or a capital between letters. */
function isInsideWord(prose: string, index: number, end: string, mark: string, length: number): boolean {
  if (end !== "." && end !== "…") return false;
  if (/\d/.test(mark)) return true;
  return length === 1 && /\p{Lu}/u.test(mark) && /[\p{Lu}\p{Ll}]/u.test(prose.charAt(index - 1));
}
