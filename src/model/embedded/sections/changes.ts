import { counted, listed, number } from "../counting.js";
import { type Commit, type Day, type Section, subjectOf } from "../day.js";
import { entriesOf } from "../log-entries.js";
import { firstParagraph } from "../message-body.js";
import { inlineCode, quotation } from "../quoting.js";
import { tellCommits } from "../tell-commits.js";

const SENTENCES_A_PARAGRAPH = 4;
const MOST_QUOTES = 2;
const MOST_ENTRIES = 4;

/** The commits one by one, oldest first, with the words of a few of their messages. */
export const changes: Section = (day, told) => {
  if (day.totals.commits === 0 || day.commits.length === 0) return fromTheLog(day);
  const chosen = choose(day.commits, told);
  const sentences = [...tellCommits(chosen, day), rest(day, chosen.length), firstWords(day)].filter((sentence) => sentence !== "");
  const paragraphs: string[] = [];
  for (let from = 0; from < sentences.length; from += SENTENCES_A_PARAGRAPH) {
    paragraphs.push(sentences.slice(from, from + SENTENCES_A_PARAGRAPH).join(" "));
  }
  return [...paragraphs, ...messages(chosen)];
};

function fromTheLog(day: Day): readonly string[] {
  const { entries } = entriesOf(day.log.today ?? "");
  if (entries.length === 0) return ["Nothing in the facts says what was changed. No commit and no entry of a log is there to tell it."];
  const shown = entries.slice(0, MOST_ENTRIES);
  const isAll = shown.length === entries.length && day.leftOut.logCharacters === 0;
  const lead =
    shown.length === 1
      ? "This is what it says:"
      : `These are ${isAll ? "its" : "the first of its"} ${counted(shown.length, "entry", "entries")}:`;
  return [`No commit tells what was changed, so the daily log has to speak. ${lead}`, ...shown.map((entry) => quotation(entry))];
}

/** The first, the last, and of those between them the ones with the most changed lines. */
function choose(commits: readonly Commit[], most: number): readonly Commit[] {
  if (commits.length <= most) return commits;
  const between = commits.slice(1, -1).toSorted((a, b) => b.added + b.removed - a.added - a.removed);
  const kept = new Set([commits[0], ...between.slice(0, Math.max(0, most - 2)), commits.at(-1)]);
  return commits.filter((commit) => kept.has(commit));
}

function rest({ totals }: Day, told: number): string {
  const left = totals.commits - told;
  if (left <= 0) return "";
  return left === 1
    ? "One more commit is counted in the figures here and is not told on its own."
    : `A further ${number(left)} commits are counted in the figures here and are not told one by one.`;
}

/** What several subjects begin with, where that says something. */
function firstWords({ commits, leftOut }: Day): string {
  if (commits.length < 5 || leftOut.commits > 0) return "";
  const counts = new Map<string, number>();
  for (const { subject } of commits) {
    const word = /^\p{L}+(?![\p{L}\p{M}\p{N}_])/u.exec(subject.trim())?.[0];
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const common = [...counts].filter(([, count]) => count > 1).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const parts = common
    .slice(0, 2)
    .map(([word, count], index) => `${number(count)}${index === 0 ? " begin" : ""} with ${inlineCode(word, 40)}`);
  return parts.length === 0 ? "" : `Of the subjects, ${listed(parts)}.`;
}

function messages(commits: readonly Commit[]): readonly string[] {
  const speaking = commits
    .filter(({ body }) => firstParagraph(body) !== "")
    .toSorted((a, b) => b.added + b.removed - a.added - a.removed)
    .slice(0, MOST_QUOTES);
  return speaking.flatMap((commit, index) => {
    const lead =
      commits.length === 1
        ? "Its message goes on to say:"
        : index === 0
          ? `The message of ${subjectOf(commit, 60)} says more:`
          : `This is from the message of ${subjectOf(commit, 60)}:`;
    return [lead, quotation(firstParagraph(commit.body))];
  });
}
