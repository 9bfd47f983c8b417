import type { Hit, StructureRule } from "../trope.js";
import { inEach } from "../trope.js";

/** What a gap asks for, as its first word, in English, Romanian or German. */
const ASKS =
  /^(?:your|insert|add|enter|fill|describe|specify|include|replace|recipient|sender|company|customer|client|candidate|introduce(?:ți|ţi)?|inserați|completați|adăugați|menționați|precizați|numele|ihre?n?|ihrem|ihres|hier|bitte)\b.{2,80}$/i;
/** What is missing, as its last word, in title case: "Company Name", "Date". */
const NAMES =
  /^(?:[A-Z][\p{L}']* ){0,4}(?:Name|Names|Date|Title|Company|Organi[sz]ation|Address|Email|Phone|Number|Link|URL|City|Position|Role|Department|Product|Project|Event|Location|Amount|Signature|Team|Brand|Topic|Recipient|Manager|Client|Customer|Year|Details|Example|Jurisdiction|Nume|Prenume|Data|Adresa|Telefon|Funcția|Compania|Localitatea|Suma|Datum|Firma|Ort|Anschrift|Telefonnummer|Betrag|Unterschrift)$/u;
/** What is still to be done about it: "de completat", "wird ergänzt", "Name einfügen". */
const STILL_TO_DO =
  /^(?:to ?do|tbd|tba|tk|fixme)\b|^(?:.{2,60} )?(?:de (?:completat|adăugat|scris|precizat|confirmat|stabilit|verificat)|(?:se va|urmează a fi|va fi) complet(?:a|ată?)|to be (?:added|completed|confirmed|filled in|written|determined|inserted)|einfügen|einsetzen|eintragen|ergänzen|nachtragen|ausfüllen|wird (?:noch )?(?:ergänzt|nachgereicht|nachgetragen)|folgt noch)(?: .{2,40})?$/iu;
/** A sentence that says so in the open: "TODO: write the section on limits". */
const IN_THE_OPEN = /(?:^|[.!?\n])[*_\s]{0,3}((?:TODO|FIXME|TBD)(?::|\s[—–-])\s\S[^\n.!?]{0,120})/;
/** What printers fill a page with. */
const FILLER = "orem ipsum dolor";

export const placeholder: StructureRule = {
  id: "tropes/placeholder",
  kind: "a gap that was left to be filled in",
  severity: "error",
  isWhole: true,
  why: "The text went out before the one thing that only its sender knew was put in.",
  fix: "Put in what belongs there, or take the sentence out",
  counts:
    "words in square brackets, no link, that open with `Your`, `Insert` or the like, end in `Name`, `Date` and such in title case, or say that something is to be completed; a sentence that opens with `TODO:`, save in a list; `lorem ipsum dolor`",
  examples: {
    bad: [
      "Dear [Your Name], the tests pass.",
      "We met on [insert date] in Cluj.",
      "Kind regards, [Company Name]",
      "Durata importului: [de completat].",
      "Mit freundlichen Grüßen\n[Ihr Name]",
      "TODO: de scris partea despre prețuri",
    ],
    good: [
      "The list [a, b, c] has three rows.",
      "He said that [the judge] was late.",
      "The [company name](https://example.org/name) is on the door.",
      "See the table [3] and the note [12].",
      "- TODO: support Windows\n",
      "He wrote TODO on the lid and went home.",
      "Er sagte, [die Richterin] sei krank.",
      "A spus că [judecătoarea] a lipsit.",
    ],
  },
  finder: inEach(({ number, kind, block: { pieces, prose }, markdown }) => {
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
    const open = kind === "listItem" || !/TODO|FIXME|TBD/.test(prose) ? undefined : IN_THE_OPEN.exec(prose)?.[1]?.trimEnd();
    if (open !== undefined) hits.push({ block: number, from: prose.indexOf(open), to: prose.indexOf(open) + open.length });
    const filler = prose.indexOf(FILLER);
    if (filler >= 0) hits.push({ block: number, from: Math.max(0, filler - 1), to: filler + FILLER.length });
    return hits;
  }),
};

function isGap(words: string): boolean {
  return ASKS.test(words) || NAMES.test(words) || STILL_TO_DO.test(words);
}
