const MARKED = /[ăâîșț]/;
const EACH_MARKED = /[ăâîșț]/g;
const PLAIN: Readonly<Record<string, string>> = { ă: "a", â: "a", î: "i", ș: "s", ț: "t" };

/** Of a Romanian text a quarter of the words has a mark; names by themselves make fewer than this many in a hundred. */
const MARKED_IN_HUNDRED = 5;

/**
 * Whether a text is written without the letters that only a Romanian keyboard has, as in "in concluzie" and "un pas esential". `words` are
 * its words in lower case, each once. Where it has them, a word without is another word: "lasă" is not "lăsa".
 */
export function isWithoutRomanianMarks(words: readonly string[]): boolean {
  const marked = words.filter((word) => MARKED.test(word)).length;
  return marked * 100 < words.length * MARKED_IN_HUNDRED;
}

/** A word without its Romanian marks; nothing where it has none. */
export function withoutRomanianMarks(word: string): string | undefined {
  return MARKED.test(word) ? word.replace(EACH_MARKED, (letter) => PLAIN[letter] ?? letter) : undefined;
}
