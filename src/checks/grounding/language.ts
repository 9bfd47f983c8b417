import { EACH_UNSEEN } from "../text/invisible.js";

export type Language = "en" | "ro" | "de";

const ROMANIAN = /(?<![\p{L}])(?:și|şi|în|este|sunt|pentru|din|care|pe|cu|nu|la|mai|au|fost|că)(?![\p{L}])/gu;
const GERMAN = /(?<![\p{L}])(?:der|die|das|und|ist|nicht|ein|eine|mit|auf|für|wird|wurde|den|dem|zu)(?![\p{L}])/gu;
const ENGLISH = /(?<![\p{L}])(?:the|and|of|is|was|are|with|for|that|to|in|it|on|by)(?![\p{L}])/gu;

/** The language of a text by its small words: as good as needed to know which words are numbers and which are names. */
export function languageOf(text: string): Language {
  // The beginning tells; a long text need not be read twice for it.
  const sample = text.slice(0, 20_000).normalize("NFC").replace(EACH_UNSEEN, "").toLowerCase();
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  const [english, romanian, german] = [count(ENGLISH), count(ROMANIAN), count(GERMAN)];
  if (romanian > english && romanian >= german) return "ro";
  return german > english ? "de" : "en";
}
