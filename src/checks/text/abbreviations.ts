import { KIND, kindAt } from "./letters.js";

const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/**
 * Abbreviations of English, Romanian and German with which a sentence as good as never ends. Here and below they stand without their
 * last point and without spaces (`z. B.` is `z.b`), and in lower case, since any case is matched.
 */
const IN_THE_MIDDLE = listed(`
  e.g i.e cf viz vs approx resp incl excl
  mr mrs ms messrs dr prof
  adică aprox cca dl dna d-na d-l dnul dșoara univ ing bd str jud
  z.b d.h u.a u.u i.d.r i.d.s z.t o.ä s.o s.u v.a bzw bspw ca evtl ggf vgl inkl exkl zzgl sog mio mrd hrn hr v.chr n.chr
`);

/** Titles that are words of some language when in lower case. */
const TITLES = new Set("Capt Col Fr Gen Gov Hon Lt Mt Pres Rep Rev Sen Sf Sgt Sr St".split(" "));

/** These go on only where a number follows: "art. 5", but "this is art. We". */
const NUMBER_FOLLOWS = listed(`
  no nos nr num vol ch chap sec fig figs eq eqs p pp ver v para
  art alin lit pct pag cap tab anexa sc ap et bl km
  abb abs bd kap s anm aufl § jan feb mar apr jun jul aug sep sept oct okt nov dec dez
`);

/** A sentence may end with these; it goes on unless the next word is one that opens sentences. */
const NAME_MAY_FOLLOW = listed("u.s u.k u.n e.u inc ltd co corp jr");

const MONTHS = listed("januar februar märz april mai juni juli august september oktober november dezember jänner");

const OPENERS = listed(`
  a an and as at but by each every for he her his how i if in it its my no not now on one or our she so some that the their then there these
  they this those to we what when where which who why with yes you your
  acest această acum apoi atunci ca când ce cine cum cu dacă dar de după ea ei el este eu iar in în la nu noi o pe pentru și sunt toate un
  aber als am auch da danach dann das der des die dies diese ein eine er es für im ist man mit nach sie so und von was wenn wer wie wir zu
`);

/** What an abbreviation of more than one letter ends with: a word that is none of these is no abbreviation's end, and most are not. */
const LAST_WORDS = new Set(
  [...IN_THE_MIDDLE, ...TITLES, ...NUMBER_FOLLOWS, ...NAME_MAY_FOLLOW, "ex"].map((word) => /[^.-]*$/.exec(word.toLowerCase())?.[0] ?? ""),
);
const LONGEST_LAST_WORD = Math.max(...[...LAST_WORDS].map((word) => word.length));
const LAST_WORD = /\p{L}{2,24}(?=\.$)/u;

/** Whether a word before a full stop, all of it letters, leaves no doubt: it is no abbreviation's end, and the sentence is over. */
export function endsSentence(word: string): boolean {
  return /^\p{L}{2,24}$/u.test(word) && !LAST_WORDS.has(word.toLowerCase());
}

/** The same of the letters that stand between `from` and the full stop at `stop`: a few looks at most ends of sentences in place of patterns. */
export function endsPlainly(prose: string, from: number, stop: number): boolean {
  let start = stop;
  while (start > from && stop - start <= LONGEST_LAST_WORD && (kindAt(prose, start - 1) & KIND.letter) !== 0) start -= 1;
  const letters = stop - start;
  return letters > LONGEST_LAST_WORD || (letters > 1 && !LAST_WORDS.has(prose.slice(start, stop).toLowerCase()));
}

/** Whether a sentence whose part so far ends in "." goes on with `after`. Looks at the ends of the two only. */
export function goesOn(before: string, after: string): boolean {
  const end = before.slice(-32).trimEnd();
  const last = LAST_WORD.exec(end)?.[0];
  if (last !== undefined && !LAST_WORDS.has(last.toLowerCase())) return false;
  const next = /^[\s"'“”„«‘’(]{0,8}(\p{N}{1,4}|[\p{L}\p{M}]{1,24})/u.exec(after.slice(0, 40))?.[1] ?? "";
  const isNumber = /^\p{N}/u.test(next);
  const ordinal = /(?:^|[^\p{L}\p{N}.,])\p{N}{1,2}\.$/u.test(end);
  // "am 3. Oktober", "3. 10. 2026", and a part that is nothing but the number of an item.
  if (ordinal && (isNumber || MONTHS.has(next.toLowerCase()) || /^\P{L}*$/u.test(before.slice(-200)))) return true;
  if (/(?:^|\s)de ex\.$/iu.test(end)) return true;
  const dotted = /(?:^|[^\p{L}\p{M}.§-])((?:[\p{L}\p{M}]{1,4}\.\s?){0,3}(?:[\p{L}\p{M}]-)?[\p{L}\p{M}§]{1,8})\.$/u.exec(end)?.[1];
  if (dotted === undefined) return false;
  const whole = dotted.replace(/\s/g, "");
  const lastPart = whole.slice(whole.lastIndexOf(".") + 1);
  // "z. B." comes in two parts.
  const half = /^\s?(\p{L}{1,2})\./u.exec(after)?.[1]?.toLowerCase();
  return [whole, lastPart].some((word) => {
    const key = word.toLowerCase();
    if (IN_THE_MIDDLE.has(key) || IN_THE_MIDDLE.has(`${key}.${half}`) || TITLES.has(word)) return true;
    if (NUMBER_FOLLOWS.has(key)) return isNumber || /^[IVXLC]{1,6}$/.test(next);
    const isInitial = /^\p{Lu}$/u.test(word) && word !== "I";
    return (isInitial || NAME_MAY_FOLLOW.has(key)) && next !== "" && !isNumber && !OPENERS.has(next.toLowerCase());
  });
}
