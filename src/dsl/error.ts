/**
 * The one error class of the library. What was found, what was expected and what to do next are fields, so that the
 * terminal, `--json` and the tests share them.
 */
export class StagewrightError extends Error {
  override readonly name = "StagewrightError";
  /** `area/what`, for example `pipeline/order`; a code is never given a second meaning. */
  readonly code: string;
  /** What to do next, in a sentence. */
  readonly hint: string | undefined;
  /** Where: a file with a line, a stage, a flag. */
  readonly place: string | undefined;

  constructor(code: string, message: string, more: { hint?: string; place?: string; cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.hint = more.hint;
    this.place = more.place;
  }
}

/** Two copies of the library can meet in one process (a linked package, a loader), so the name counts, not the class. */
export function isStagewrightError(error: unknown): error is StagewrightError {
  return error instanceof Error && error.name === "StagewrightError" && "code" in error;
}
