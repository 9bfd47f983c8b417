import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { type Changed, type Issue, issues } from "./issues.js";
import { markOf } from "./mark.js";
import { noIssue } from "./no-issue.js";

type IssuesCalls = (typeof issues)["calls"];

export interface IssuesRecordingOptions {
  readonly answers?: Answers<IssuesCalls>;
  /** Where issues are read; it may be real, since reading changes nothing. */
  readonly reads?: AnyImplementation;
}

interface One {
  readonly repo?: string | undefined;
  readonly number: number;
}

/**
 * Issues for a rehearsal: changes and opens none, and answers as a project would. What is read stays as it is, whatever
 * was "done" before. `answers` take the place of any of that.
 */
export function issuesRecording({ answers = {}, reads }: IssuesRecordingOptions = {}): Recording {
  let opened = 0;

  /** The issue as it is; without anything to read it by, one about which nothing is known. */
  async function issueOf({ repo, number }: One, signal: AbortSignal): Promise<Pick<Issue, "state" | "labels">> {
    signal.throwIfAborted();
    const request = { repo, number };
    const context = { key: "", signal };
    const found = answers.read ? await answers.read(request, context) : await reads?.calls.read?.perform(request, context);
    if (found === undefined) return { state: "open", labels: [] };
    const issue = issues.calls.read.gives.parse(found);
    if (issue === null) throw noIssue(number, repo ?? "the project");
    return issue;
  }

  const changed = async (request: One, signal: AbortSignal, change: Partial<Changed>): Promise<Changed> => {
    const { state, labels } = await issueOf(request, signal);
    return { number: request.number, state, labels, comment: null, ...change };
  };
  const commentOf = (key: string) => `recording:${markOf(key)}`;

  return recording(
    issues,
    {
      async label(request, { signal }) {
        const { labels } = await issueOf(request, signal);
        return changed(request, signal, {
          labels: [...new Set([...labels, ...request.add])].filter((label) => !request.remove.includes(label)),
        });
      },
      async comment(request, { key, signal }) {
        const comment = commentOf(key);
        return { ...(await changed(request, signal, {})), comment, address: comment };
      },
      close: (request, { key, signal }) =>
        changed(request, signal, { state: "closed", comment: request.comment === undefined ? null : commentOf(key) }),
      reopen: (request, { key, signal }) =>
        changed(request, signal, { state: "open", comment: request.comment === undefined ? null : commentOf(key) }),
      async create({ labels }, { signal }) {
        signal.throwIfAborted();
        opened += 1;
        // No project has so many, so that it is never taken for a real one.
        const number = 1_000_000_000 + opened;
        return { number, state: "open", labels, address: `recording:${number}` };
      },
      ...answers,
    },
    reads ? { reads } : {},
  );
}
