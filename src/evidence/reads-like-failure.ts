/**
 * Ways to say that one has failed, in English, German and Romanian, in small letters without accents. All speak of the one who speaks or of
 * the task: "the server could not be reached" may be just what was to be found out.
 */
const FAILURES: readonly RegExp[] = [
  /\b(?:i|we)(?:'ve| have)? (?:could not|couldn't|cannot|can not|can't|did not manage|didn't manage|failed to|had no (?:access|way))\b/,
  /\b(?:i|we)(?:'m| am| was| were| are)(?: \w+)? (?:unable|not able) to\b/,
  /\b(?:i|we) (?:wasn't|weren't|aren't) able to\b/,
  /\b(?:i|we)(?:'ve| have) (?:not been|been un)able to\b/,
  /^(?:(?:unfortunately|sorry)\W+)?(?:could not|couldn't|cannot|can't|unable to|not able to|failed to)\b/,
  /\b(?:the|this|my) (?:task|work|request|stage|attempt) (?:has |have )?(?:failed|could not be|cannot be|can't be|couldn't be|was not|wasn't|is not)\b/,
  /\b(?:ich|wir) (?:konnte|konnten|kann|konnen|bin|war|sind|waren)\b.*\bnicht\b/,
  /^(?:leider\W+)?(?:konnte|konnten|kann)\b.*\bnicht\b/,
  /^leider\b.*\b(?:konnte|konnten|kann|konnen) (?:ich|wir)\b.*\bnicht\b/,
  /\b(?:mir|uns)\b.*\bnicht (?:gelungen|moglich)\b|\bnicht (?:gelungen|moglich)\b.*\b(?:mir|uns)\b|\bgelang (?:mir|uns)\b.*\bnicht\b/,
  /\bdie(?:se)? aufgabe\b.*\b(?:gescheitert|fehlgeschlagen|nicht (?:erledigt|gelost|abgeschlossen|moglich))\b/,
  /\b(?:nu am|n-am) (?:putut|reusit|izbutit)\b/,
  /^(?:din pacate\W+)?(?:eu )?nu (?:pot|putem|a fost posibil|s-a putut|mi-a fost posibil)\b/,
  /^(?:din pacate\W+)?imposibil (?:de|sa)\b/,
  /\b(?:sarcina|cererea) (?:nu a|n-a) (?:putut|fost|reusit)\b/,
];

/** What was looked for and is not there is a result: "I could not find any other caller". */
const RESULTS =
  /\b(?:find|see|spot|detect|identify) (?:any|no|another|other|further|more)\b|\breproduce\b.*\b(?:after|any ?more|any longer)\b|\b(?:weiteren?|keine anderen?)\b.*\bfinden\b|\b(?:gasi|gasit|identifica|identificat)\b.*\b(?:alt|alta|alte|alti)\b/;

/** A text that begins so is an error message and no result. */
const BEGINS = /^(?:error|fehler|eroare)\s*[:!]/;

const LONGEST_SHOWN = 80;

/** The place where a result says that the task has failed; what it quotes, and what stands in `shown`, is not its own word. */
export function failureSaid(text: string, shown: readonly string[]): string | undefined {
  const known = shown.map((one) => spaced(folded(one)));
  for (const own of ownTexts(text)) {
    const sentences = sentencesOf(own);
    for (const [index, sentence] of sentences.entries()) {
      const plain = spaced(folded(sentence)).replace(/^[-*#>\d.)\s]+/, "");
      const isFailure = (index === 0 && BEGINS.test(plain)) || (FAILURES.some((failure) => failure.test(plain)) && !RESULTS.test(plain));
      if (isFailure && !known.some((one) => one.includes(plain))) return shortened(sentence);
    }
  }
  return undefined;
}

/** The texts in which a model speaks for itself: those of a JSON answer, or the answer without what it quotes. */
function ownTexts(text: string): readonly string[] {
  const fenced = /^\s*```\w*\s*\n([\s\S]*?)\n```\s*$/.exec(text)?.[1] ?? text;
  try {
    const value: unknown = JSON.parse(fenced);
    return textsIn(value).map(withoutQuotes);
  } catch {
    // No JSON: a text.
    const own = withoutQuotes(text);
    // Who does nothing but quote says it.
    return [/[\p{L}\p{N}]/u.test(own) ? own : text.replaceAll(/["`“”„«»]/g, "")];
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function withoutQuotes(text: string): string {
  return text
    .replaceAll(/^ *(`{3,}|~{3,})[\s\S]*?^ *\1[^\S\n]*$/gm, " … ")
    .replaceAll(/^ *>.*$/gm, " … ")
    .replaceAll(/`[^`\n]+`|"[^"\n]+"|“[^“”\n]+”|„[^„”“\n]+[”“]|«[^«»\n]+»|(?<!\w)'[^'\n]+'(?!\w)|(?<!\w)‘[^’\n]+’(?!\w)/g, " … ");
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+|;\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

function folded(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
}

function spaced(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function shortened(sentence: string): string {
  const line = spaced(sentence);
  return line.length <= LONGEST_SHOWN ? line : `${line.slice(0, LONGEST_SHOWN - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
