import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Credential, credentialIfAny } from "../../src/credentials/index.js";
import { type AnyImplementation, type CallContext, implement, type Lookup, StagewrightError } from "../../src/dsl/index.js";
import { realWait, type Wait } from "../locked.js";
import { GitHubComment, GitHubIssue, GitHubLabels, happeningOf, headOf, labelsOf, reasonOf, TimelineEvent } from "./github-answers.js";
import { gitHubApi } from "./github-api.js";
import { type Changed, issues } from "./issues.js";
import { markIn, markOf, withMark, withoutMark } from "./mark.js";
import { noIssue } from "./no-issue.js";

export interface GitHubIssuesOptions {
  /** owner/name, of requests that name none. */
  readonly repo?: string;
  /** Is sent to `baseUrl` and nowhere else. If left out it is GITHUB_TOKEN, else GH_TOKEN, of `env` or the credentials file. */
  readonly token?: Credential;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A file of mode 600; `~/.config/stagewright/credentials` if left out. */
  readonly credentialsFile?: string;
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
  readonly now?: () => Date;
  readonly wait?: Wait;
  /** How long to wait where GitHub says to; a minute if left out. */
  readonly mostWaitMs?: number;
  readonly newId?: () => string;
}

/** Of the newest issues so many pages are looked through for one that may have been opened already. */
const PAGES_BACK = 10;

interface One {
  readonly repo?: string | undefined;
  readonly number: number;
}

/**
 * The issues of a GitHub repository, by its REST API.
 *
 * Throws `issues/repo`, `issues/none`, `issues/token`, `issues/refused`, `issues/limit`, `issues/answer`,
 * `issues/unreachable`, and what `credential` throws of a credentials file that is not as it should be.
 */
