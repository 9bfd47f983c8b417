/** Where a link, an image or a link definition leads, and the range of that target in the original. */
export interface Link {
  readonly target: string;
  readonly from: number;
  readonly to: number;
}

/** A block of code between fences of ticks or tildes. */
export interface Fence {
  /** The fence's opening marks. */
  readonly marks: string;
  readonly isClosed: boolean;
  readonly from: number;
  readonly to: number;
}

/** A target may stand between angle brackets. */
export function targetOf(source: string): string {
  return source.startsWith("<") && source.endsWith(">") ? source.slice(1, -1) : source;
}
