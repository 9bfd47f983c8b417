/** What was looked at, and how it is. */
export interface Finding {
  readonly area: string;
  readonly is: "right" | "to be looked at" | "wrong";
  readonly says: string;
  /** What to do about it. */
  readonly hint?: string;
}

export function right(area: string, says: string): Finding {
  return { area, is: "right", says };
}

export function toLookAt(area: string, says: string, hint: string): Finding {
  return { area, is: "to be looked at", says, hint };
}

export function wrong(area: string, says: string, hint?: string): Finding {
  return { area, is: "wrong", says, ...(hint !== undefined && { hint }) };
}