export function gitHubIssues(options: GitHubIssuesOptions = {}): AnyImplementation {
  const { env = process.env, baseUrl = "https://api.github.com", now = () => new Date(), wait = realWait, newId = randomUUID } = options;
  const token = () => options.token ?? credentialIfAny(["GITHUB_TOKEN", "GH_TOKEN"], { env, file: options.credentialsFile });
  const api = gitHubApi({ token, baseUrl, fetch: options.fetch ?? fetch, now, wait, mostWaitMs: options.mostWaitMs ?? 60_000 });
  const markFor = (key: string) => markOf(key === "" ? newId() : key);

  const repoOf = ({ repo = options.repo }: { readonly repo?: string | undefined }): string => {
    if (repo !== undefined && /^[\w-]+\/(?!\.{1,2}$)[\w.-]+$/.test(repo)) return `/repos/${repo}`;
    const found = repo === undefined ? "no repository is named" : `"${repo}" is no repository of GitHub`;
    throw new StagewrightError("issues/repo", found, { hint: "name one as owner/name" });
  };
  const pathOf = (request: One) => `${repoOf(request)}/issues/${request.number}`;

  async function* pages<S extends z.ZodType>(path: string, schema: S, signal: AbortSignal): AsyncGenerator<z.output<S>> {
    for (let next: string | undefined = path; next !== undefined; ) {
      const page: { readonly value: z.output<S>; readonly next: string | undefined } | undefined = await api.ask({
        path: next,
        schema,
        signal,
      });
      if (page === undefined) return;
      yield page.value;
      next = page.next;
    }
  }

  async function issueAt(request: One, signal: AbortSignal): Promise<GitHubIssue> {
    const found = await api.ask({ path: pathOf(request), schema: GitHubIssue, signal });
    if (found === undefined) throw noIssue(request.number, repoOf(request).slice("/repos/".length));
    return found.value;
  }

  async function commentAt(request: One, mark: string, signal: AbortSignal): Promise<GitHubComment | undefined> {
    for await (const page of pages(`${pathOf(request)}/comments?per_page=100`, z.array(GitHubComment), signal)) {
      const found = page.find(({ body }) => markIn(body ?? "") === mark);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Leaves a comment, unless it is there: a try that was cut off after it does not leave it twice. */
  async function leaveComment(request: One, body: string, mark: string, signal: AbortSignal): Promise<GitHubComment> {
    const before = await commentAt(request, mark, signal);
    if (before !== undefined) return before;
    const path = `${pathOf(request)}/comments`;
    const left = await api.ask({ method: "POST", path, body: { body: withMark(body, mark) }, schema: GitHubComment, signal });
    if (left === undefined) throw noIssue(request.number, repoOf(request).slice("/repos/".length));
    return left.value;
  }

  async function patch(request: One, body: object, signal: AbortSignal): Promise<GitHubIssue> {
    const found = await api.ask({ method: "PATCH", path: pathOf(request), body, schema: GitHubIssue, signal });
    if (found === undefined) throw noIssue(request.number, repoOf(request).slice("/repos/".length));
    return found.value;
  }

  type Newest = { readonly found: GitHubIssue | undefined; readonly isAll: boolean };

  async function openedUnder(
    request: { readonly repo?: string | undefined },
    mark: string,
    most: number,
    signal: AbortSignal,
  ): Promise<Newest> {
    const path = `${repoOf(request)}/issues?state=all&sort=created&direction=desc&per_page=100`;
    let seen = 0;
    for await (const page of pages(path, z.array(GitHubIssue), signal)) {
      const found = page.find(({ body }) => markIn(body ?? "") === mark);
      seen += 1;
      if (found !== undefined) return { found, isAll: true };
      if (seen === most) return { found: undefined, isAll: page.length < 100 };
    }
    return { found: undefined, isAll: true };
  }

  /** A state that is as it was asked for, with the comment that goes with it, is one that was set. */
  async function stateSet(
    request: One & { readonly comment?: string | undefined },
    isSet: (issue: GitHubIssue) => boolean,
    { key, signal }: CallContext,
  ): Promise<Lookup<Changed>> {
    const found = await api.ask({ path: pathOf(request), schema: GitHubIssue, signal });
    if (found === undefined || !isSet(found.value)) return { happened: "no" };
    const comment = request.comment === undefined || key === "" ? undefined : await commentAt(request, markOf(key), signal);
    if (request.comment !== undefined && comment === undefined) return { happened: "no" };
    return { happened: "yes", answer: changed(found.value, comment) };
  }

  async function setState(
    request: One & { readonly comment?: string | undefined },
    body: object,
    isSet: (issue: GitHubIssue) => boolean,
    { key, signal }: CallContext,
  ): Promise<Changed> {
    const issue = await issueAt(request, signal);
    const comment = request.comment === undefined ? undefined : await leaveComment(request, request.comment, markFor(key), signal);
    return changed(isSet(issue) ? issue : await patch(request, body, signal), comment);
  }

  const isClosed = (reason: string) => (issue: GitHubIssue) => issue.state === "closed" && reasonOf(issue.state_reason) === reason;
  const isOpen = (issue: GitHubIssue) => issue.state === "open";

  return implement(issues, "GitHub", {
    list: {
      async perform({ state, labels, since, limit, after, ...request }, { signal }) {
        const query = new URLSearchParams({ state, sort: "created", direction: "asc", per_page: String(limit), page: after ?? "1" });
        if (labels.length > 0) query.set("labels", labels.join(","));
        if (since !== undefined) query.set("since", new Date(since).toISOString());
        const page = await api.ask({ path: `${repoOf(request)}/issues?${query}`, schema: z.array(GitHubIssue), signal });
        if (page === undefined) throw noRepo(repoOf(request).slice("/repos/".length));
        const next = page.next === undefined ? null : String(Number(after ?? "1") + 1);
        return { issues: page.value.filter((issue) => !issue.pull_request).map(headOf), next };
      },
    },
    read: {
      async perform(request, { signal }) {
        const found = await api.ask({ path: pathOf(request), schema: GitHubIssue, signal });
        if (found === undefined || found.value.pull_request) return null;
        const history = [];
        for await (const page of pages(`${pathOf(request)}/timeline?per_page=100`, z.array(TimelineEvent), signal))
          history.push(...page.map(happeningOf));
        return { ...headOf(found.value), body: withoutMark(found.value.body ?? ""), history };
      },
    },
    label: {
      async perform({ add, remove, ...request }, { signal }) {
        const before = labelsOf(await issueAt(request, signal));
        const path = `${pathOf(request)}/labels`;
        const missing = add.filter((label) => !before.includes(label));
        if (missing.length > 0) await api.ask({ method: "POST", path, body: { labels: missing }, schema: GitHubLabels, signal });
        for (const label of remove.filter((one) => before.includes(one))) {
          await api.ask({ method: "DELETE", path: `${path}/${encodeURIComponent(label)}`, schema: GitHubLabels, signal });
        }
        return changed(await issueAt(request, signal), undefined);
      },
      async lookup(_key, { add, remove, ...request }, { signal }) {
        const found = await api.ask({ path: pathOf(request), schema: GitHubIssue, signal });
        const labels = found === undefined ? [] : labelsOf(found.value);
        const isSet = add.every((label) => labels.includes(label)) && !remove.some((label) => labels.includes(label));
        return found !== undefined && isSet ? { happened: "yes", answer: changed(found.value, undefined) } : { happened: "no" };
      },
    },
    comment: {
      async perform(request, { key, signal }) {
        const comment = await leaveComment(request, request.body, markFor(key), signal);
        return commented(changed(await issueAt(request, signal), comment), comment);
      },
      async lookup(key, request, { signal }) {
        const comment = key === "" ? undefined : await commentAt(request, markOf(key), signal);
        if (comment === undefined) return { happened: "no" };
        return { happened: "yes", answer: commented(changed(await issueAt(request, signal), comment), comment) };
      },
    },
    close: {
      perform: (request, context) =>
        setState(request, { state: "closed", state_reason: request.reason }, isClosed(request.reason), context),
      lookup: (_key, request, context) => stateSet(request, isClosed(request.reason), context),
    },
    reopen: {
      perform: (request, context) => setState(request, { state: "open" }, isOpen, context),
      lookup: (_key, request, context) => stateSet(request, isOpen, context),
    },
    create: {
      async perform({ title, body, labels, ...request }, { key, signal }) {
        const mark = markFor(key);
        const { found } = await openedUnder(request, mark, 1, signal);
        if (found !== undefined) return created(found);
        const path = `${repoOf(request)}/issues`;
        const answer = await api.ask({
          method: "POST",
          path,
          body: { title, body: withMark(body, mark), labels },
          schema: GitHubIssue,
          signal,
        });
        if (answer === undefined) throw noRepo(repoOf(request).slice("/repos/".length));
        return created(answer.value);
      },
      async lookup(key, request, { signal }) {
        if (key === "") return { happened: "unknown" };
        const { found, isAll } = await openedUnder(request, markOf(key), PAGES_BACK, signal);
        if (found !== undefined) return { happened: "yes", answer: created(found) };
        return { happened: isAll ? "no" : "unknown" };
      },
    },
  });
}

function changed(issue: GitHubIssue, comment: GitHubComment | undefined): Changed {
  return { number: issue.number, state: issue.state, labels: labelsOf(issue), comment: comment === undefined ? null : String(comment.id) };
}

function commented(issue: Changed, comment: GitHubComment): Changed & { readonly comment: string; readonly address: string } {
  return { ...issue, comment: String(comment.id), address: comment.html_url };
}

function created(issue: GitHubIssue) {
  return { number: issue.number, state: issue.state, labels: labelsOf(issue), address: issue.html_url };
}

function noRepo(repo: string): StagewrightError {
  return new StagewrightError("issues/none", `GitHub has no repository "${repo}" that may be read`, {
    hint: "check the name; for a private one set GITHUB_TOKEN",
  });
}
