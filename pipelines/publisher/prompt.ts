import type { Facts } from "./facts.js";
import { fitting } from "./fitting.js";

/** The sections of a post, in their order. */
export const SECTIONS = [
  "The day in short",
  "What changed",
  "Where the work went",
  "How large the changes are",
  "Who worked and when",
  "What the daily log adds",
] as const;

/** About 10,000 tokens: what a small local model takes beside its instructions. */
const MOST_BYTES = 36_000;

/** What to write about a day: the outline and the facts, each in a fenced block of its own. */
export function promptFor(facts: Facts): string {
  const shown = fitting(facts, MOST_BYTES);
  const asked = `Write the post about the work on ${facts.repository} on ${facts.day}.`;
  return [
    oneLine(asked),
    "Begin with a title, as a heading of level one. These are the sections, each a heading of level two, in this order:",
    fenced("outline", SECTIONS.join("\n")),
    "These are the facts. Use them and nothing else. The totals hold for the whole day; what `leftOut` counts is not shown to you.",
    fenced("json", JSON.stringify(shown, undefined, 1)),
  ].join("\n\n");
}

/** A fence longer than any run of backticks in the text, so that nothing in it can end the block. */
function fenced(label: string, text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
  return `${fence}${label}\n${text}\n${fence}`;
}

/** A repository's name comes from a folder, which may be called anything. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
