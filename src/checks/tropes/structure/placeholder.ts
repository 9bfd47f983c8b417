import type { Hit, StructureRule } from "../trope.js";
import { inEach } from "../trope.js";

/** What a gap asks for, as its first word. */
const ASKS =
  /^(?:your|insert|add|enter|fill|describe|specify|include|replace|recipient|sender|company|customer|client|candidate)\b.{2,80}$/i;
/** What is missing, as its last word, in title case: "Company Name", "Date". */
const NAMES =
  /^(?:[A-Z][\p{L}']* ){0,4}(?:Name|Names|Date|Title|Company|Organi[sz]ation|Address|Email|Phone|Number|Link|URL|City|Position|Role|Department|Product|Project|Event|Location|Amount|Signature|Team|Brand|Topic|Recipient|Manager|Client|Customer|Year|Details|Example)$/u;

export const placeholder: StructureRule = {
  id: "tropes/placeholder",
  kind: "a gap that was left to be filled in",
  severity: "error",
  isWhole: true,
  why: "The text went out before the one thing that only its sender knew was put in.",
  fix: "Put in what belongs there, or take the sentence out",
  counts: "words in square brackets, no link, that open with `Your`, `Insert` or the like, or end in `Name`, `Date` and such in title case",
  examples: {
    bad: ["Dear [Your Name], the tests pass.", "We met on [insert date] in Cluj.", "Kind regards, [Company Name]"],
    good: [
      "The list [a, b, c] has three rows.",
      "He said that [the judge] was late.",
      "The [company name](https://example.org/name) is on the door.",
      "See the table [3] and the note [12].",
    ],
  },
  finder: inEach(({ number, block: { pieces }, markdown }) => {
    const hits: Hit[] = [];
    let at = 0;
    for (const { text, from, to } of pieces) {
      // The brackets are no prose where Markdown takes the words for a link without a target, and are where it does not.
      if (markdown[from - 1] === "[" && markdown[to] === "]" && !"([:".includes(markdown[to + 1] ?? " ") && isGap(text)) {
        hits.push({ block: number, from: at, to: at + text.length });
      }
      for (const { index, 0: whole, 1: words = "" } of text.matchAll(/\[([^[\]\n]{2,90})\]/g)) {
        if (isGap(words)) hits.push({ block: number, from: at + index, to: at + index + whole.length });
      }
      at += text.length;
    }
    return hits;
  }),
};

function isGap(words: string): boolean {
  return ASKS.test(words) || NAMES.test(words);
}
