/** From the least to the most severe. */
export const SEVERITIES = ["info", "warning", "error"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Whether a severity counts where `least` is the least that does. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least);
}

/** A place in a text. `line` and `column` are 1-based; `column` and `offset` count UTF-16 units, `offset` from 0. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** Replaces the UTF-16 range `from` (inclusive) to `to` (exclusive) by `insert`. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** What a check found. Findings of the stage's `failOn`, by default `error`, keep it from being done. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly at?: Place;
  readonly fix?: TextEdit;
}
