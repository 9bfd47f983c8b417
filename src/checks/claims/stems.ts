import { KIND, kindAt, lengthAt } from "../text/letters.js";
import { actOf, plainLetters } from "./acts.js";
import { figureOf, figuresIn } from "./figures.js";

/** Words that say nothing of what a sentence is about: small words, words of time and degree, and who did it. */
const EMPTY: ReadonlySet<string> = new Set(
  `a about above across after again against ago all almost along already also although always am an and another any anything are around as at away back
  be became because been before behind being below best better between both but by came can come could day days deep deeply did different do does doing done
  down during each early eventually either else enough even ever every everything extensive extensively few final finally first for from full fully
  further gave get getting give given go goes going good got had half hard has have having he her here him his how however hundred i if in indeed initial
  initially instead into is it its itself just keep kept kind last late later least less let like little long look made main make makes making many may me
  might mine more most much must my near nearly need needed never new next no none nor not nothing now of off often on once one only onto or
  other others otherwise our ourselves out over own part past per perhaps quick quickly quite rather really right same second several shall she should side
  simple simply since slow slowly small so some something soon sort still such take taken team than that the their them themselves then there these
  they thing things third this those though through throughout thus time times to together too took toward towards turn turned under
  until up upon us use used uses using various very via want was way we well went were what when where whether which while who whole whose why
  will with within without work worked working works would yet you your author authors developer developers engineer engineers careful
  carefully thorough thoroughly repeated repeatedly countless multiple numerous series round rounds batch result results clear clearly
  including included herself himself group committee board members spent
  yesterday today ve morning afternoon evening night hour minute monday tuesday wednesday thursday friday saturday sunday weekend week month year
  approach idea matter question case way beside among within alone anyway
  percent milligram milligrams gram grams kilogram litre litres liter metre metres meter centimetre centimetres kilometre kilometres degree degrees euro euros
  dollar dollars second seconds ms kb mb gb mg kg km cm mm
  în de la cu pe un o am au ca că ce din este fi fost mai nu pentru prin sau se sunt unei unui după care noi toate cele cel cea să și a s
  der die das den dem des ein eine einen einer einem und in im auf von zu zum zur mit für ist sind war wir uns ich haben habe hat wurde wurden sich gegen bei
  unseren unsere bewusst jetzt auch nicht es so wie als dass aus nach`.split(/\s+/),
);

/** Words that are one for this purpose, each line by its first. */
const SAME: ReadonlyMap<string, string> = new Map(
  [
    "bug defect fault error",
    "average mean",
    "hold held",
    "sell sold",
    "sing sang sung",
    "pay paid",
    "lose lost",
    "know knew known",
    "grow grew grown",
    "fall fell fallen",
    "rise rose risen",
    "draw drew drawn",
    "drive drove driven",
    "break broke broken",
    "wear wore worn",
    "lead led",
    "leave left",
    "meet met meeting",
    "stand stood",
    "send sent",
    "bring brought",
    "begin began begun start",
    "end finish",
    "customer client buyer",
    "user reader visitor",
    "documentation docs doc manual",
    "picture image photo photograph",
    "phone telephone mobile handset smartphone",
    "repository repo",
    "rewrite anew rewritten",
    "folder directory",
    "certificate cert",
    "database db",
    "price cost fee",
    "computer laptop machine",
    "quarter quarterly",
    "mail email letter",
    "colour color",
    "memory ram heap",
  ].flatMap((line) => {
    const [kept = "", ...others] = line.split(" ");
    return [kept, ...others].map((word) => [stem(word), stem(kept)] as const);
  }),
);

/** What a clause or fact is about: words by their stems, the acts that it names, and its figures. */
export interface Gist {
  readonly stems: ReadonlySet<string>;
  readonly acts: ReadonlySet<string>;
  readonly figures: ReadonlySet<string>;
  /** Those of the stems that are of names, by their capitals. */
  readonly names: ReadonlySet<string>;
}

export function gistOf(text: string): Gist {
  const gist = { stems: new Set<string>(), acts: new Set<string>(), figures: new Set(figuresIn(text)), names: new Set<string>() };
  const words = wordsIn(text);
  let alone: Kept | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const kept = knownWord(words[index] ?? "");
    if (kept.figure !== undefined) gist.figures.add(kept.figure);
    else if (kept.act !== undefined) gist.acts.add(kept.act);
    else if (kept.stem !== undefined) gist.stems.add(kept.stem);
    // The capital of the first word says nothing, save before another.
    if (kept.stem !== undefined && kept.hasCapital && index > 0) {
      gist.names.add(kept.stem);
      if (index === 1 && alone?.stem !== undefined && alone.hasCapital) gist.names.add(alone.stem);
    }
    if (index === 0) alone = kept;
  }
  return gist;
}

const OF_NAME = KIND.letter | KIND.mark;
const [SHORTEST, LONGEST] = [2, 40];

/** The words of two letters and more; `fooBar` is two. By hand: every clause of a text is cut, and patterns of properties are slow. */
function wordsIn(text: string): readonly string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    const from = at;
    let letters = 0;
    for (let before = 0; letters < LONGEST; letters += 1) {
      const kind = kindAt(text, at);
      if ((kind & OF_NAME) === 0 || ((before & KIND.lower) !== 0 && (kind & KIND.upper) !== 0)) break;
      before = kind;
      at += lengthAt(text, at);
    }
    if (letters === 0) at += 1;
    else if (letters >= SHORTEST) words.push(text.slice(from, at));
  }
  return words;
}

interface Kept {
  readonly figure?: string | undefined;
  readonly act?: string | undefined;
  readonly stem?: string | undefined;
  readonly hasCapital: boolean;
}

const MOST_KNOWN = 20_000;
const known = new Map<string, Kept>();

/** Of each word found out once, as far as there is room. */
function knownWord(word: string): Kept {
  const found = known.get(word);
  if (found !== undefined) return found;
  const kept = keptOf(word);
  if (known.size < MOST_KNOWN) known.set(word, kept);
  return kept;
}

function keptOf(word: string): Kept {
  const lower = word.toLowerCase();
  const hasCapital = /^\p{Lu}\p{Ll}/u.test(word);
  const figure = figureOf(word);
  if (figure !== undefined) return { figure, hasCapital };
  const bare = plainLetters(lower);
  if (EMPTY.has(lower) || EMPTY.has(bare)) return { hasCapital };
  const act = actOf(lower);
  if (act) return { act: act.name, hasCapital };
  const plain = stem(bare);
  return { stem: SAME.get(plain) ?? plain, hasCapital };
}

/** Lightly: the endings of plurals, of the past and of the going on, a doubled letter before them, and the articles of Romanian. */
export function stem(word: string): string {
  const plain = word.replace(/['’]s?$/, "");
  if (plain.length <= 4) return plain.replace(/(?<=\p{L}{3})[se]$/u, "");
  return plain
    .replace(/(?:ies|ied)$/, "y")
    .replace(/(?<=\p{L}{3})(?:ingly|edly|ing|ed|er|ers|es|ly|s|ation|ations|ment|ments|ness)$/u, "")
    .replace(/([bdgklmnprt])\1$/, "$1")
    .replace(/(?<=\p{L}{4})(?:ului|ilor|elor|lor|ul|ele|ile|le)$/u, "")
    .replace(/(?<=\p{L}{3})[aei]$/u, "")
    .replace(/([aou])e/g, "$1");
}
