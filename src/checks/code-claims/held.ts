import type { CodeFile } from "./code-file.js";
import type { CodeIndex } from "./code-index.js";

/** What the claims of one text are held against, and where what is found goes. */
export interface Held {
  readonly index: CodeIndex;
  readonly markdown: string;
  report(rule: "file" | "line" | "quote" | "missing" | "comment-only" | "identifier", message: string, offset: number): void;
  /** Whether one more line that is near may be looked for: that takes the time of a whole file. */
  mayCompare(): boolean;
}

/** A quoted line may stand so many lines from the cited one. */
export const NEAR = 3;

/** The files that a cited path can mean, where they have text. */
export function filesOf(index: CodeIndex, path: string): readonly CodeFile[] {
  return index
    .resolve(path)
    .map((one) => index.file(one))
    .filter((file) => file !== undefined);
}
