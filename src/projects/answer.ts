import { sectionsOf, summaryOf } from "./sections-of.js";
import type { Proposal, TaskAnswer, TaskOutcome } from "./task-outcome.js";

export const PROPOSED_TASKS = "Proposed tasks";

/** Takes the section with proposals out of a model's text; the rest is the text. */
export function answerOf(text: string): TaskAnswer {
  const proposed = sectionsOf(text).find(({ title }) => title.toLowerCase() === PROPOSED_TASKS.toLowerCase());
  if (proposed === undefined) return { markdown: `${text.trim()}\n`, proposes: [] };
  const rest = text.slice(0, proposed.from) + text.slice(proposed.to);
  return { markdown: `${rest.trim()}\n`, proposes: proposed.text.split("\n").flatMap(proposalIn) };
}

/** `- read: the appendix`. A line of a list that is none names no kind, which a check then says. */
function proposalIn(line: string): readonly Proposal[] {
  const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line)?.[1];
  if (item === undefined || /^(?:none|nothing)\W*$/i.test(item)) return [];
  const [, kind, title] = /^[`*"]*([a-z][a-z0-9-]*)[`*"]*\s*:\s*(.+)$/.exec(item) ?? [];
  return [kind === undefined || title === undefined ? { kind: "", title: item.trim() } : { kind, title: title.trim() }];
}

export function outcomeOf({ markdown, proposes }: TaskAnswer): TaskOutcome {
  return { summary: summaryOf(markdown), markdown, proposes };
}
