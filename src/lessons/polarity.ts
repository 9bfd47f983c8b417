import { wordsOf } from "./words.js";

/** Words that turn a sentence round, in English, German and Romanian. */
const NEGATIONS: ReadonlySet<string> = new Set(
  `not never no none don't dont doesn't isn't aren't can't cannot mustn't shouldn't avoid without stop
   nicht nie niemals kein keine keinen keinem keiner keines ohne vermeide vermeiden
   nu niciodată niciodata fără fara evită evita evitați`.split(/\s+/),
);
/** Words that can stand beside either and say nothing more. */
const FILLERS: ReadonlySet<string> = new Set("always do does must should please immer bitte mereu trebuie să sa".split(" "));
/** One word left says too little to call two lessons opposites. */
const LEAST_WORDS = 2;

/** What a lesson speaks of, with its "not" taken out. Two of one subject and different polarity say the opposite. */
export interface Polarity {
  readonly subject: string;
  readonly isNegated: boolean;
}

/**
 * `undefined` where too little is left to compare. This finds "Use short titles." against "Never use short titles."; it
 * does not understand what two sentences mean, so opposites in other words must be named by `contradicts`.
 */
export function polarityOf(text: string): Polarity | undefined {
  let negations = 0;
  const rest: string[] = [];
  for (const word of wordsOf(text)) {
    if (NEGATIONS.has(word)) negations += 1;
    else if (!FILLERS.has(word)) rest.push(word);
  }
  if (rest.length < LEAST_WORDS) return undefined;
  return { subject: rest.join(" "), isNegated: negations % 2 === 1 };
}
