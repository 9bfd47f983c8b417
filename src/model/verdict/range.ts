/** A part of a text, from its first offset to the one after its last. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Whether an offset lies in one of the ranges, which are in order and apart from each other. */
export function isWithin(ranges: readonly Range[], offset: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range && range.to <= offset) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low];
  return range !== undefined && range.from <= offset;
}
