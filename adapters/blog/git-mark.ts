import { sha256 } from "../../src/store/index.js";

/** What the last line of a commit says of the post that it brings. */
export interface GitMark {
  /** Made from the idempotency key. */
  readonly mark: string;
  readonly sha256: string;
  /** From the top of the repository. */
  readonly path: string;
}

export function gitMarkOf(key: string): string {
  return sha256(key).slice(0, 32);
}

/** A commit that was rebased, cherry-picked or squashed by a person keeps the line. */
export function withGitMark(subject: string, { mark, sha256: digest, path }: GitMark): string {
  return `${subject}\n\nStagewright: ${mark} ${digest} ${path}\n`;
}

/** What a message says of one mark; a squashed commit may speak of several. */
export function gitMarkIn(message: string, mark: string): GitMark | undefined {
  for (const [, found = "", digest = "", path = ""] of message.matchAll(/^ *Stagewright: ([0-9a-f]{32}) ([0-9a-f]{64}) (.+)$/gm)) {
    if (found === mark) return { mark, sha256: digest, path };
  }
  return undefined;
}
