/** Said at the end of every text of the embedded writer, so that nobody takes it for a model's. */
const SIGNATURE = "*This post was composed without a language model.*";

export interface PageSection {
  /** No heading where there is no name. */
  readonly name?: string;
  readonly blocks: readonly string[];
}

/** A text in Markdown: title, sections, and who wrote it. */
export function page(title: string, sections: readonly PageSection[]): string {
  const parts = sections.flatMap(({ name, blocks }) => [...(name === undefined ? [] : [`## ${name}`]), ...blocks]);
  return `${[`# ${title}`, ...parts, SIGNATURE].join("\n\n")}\n`;
}

/** Under the 1,000 words that a text may have, by a strict way of counting. */
const MOST_WORDS = 900;

/** The first of the texts, each told with less than the one before, that is short enough; the last one where none is. */
export function shortEnough(told: readonly number[], compose: (told: number) => string): string {
  let text = "";
  for (const some of told) {
    text = compose(some);
    if (wordsIn(text) <= MOST_WORDS) return text;
  }
  return text;
}

/** Counts whatever is set off by spaces or punctuation as a word, in code and quotations too. */
function wordsIn(text: string): number {
  const byLetters = text.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0;
  const bySpaces = text.match(/\S+/g)?.length ?? 0;
  return Math.max(byLetters, bySpaces);
}
