import { z } from "zod";
import type { Happening, Issue } from "../../adapters/index.js";
import { quoted, type Said, State, saidIn, sentencesOf } from "./words.js";

/** A line of the issue's own history that shows how it stands. */
export const Evidence = z.object({
  state: State,
  /** Where it stands: `the text`, `pull request 31 of 2026-03-02`, `comment 2 by ana`. */
  place: z.string(),
  quote: z.string(),
});
export type Evidence = z.output<typeof Evidence>;

export interface Shown {
  /** Oldest first. */
  readonly evidence: readonly Evidence[];
  /** Where somebody says that it is done, and nothing shows it. */
  readonly claims: readonly Omit<Evidence, "state">[];
  /** What people said after the newest evidence, and no rule can read: it may be thanks, and it may be "the prices are wrong". */
  readonly unread: readonly Omit<Evidence, "state">[];
}

/** What every comment of this pipeline ends with: by it the pipeline knows its own words again, and takes them for nothing. */
export const SIGNATURE = "Judged by rules from this issue's own history, and approved by a person.";

/** Its last line, unquoted: a person who answers may quote it. */
export function isOwn(comment: string): boolean {
  return comment.trimEnd().split(/\r?\n/).at(-1) === SIGNATURE;
}

const LABELS: readonly (readonly [Exclude<State, "stale" | "open">, RegExp])[] = [
  ["deferred", /^(?:deferred|parked|postponed|later|someday|icebox|on[- ]hold|backlog|amânat)$/i],
  ["blocked", /^(?:blocked(?:[- ].*)?|blocat)$/i],
  ["waiting", /^(?:waiting(?:[- ].*)?|awaiting[- ].*|needs[- ]?(?:info|information|reply|feedback)|în așteptare)$/i],
  ["wontfix", /^(?:wontfix|won['’]?t[- ]fix|not[- ]planned|invalid|works[- ]as[- ]intended|rejected)$/i],
  ["done", /^(?:done|fixed|resolved|completed|implemented)$/i],
];

/** Words in a label's name are set apart by anything: `status: blocked`, `s/blocked`. */
export function stateOfLabel(label: string): Exclude<State, "stale" | "open"> | undefined {
  const name = label.replace(/^(?:status|state|s)\s*[:/]\s*/i, "").trim();
  return LABELS.find(([, form]) => form.test(name))?.[0];
}

const PROGRAM =
  /\[bot\]$|(?:^|[-_. ])(?:bot|agent|ai)$|^(?:agent:|bot:)|^(?:dependabot|renovate|github-actions|copilot|claude|codex|chatgpt|gemini|devin|stagewright)(?:$|[^a-z])/i;

/** A program's word shows nothing, and neither does that of nobody. */
function isPerson(by: string | null): boolean {
  return by !== null && !PROGRAM.test(by);
}

/** A merged pull request with such a title did a part, or undid it, or only speaks of it. */
const NOT_ALL =
  /\b(?:part(?:ial(?:ly)?)?\b(?! of speech)|wip|draft|step \d|first (?:step|half|part)|prepar\w*|groundwork|scaffold\w*|spike|refs?|see|relate[sd]|towards?|workaround|skip\w*|failing test|todo|known (?:issue|limitation)s?|defer\w*|park(?:ed|ing)?|postpone\w*|blocked|mention\w*|bump|release|changelog|investigat\w*|debug\w*|experiment\w*|attempt\w*|prototype|parțial|pregăti\w*)(?!\p{L})/iu;
const UNDOES = /^\s*(?:(?:fix|chore|feat)(?:\([^)]*\))?!?:\s*)?(?:re-?vert|back(?:ed|ing)? ?out|undo|roll(?:ed|ing)? ?back)/i;

/** "Revert "Revert "Fold accents""" undoes nothing. */
function undoes(title: string): boolean {
  return UNDOES.test(title) && (title.match(/\brevert\b/gi) ?? []).length !== 2;
}

/** What the text and the history of an issue show, oldest first. */
export function shownBy(issue: Issue): Shown {
  const evidence: Evidence[] = [];
  const claims: Omit<Evidence, "state">[] = [];
  let unread: Omit<Evidence, "state">[] = [];
  const take = (said: readonly Said[], place: string, by: string | null) => {
    // "The rest is deferred. Fixed in 4f2c91a": who puts a part aside does not say of the whole that it is done.
    const isPutAside = said.some(({ state }) => state !== "claimed" && state !== "open");
    for (const { state, quote } of said) {
      if (state !== "claimed") evidence.push({ state, place, quote });
      else if (isPutAside) continue;
      else if (isCarried(quote, issue) && isPerson(by)) evidence.push({ state: "done", place, quote });
      else claims.push({ place, quote });
    }
  };
  for (const label of issue.labels) {
    const state = stateOfLabel(label);
    // A label without a day is as old as the issue. For "done" it must stand in the history who said so, and when.
    if (state === undefined || state === "done" || issue.history.some((one) => one.kind === "labeled" && one.label === label)) continue;
    evidence.push({ state, place: "the labels", quote: label });
  }
  // In the text, that something is done is what is wanted.
  if (isPerson(issue.author) || issue.author === null) {
    take(
      saidIn(issue.body, issue.number).filter(({ state }) => state !== "claimed" && state !== "open"),
      "the text",
      issue.author,
    );
  }
  let comments = 0;
  for (const happening of inOrder(issue.history)) {
    if (happening.kind === "comment") comments += 1;
    const place = placeOf(happening, comments);
    if (happening.kind === "comment") {
      if (isOwn(happening.body)) continue;
      const said = saidIn(happening.body, issue.number);
      if (isPerson(happening.by)) {
        const before = evidence.length;
        take(said, place, happening.by);
        const [first] = sentencesOf(happening.body);
        if (evidence.length > before) unread = [];
        else if (said.length === 0 && first !== undefined) unread.push({ place, quote: quoted(first) });
      } else {
        // A program's word is kept only where it claims something, to be asked about.
        claims.push(...said.filter(({ state }) => state === "claimed").map(({ quote }) => ({ place, quote })));
      }
      continue;
    }
    // Who reopens an issue has seen what was there before.
    if (happening.kind === "reopened") {
      evidence.length = 0;
      claims.length = 0;
    }
    if (happening.kind === "unlabeled") {
      const { label } = happening;
      // A label is taken away for what it says, or to tidy up: the first where nothing newer says otherwise.
      const isTakenBack = !issue.labels.includes(label) && evidence.at(-1)?.state === stateOfLabel(label) && evidence.length > 0;
      if (isTakenBack) evidence.push({ state: "open", place, quote: `without "${label}"` });
      continue;
    }
    const shown = shownByEvent(happening, issue);
    if (shown !== undefined) {
      evidence.push({ place, ...shown });
      unread = [];
    }
  }
  return { evidence, claims, unread };
}

function shownByEvent(happening: Exclude<Happening, { kind: "comment" | "unlabeled" }>, issue: Issue): Omit<Evidence, "place"> | undefined {
  switch (happening.kind) {
    case "labeled": {
      const state = issue.labels.includes(happening.label) ? stateOfLabel(happening.label) : undefined;
      if (state === undefined || (state === "done" && !isPerson(happening.by))) return undefined;
      return { state, quote: happening.label };
    }
    case "mention": {
      if (!happening.isPullRequest || !happening.isMerged) return undefined;
      if (undoes(happening.title)) return { state: "open", quote: happening.title };
      return NOT_ALL.test(happening.title) ? undefined : { state: "done", quote: happening.title };
    }
    case "closed":
      if (happening.reason === "not_planned") return { state: "wontfix", quote: "closed as not planned" };
      return happening.commit === null ? undefined : { state: "done", quote: `closed by commit ${happening.commit}` };
    case "reopened":
      return { state: "open", quote: "reopened" };
    case "commit":
    case "other":
      return undefined;
    default:
      return happening satisfies never;
  }
}

/** "Fixed in 4f2c91a" is carried where the history has that commit, or that pull request as merged. */
function isCarried(quote: string, { history, number }: Issue): boolean {
  const commits = (quote.match(/\b[0-9a-f]{7,40}\b/g) ?? []).filter((id) => /\d/.test(id));
  const pulls = [...quote.matchAll(/#(\d+)/g)].map((found) => Number(found[1])).filter((pull) => pull !== number);
  return history.some(
    (one) =>
      (one.kind === "commit" && commits.some((id) => one.commit.startsWith(id))) ||
      (one.kind === "mention" && one.isPullRequest && one.isMerged && !undoes(one.title) && pulls.includes(one.number)),
  );
}

/** By their times where all have one: a file that people edit may have them in any order. */
export function inOrder(history: readonly Happening[]): readonly Happening[] {
  if (history.some(({ at }) => at === null)) return history;
  return [...history].sort((one, other) => Date.parse(one.at ?? "") - Date.parse(other.at ?? ""));
}

function placeOf(happening: Happening, comment: number): string {
  const what =
    happening.kind === "comment"
      ? `comment ${comment}`
      : happening.kind === "mention"
        ? `pull request ${happening.number}`
        : happening.kind === "labeled"
          ? "label"
          : happening.kind;
  const by = happening.by === null ? "" : ` by ${happening.by}`;
  return `${what}${by}${happening.at === null ? "" : ` of ${happening.at.slice(0, 10)}`}`;
}
