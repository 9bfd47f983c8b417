/**
 * What stands in the place of the output of a stage with `allowFailed` whose model has said nothing that can be used. Whatever it did
 * say, an announcement or a call written as text, goes no further.
 */
export interface Failed {
  readonly failed: "no findings";
}

export const FAILED: Failed = Object.freeze({ failed: "no findings" });

/** Whether a stage has nothing to say. What is left of the type is what it says otherwise. */
export function isFailed(output: unknown): output is Failed {
  if (typeof output !== "object" || output === null || Object.keys(output).length !== 1) return false;
  return "failed" in output && output.failed === FAILED.failed;
}
