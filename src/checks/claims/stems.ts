import { actOf } from "./acts.js";

/** Words that say nothing of what a sentence is about: small words, words of time and degree, and who did it. */
const EMPTY: ReadonlySet<string> = new Set(
  `a about above across after again against ago all almost along already also although always am an and another any anything are around as at away back
  be became because been before behind being below best better between both but by came can come could day days deep deeply did different do does doing done
  down during each early eventually either else enough even ever every everything extensive extensively few final finally first for four from full fully
  further gave get getting give given go goes going good got had half hard has have having he her here him his how however hundred i if in indeed initial
  initially instead into is it its itself just keep kept kind last late later least less let like little long look made main make makes making many may me
  might mine month months more most much must my near nearly need needed never new next no none nor not nothing now of off often on once one only onto or
  other others otherwise our ourselves out over own part past per perhaps quick quickly quite rather really right same second several shall she should side
  simple simply since six slow slowly small so some something soon sort still such take taken team ten than that the their them themselves then there these
  they thing things third this those though three through throughout thus time times to today together too took toward towards turn turned twice two under
  until up upon us use used uses using various very via want was way we week weeks well went were what when where whether which while who whole whose why
  will with within without work worked working works would year years yesterday yet you your author authors developer developers engineer engineers careful
  carefully thorough thoroughly repeated repeatedly countless multiple numerous series round rounds batch hours hour minutes minute result results clear clearly
  five seven eight nine morning afternoon evening night including included
  și în de la cu pe un o am au ca că ce din este fi fost mai nu pentru prin sau se sunt unei unui după care noi`.split(/\s+/),
);

/** What a sentence or fact is about, by stem, and the acts that it names. */
export interface Gist {
  readonly stems: ReadonlySet<string>;
  readonly acts: ReadonlySet<string>;
}

export function gistOf(text: string): Gist {
  const stems = new Set<string>();
  const acts = new Set<string>();
  const words =
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{M}]{2,40}/gu) ?? [];
  for (const word of words) {
    if (EMPTY.has(word)) continue;
    const act = actOf(word);
    if (act) acts.add(act.name);
    else stems.add(stem(word));
  }
  return { stems, acts };
}

/** Lightly: the endings of plurals, of the past and of the going on, and a doubled letter before them. */
export function stem(word: string): string {
  const plain = word.replace(/['’]s?$/, "");
  if (plain.length <= 4) return plain.replace(/(?<=\p{L}{3})s$/u, "");
  return plain
    .replace(/(?:ies|ied)$/, "y")
    .replace(/(?<=\p{L}{3})(?:ingly|edly|ing|ed|er|ers|es|ly|s|ation|ations|ment|ments|ness)$/u, "")
    .replace(/([bdgklmnprt])\1$/, "$1")
    .replace(/(?<=\p{L}{3})e$/u, "");
}
