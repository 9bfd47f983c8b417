import { z } from "zod";
import type { Happening, IssueHead } from "./issues.js";
import { withoutMark } from "./mark.js";

/** What is read of GitHub's answers, as its REST API documents them; all else is left. */
const User = z.object({ login: z.string() }).nullish();

export const GitHubIssue = z.object({
  number: z.int(),
  title: z.string(),
  state: z.enum(["open", "closed"]),
  state_reason: z.string().nullish(),
  body: z.string().nullish(),
  user: User,
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])),
  assignees: z.array(z.object({ login: z.string() })).nullish(),
  created_at: z.string(),
  updated_at: z.string(),
  closed_at: z.string().nullish(),
  html_url: z.string(),
  pull_request: z.object({ merged_at: z.string().nullish() }).nullish(),
});
export type GitHubIssue = z.output<typeof GitHubIssue>;

export const GitHubComment = z.object({ id: z.int(), body: z.string().nullish(), html_url: z.string() });
export type GitHubComment = z.output<typeof GitHubComment>;

export const GitHubLabels = z.array(z.object({ name: z.string() }));

export const TimelineEvent = z.object({
  event: z.string().optional(),
  id: z.int().nullish(),
  created_at: z.string().nullish(),
  actor: User,
  user: User,
  body: z.string().nullish(),
  label: z.object({ name: z.string() }).nullish(),
  commit_id: z.string().nullish(),
  state_reason: z.string().nullish(),
  source: z
    .object({
      issue: z
        .object({ number: z.int(), title: z.string(), pull_request: z.object({ merged_at: z.string().nullish() }).nullish() })
        .nullish(),
    })
    .nullish(),
});
type TimelineEvent = z.output<typeof TimelineEvent>;

export function headOf(issue: GitHubIssue): IssueHead {
  return {
    number: issue.number,
    title: issue.title,
    state: issue.state,
    reason: issue.state === "closed" ? reasonOf(issue.state_reason) : null,
    labels: labelsOf(issue),
    author: issue.user?.login ?? null,
    assignees: (issue.assignees ?? []).map(({ login }) => login),
    createdAt: issue.created_at,
    updatedAt: issue.updated_at,
    closedAt: issue.state === "closed" ? (issue.closed_at ?? null) : null,
    address: issue.html_url,
  };
}

export function labelsOf({ labels }: Pick<GitHubIssue, "labels">): string[] {
  return labels.flatMap((label) => (typeof label === "string" ? [label] : label.name ? [label.name] : []));
}

export function reasonOf(reason: string | null | undefined): "completed" | "not_planned" | null {
  return reason === "completed" || reason === "not_planned" ? reason : null;
}

export function happeningOf(event: TimelineEvent): Happening {
  const at = { at: event.created_at ?? null, by: event.actor?.login ?? event.user?.login ?? null };
  const { event: name = "unknown", label, commit_id: commit, source } = event;
  if (name === "commented") return { kind: "comment", ...at, id: String(event.id ?? ""), body: withoutMark(event.body ?? "") };
  if ((name === "labeled" || name === "unlabeled") && label) return { kind: name, ...at, label: label.name };
  if (name === "closed") return { kind: "closed", ...at, reason: reasonOf(event.state_reason), commit: commit ?? null };
  if (name === "reopened") return { kind: "reopened", ...at };
  if (name === "referenced" && commit) return { kind: "commit", ...at, commit };
  if (name === "cross-referenced" && source?.issue) {
    const { number, title, pull_request: pull } = source.issue;
    return { kind: "mention", ...at, number, title, isPullRequest: Boolean(pull), isMerged: Boolean(pull?.merged_at) };
  }
  return { kind: "other", ...at, name };
}
