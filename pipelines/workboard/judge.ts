import { z } from "zod";
import type { Issue } from "../../adapters/index.js";
import { Evidence, inOrder, isOwn, shownBy, stateOfLabel } from "./evidence.js";
import { State } from "./words.js";

/** How an issue stands, what shows it, and what may be done about it. */
export const Judged = z.object({
  number: z.int().positive(),
  title: z.string(),
  state: State,
  /** The newest line that shows it; null where nothing says anything, and the issue is simply open. */
  evidence: Evidence.nullable(),
  /** What in the issue says otherwise, in sentences. */
  contradictions: z.array(z.string()),
  close: z.boolean(),
  add: z.array(z.string()),
  remove: z.array(z.string()),
  /** Whether a comment would tell people something that the issue does not say by itself. */
  comment: z.boolean(),
});
export type Judged = z.output<typeof Judged>;

const DAY_MS = 86_400_000;

/** The state of an issue by its own history: the newest evidence wins over the older, and what it contradicts is said. */
export function judge(issue: Issue, { now, staleDays }: { readonly now: Date; readonly staleDays: number }): Judged {
  const { evidence, claims, unread } = shownBy(issue);
  const newest = evidence.at(-1) ?? null;
  const quietSince = lastWordOf(issue);
  const isQuiet = quietSince !== null && now.getTime() - Date.parse(quietSince) > staleDays * DAY_MS;
  const isStale = (newest === null || newest.state === "open") && isQuiet;
  const state = isStale ? "stale" : (newest?.state ?? "open");
  const shown: Evidence | null = isStale ? { state, place: "the last word", quote: (quietSince ?? "").slice(0, 10) } : newest;

  const contradictions = [
    ...otherwise(evidence).map((one) => `${one.place} says ${one.state}: "${one.quote}"`),
    ...(state === "done"
      ? unread.map((one) => `${one.place} came later, and no rule can read it: "${one.quote}"`)
      : claims.map((one) => `${one.place} claims that it is done, and nothing in the history shows it: "${one.quote}"`)),
  ];
  const of = (wanted: string) => issue.labels.filter((label) => stateOfLabel(label) === wanted);
  const add = state === "open" || state === "done" || of(state).length > 0 || issue.labels.includes(state) ? [] : [state];
  // A label that the newest word has overtaken would go on saying what is no longer so.
  const remove =
    newest === null || state === "done" ? [] : issue.labels.filter((label) => ![undefined, newest.state].includes(stateOfLabel(label)));
  const close = state === "done" && shown !== null;
  return {
    ...{ number: issue.number, title: issue.title, state, evidence: shown, contradictions, close, add, remove },
    comment: (close || state === "stale" || contradictions.length > 0) && !isAnswered(issue),
  };
}

/** Of each other state the newest that says so, as far as it says something other than the newest of all. "No longer blocked" takes "blocked" back. */
function otherwise(evidence: readonly Evidence[]): readonly Evidence[] {
  const newest = evidence.at(-1);
  return evidence.filter(
    (one, index) =>
      one.state !== newest?.state &&
      one.state !== "open" &&
      !evidence.slice(index + 1).some(({ state }) => state === one.state || (state === "open" && one.state !== "done")),
  );
}

function lastWordOf(issue: Issue): string | null {
  const times = [issue.createdAt, ...issue.history.map(({ at }) => at)].filter((at) => at !== null).sort();
  return times.at(-1) ?? issue.updatedAt;
}

/** This pipeline has said its word, and nobody has said anything since. */
function isAnswered({ history }: Issue): boolean {
  const last = inOrder(history).findLast(({ kind }) => kind === "comment");
  return last?.kind === "comment" && isOwn(last.body);
}
