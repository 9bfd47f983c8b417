import { PROPOSED_TASKS } from "./answer.js";
import type { Brief } from "./brief.js";
import type { Collected } from "./collected.js";
import type { TaskKind, Template } from "./template.js";

export const SUMMARY = "Summary";

/** What the model of a task is asked: its task, the form of the answer, and all that it is told. */
export function taskPrompt(kind: TaskKind, { context, material }: Pick<Brief, "context" | "material">, perTask: number): string {
  const { task } = context;
  const proposing =
    kind.proposes.length === 0
      ? []
      : [
          `If more has to be done before the report, end with a section "${PROPOSED_TASKS}" with a line \`- kind: what to do\` for each, at most ${perTask}. The kinds are ${kind.proposes.join(", ")}. Leave the section out if nothing is missing.`,
        ];
  return [
    `You are ${kind.role}. Do this one task of a project, and nothing else: ${task.title}.`,
    kind.does,
    form([SUMMARY, ...kind.done.sections], kind.done.words.max),
    `"${SUMMARY}" says in one to three sentences what those who go on from here must know.`,
    ...proposing,
    ...(kind.done.cites ? [EXACT] : []),
    kind.tools.length > 0 ? "This is all that is known. Look up the rest with the tools." : "This is all that is known.",
    fenced("json", JSON.stringify({ ...context, ...(material.length > 0 && { material }) }, undefined, 1)),
  ].join("\n\n");
}

/** What the model that writes the report is asked. */
export function reportPrompt({ report, title }: Template, collected: Collected): string {
  return [
    `You are ${report.role}. The tasks of a project are done. Write its report: ${title}.`,
    form([SUMMARY, ...report.sections], report.words.max),
    `"${SUMMARY}" answers the goal in three to six sentences, for a reader who reads nothing else.`,
    EXACT,
    "This is what the tasks found. Use it and nothing else.",
    fenced("json", JSON.stringify(collected, undefined, 1)),
  ].join("\n\n");
}

const EXACT =
  "Every number, date, name, path and quotation in your text must stand in what you are given or what a tool shows. Leave out what you do not know.";

function form(titles: readonly string[], mostWords: number): string {
  return [
    "Write Markdown. Begin with a title, a heading of level one. These are the sections, each a heading of level two, in this order:",
    fenced("outline", titles.join("\n")),
    `At most ${mostWords} words in all.`,
  ].join("\n\n");
}

/** A fence longer than any run of backticks in the text, so that nothing in it can end the block. */
function fenced(label: string, text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
  return `${fence}${label}\n${text}\n${fence}`;
}
