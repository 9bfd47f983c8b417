import { z } from "zod";
import { countWords, grounded } from "../../src/checks/index.js";
import { type AnyStage, type Check, type Finding, StagewrightError } from "../../src/dsl/index.js";
import { Correction } from "../day/sources.js";

/** What to do from now on, and the words of the correction that say so. */
export const Phrase = z.object({ lesson: z.string().regex(/\S/), quote: z.string().regex(/\S/) });
export type Phrase = z.output<typeof Phrase>;

const WITHOUT_A_MODEL = /composed without a language model/;
const MOST_WORDS = 40;
const MOST_CHARS = 300;

/** The person's own words, where no model has anything better. */
export function phraseOf({ words }: Correction): Phrase {
  const line = words
    .split(/\r?\n/)
    .filter((one) => !/^\s*>/.test(one))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const letters = [...line];
  return {
    lesson:
      letters.length <= MOST_CHARS
        ? line
        : `${letters
            .slice(0, MOST_CHARS - 1)
            .join("")
            .trimEnd()}…`,
    quote: words.trim(),
  };
}

/** @throws StagewrightError `self-improvement/form` where an answer is no phrase. */
export function phraseFrom(answer: string, correction: Correction): Phrase {
  if (WITHOUT_A_MODEL.test(answer)) return phraseOf(correction);
  const [, fenced] = /```(?:json)?\s*\n([\s\S]*?)\n```/.exec(answer) ?? [];
  const read = Phrase.safeParse(jsonIn(fenced ?? answer));
  if (read.success) return { lesson: read.data.lesson.replaceAll(/\s+/g, " ").trim(), quote: read.data.quote.trim() };
  throw new StagewrightError("self-improvement/form", "the answer is no lesson with its quotation", {
    hint: 'say {"lesson": "…", "quote": "…"}, and nothing else',
  });
}

/** The quotation stands in the correction, and the lesson rests on it: one sentence with nothing in it that was not said. */
export function restsOn<const Name extends string>(stage: AnyStage<Name>): Check<Phrase, Name> {
  return { rule: RULE, given: { correction: stage }, run: (phrase, given) => faultsOf(phrase, Correction.parse(given.correction)) };
}

const RULE = "self-improvement/rests";

function faultsOf({ lesson, quote }: Phrase, correction: Correction): readonly Finding[] {
  const own = phraseOf(correction);
  if (lesson === own.lesson && quote === own.quote) return [];
  const fault = (message: string): Finding => ({ rule: RULE, severity: "error", message });
  const shared = [...tellingIn(lesson)].some((word) => tellingIn(quote).has(word));
  return [
    ...(flat(correction.words).includes(flat(quote)) ? [] : [fault(`"${quote}" does not stand in the correction: copy its words`)]),
    ...(shared ? [] : [fault("the lesson has no word in common with what it quotes: say what the correction says")]),
    ...(countWords(lesson) <= MOST_WORDS ? [] : [fault(`the lesson has ${countWords(lesson)} words, at most ${MOST_WORDS} are wanted`)]),
    ...(/[.!?]\s+\p{Lu}/u.test(lesson) ? [fault("the lesson is more than one sentence")] : []),
    ...grounded({ correction: correction.words, answered: correction.answered.body, from: correction.answered.from }).run(lesson, {}),
  ];
}

function flat(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** The beginnings of the longer words: enough to know one in another form. */
function tellingIn(text: string): ReadonlySet<string> {
  return new Set((flat(text).match(/[\p{L}\p{N}]{4,}/gu) ?? []).map((word) => word.slice(0, 5)));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
