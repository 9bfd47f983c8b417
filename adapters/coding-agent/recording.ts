import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { sha256 } from "../../src/store/index.js";
import { codingAgent } from "./coding-agent.js";

type CodingAgentCalls = (typeof codingAgent)["calls"];

export interface CodingAgentRecordingOptions {
  readonly answers?: Answers<CodingAgentCalls>;
  /** Where the beginning is looked at; it may be real, since that only reads. Without it there is a repository of one commit. */
  readonly reads?: AnyImplementation;
}

/**
 * A coding agent for a rehearsal: runs no program and makes no commit. It answers as if one file had been changed and the tests had
 * passed, which the file's name says. `answers` take the place of any of that.
 */
export function codingAgentRecording({ answers = {}, reads }: CodingAgentRecordingOptions = {}): Recording {
  const commitOf = (key: string) => sha256(key).slice(0, 40);
  const markOf = (key: string) => `recording:${sha256(key).slice(0, 32)}`;
  return recording(
    codingAgent,
    {
      ...(reads === undefined && {
        start: (_request, { signal }) => {
          signal.throwIfAborted();
          return { base: "0".repeat(40), branch: "stagewright/rehearsal", folder: "" };
        },
        head: ({ base }, { signal }) => {
          signal.throwIfAborted();
          return base;
        },
      }),
      build(_request, { key, signal }) {
        signal.throwIfAborted();
        return { commit: commitOf(key), ended: "exit", exitCode: 0, says: "This is a rehearsal: nothing was changed." };
      },
      changes(_request, { signal }) {
        signal.throwIfAborted();
        const file = { path: "rehearsal.txt", before: null, kind: "added", is: "file", leadsTo: null } as const;
        return { files: [{ ...file, insertions: 1, deletions: 0, bytes: 1 }], commits: 1, secrets: [] };
      },
      test(_request, { signal }) {
        signal.throwIfAborted();
        return { ended: "exit", exitCode: 0, tail: "This is a rehearsal: no test was run." };
      },
      push({ branch, commit }, { key, signal }) {
        signal.throwIfAborted();
        return { address: `recording:${branch}`, branch, commit, mark: markOf(key) };
      },
      ...answers,
    },
    reads ? { reads } : {},
  );
}
