import type { Severity } from "../../dsl/index.js";

/** Something found in the raw text, code included, as a UTF-16 range of it. */
export interface Hit {
  readonly rule: string;
  readonly severity: Severity;
  readonly from: number;
  readonly to: number;
  readonly message: string;
  /** Whether nobody may print it whole. */
  readonly isHidden: boolean;
}

/** In order, and of two that overlap the one that begins first; of two that begin together the one that was found by the earlier list. */
export function withoutOverlap(lists: readonly (readonly Hit[])[]): readonly Hit[] {
  const sorted = lists.flat().sort((a, b) => a.from - b.from);
  const kept: Hit[] = [];
  let end = 0;
  for (const hit of sorted) {
    if (hit.from < end) continue;
    kept.push(hit);
    end = hit.to;
  }
  return kept;
}
