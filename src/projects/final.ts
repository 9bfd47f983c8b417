import { z } from "zod";
import { countWords } from "../checks/index.js";
import type { TaskResult } from "../dsl/index.js";
import { sectionsOf, summaryOf } from "./sections-of.js";

/** What a finished project returns to whoever started it; the rest stands in the report. */
export const Final = z.object({
  summary: z.string(),
  /** The report's headings, with their lines. */
  outline: z.array(z.object({ level: z.int(), title: z.string(), line: z.int() })),
  counts: z.object({
    tasks: z.int(),
    done: z.int(),
    failed: z.int(),
    skipped: z.int(),
    /** Tasks that others proposed: those that were added, and those that code refused. */
    added: z.int(),
    refused: z.int(),
    sections: z.int(),
    words: z.int(),
  }),
  /** Where the report is, from the project's folder. */
  path: z.string(),
  sha256: z.string(),
});
export type Final = z.output<typeof Final>;

interface Ended {
  readonly planned: number;
  readonly results: readonly TaskResult[];
  readonly refused: number;
}

export function finalOf(markdown: string, { planned, results, refused }: Ended, file: Pick<Final, "path" | "sha256">): Final {
  const sections = sectionsOf(markdown);
  const count = (status: TaskResult["status"]) => results.filter((result) => result.status === status).length;
  return {
    summary: summaryOf(markdown),
    outline: sections.map(({ level, title, line }) => ({ level, title, line })),
    counts: {
      tasks: results.length,
      done: count("done"),
      failed: count("failed"),
      skipped: count("skipped"),
      added: results.length - planned,
      refused,
      sections: sections.filter(({ level }) => level === 2).length,
      words: countWords(markdown),
    },
    ...file,
  };
}

/** The end of a project in a few lines. */
export function finalText({ summary, outline, counts, path }: Final): string {
  const tasks = [
    `${counts.done} of ${counts.tasks} tasks done`,
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
    ...(counts.skipped > 0 ? [`${counts.skipped} skipped`] : []),
    ...(counts.added > 0 ? [`${counts.added} added on the way`] : []),
    ...(counts.refused > 0 ? [`${counts.refused} proposed and refused`] : []),
  ];
  const headings = outline.map(({ level, title, line }) => `${"  ".repeat(Math.max(0, level - 1))}${title} (line ${line})`);
  return [summary, "", ...headings, "", `tasks   ${tasks.join(", ")}`, `report  ${path}, ${counts.words} words`].join("\n");
}

/** For a pipeline's file: `export { projectReport as report }`. */
export function projectReport({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  const final = Final.safeParse(outputs.finalize);
  return final.success ? finalText(final.data) : "";
}
