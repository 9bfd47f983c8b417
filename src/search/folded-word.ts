/**
 * Letters that no normal form takes apart, and what people type for them. `unicode61`, the tokenizer of SQLite, leaves all of these as they are.
 */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ȷ: "j",
  ŋ: "n",
  ƒ: "f",
  ƀ: "b",
  ƶ: "z",
  ɨ: "i",
  ʉ: "u",
  ς: "σ",
  ё: "е",
  // Persian and Arabic keyboards have these two apart.
  ک: "ك",
  ی: "ي",
  // It only makes a word longer.
  ـ: "",
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN_LETTERS).join("")}]`, "gu");
/** Accents, and points that a writer of Hebrew, Arabic or Syriac may leave out. Vowels of Indic and Thai words are no accents and stay. */
const MARKS =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a]/g;
/** Letters of their own in Cyrillic, which would lose their mark: й is no и, and ї no і. */
const CYRILLIC = /[\u0400-\u045f\u0490-\u04ff]/;
const UNSEEN = /\p{Cf}/gu;
const PIECES = /[^\u0400-\u045f\u0490-\u04ff]+|[\u0400-\u045f\u0490-\u04ff]+/g;

/**
 * A word as it is searched for: in small letters, without accents, in the form that full-wide, ligature and superscript letters stand for. The same
 * for cedilla and comma, composed and decomposed.
 */
export function foldedWord(word: string): string {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const folded = fold(word);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  if (word.length <= LONGEST_REMEMBERED) remembered.set(word, folded);
  return folded;
}

/** Texts use the same words over and over, and folding one takes ten times as long as finding it here. */
const remembered = new Map<string, string>();
const MOST_REMEMBERED = 50_000;
const LONGEST_REMEMBERED = 40;

function fold(word: string): string {
  const small = word.replace(UNSEEN, "").normalize("NFC").toLowerCase();
  const stripped = CYRILLIC.test(small)
    ? small.replace(PIECES, (piece) => (CYRILLIC.test(piece) ? piece : unmarked(piece)))
    : unmarked(small);
  return stripped.replace(SPECIAL, (letter) => PLAIN_LETTERS[letter] ?? letter).normalize("NFC");
}

function unmarked(word: string): string {
  // What a compatibility form takes apart may be in capitals: the sign of the trade mark is TM.
  return word.normalize("NFKD").replace(MARKS, "").toLowerCase().normalize("NFC");
}
