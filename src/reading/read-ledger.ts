import { StagewrightError } from "../dsl/index.js";
import type { Document } from "./document.js";
import type { ReadingWindow } from "./windows.js";

/** A stretch of a document that was read, as it goes into a ledger or an output. */
export interface Read {
  readonly document: string;
  /** Of the document as it was then: what was read of another version counts for nothing. */
  readonly sha256: string;
  readonly from: number;
  readonly to: number;
  /** Why it was read again. */
  readonly reason?: string;
}

/** What was read, in its order. One ledger serves one task; its `reads` are plain data, and a new ledger goes on from them. */
export class ReadLedger {
  readonly #reads: Read[];

  constructor(reads: readonly Read[] = []) {
    this.#reads = [...reads];
  }

  get reads(): readonly Read[] {
    return [...this.#reads];
  }

  /**
   * Notes that a window was read.
   *
   * @throws StagewrightError `reading/read-before` for a window that was read already, without a reason to read it again.
   */
  note(document: Document, window: ReadingWindow, reason = ""): void {
    const { from, to } = window;
    const why = reason.trim();
    if (why === "" && this.hasRead(document, window)) {
      throw new StagewrightError(
        "reading/read-before",
        `window ${window.number} of "${document.id}" was read already, and no reason to read it again is given`,
        {
          hint: 'go on with what you know of it, or say in "reason" what you look for in it now',
        },
      );
    }
    this.#reads.push({ document: document.id, sha256: document.sha256, from, to, ...(why !== "" && { reason: why }) });
  }

  hasRead(document: Document, { from, to }: Pick<ReadingWindow, "from" | "to">): boolean {
    return this.#reads.some(
      (read) => read.document === document.id && read.sha256 === document.sha256 && read.from === from && read.to === to,
    );
  }
}
