import { z } from "zod";
import { countWords } from "../../src/checks/index.js";
import { isStagewrightError } from "../../src/dsl/index.js";

/** What code has found out, in sentences: all that a text of the day may speak of. */
export const Told = z.object({
  title: z.string(),
  /** What is said where there is nothing to say. */
  nothing: z.string(),
  sections: z.array(z.object({ name: z.string(), lines: z.array(z.string()) })),
});
export type Told = z.output<typeof Told>;

export function isNothing({ sections }: Told): boolean {
  return sections.every(({ lines }) => lines.length === 0);
}

/**
 * The facts as a plain text of at most so many words. What does not fit is counted in the last line, which is within them,
 * too; only the very first line stands there however long it is.
 */
export function textOf(told: Told, maxWords: number): string {
  if (isNothing(told)) return told.nothing;
  let left = maxWords - countWords(told.title) - countWords(restText(1_000));
  let isFirst = true;
  let isFull = false;
  let rest = 0;
  const blocks = told.sections.flatMap(({ name, lines }) => {
    left -= countWords(name);
    const shown = lines.filter((line) => {
      left -= countWords(line);
      isFull ||= left < 0 && !isFirst;
      isFirst = false;
      if (isFull) rest += 1;
      return !isFull;
    });
    return shown.length === 0 ? [] : [[`${name}:`, ...shown.map((line) => `- ${line}`)].join("\n")];
  });
  return [told.title, ...blocks, ...(rest === 0 ? [] : [restText(rest)])].join("\n\n");
}

function restText(count: number): string {
  return `And ${counted(count, "more thing")} for which there was no room.`;
}

/** Somebody else's words as one line in quotation marks, cut where they are long. */
export function quoted(text: string, most = 120): string {
  const line = text.replaceAll(/\s+/g, " ").replaceAll('"', "'").trim();
  const letters = [...line];
  return `"${
    letters.length <= most
      ? line
      : `${letters
          .slice(0, most - 1)
          .join("")
          .trimEnd()}…`
  }"`;
}

/** `3 runs`, `1 run`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What was read, or the sentence that says why it could not be: a source that is down is told, never left out. */
export async function tried<T>(what: string, reading: Promise<T>, instead: T): Promise<{ readonly value: T; readonly unread: string[] }> {
  try {
    return { value: await reading, unread: [] };
  } catch (error) {
    // What is wrong with the run itself is no trouble of the source.
    if (isStagewrightError(error) && /^(?:run|journal|store|blob)\//.test(error.code)) throw error;
    const because = error instanceof Error ? error.message.replaceAll(/\s+/g, " ") : String(error);
    return { value: instead, unread: [`${what} could not be read: ${because}`] };
  }
}
