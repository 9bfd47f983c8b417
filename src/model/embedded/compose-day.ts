import { capital, counted, dayInWords } from "./counting.js";
import type { Day } from "./day.js";
import { sectionsFor } from "./outline.js";
import { page, shortEnough } from "./page.js";
import { inlineCode } from "./quoting.js";

/** How many commits are told one by one: the most that the words allow. */
const TOLD = [12, 9, 6, 4, 3, 2];

/** Writes the post about a day of work. The same facts and titles always give the same text. */
export function composeDay(day: Day, titles: readonly string[]): string {
  const sections = sectionsFor(titles.length === 0 ? [""] : titles);
  const names = titles.length === 0 ? [undefined] : titles;
  return shortEnough(TOLD, (told) =>
    page(
      title(day),
      names.map((name, index) => ({
        ...(name !== undefined && { name }),
        blocks: sections[index]?.(day, told) ?? ["The facts hold nothing more for this section."],
      })),
    ),
  );
}

function title({ repository, day, totals }: Day): string {
  const name = inlineCode(repository, 60) || "a repository without a name";
  const what = totals.commits === 0 ? "The daily log of" : `${capital(counted(totals.commits, "commit"))} in`;
  return `${what} ${name} on ${dayInWords(day)}`;
}
