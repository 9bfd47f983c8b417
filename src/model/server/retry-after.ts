/** When a server wants to be asked again: after so long, or at a moment. */
export interface RetryAfter {
  readonly retryAfterMs?: number;
  readonly retryAt?: string;
  /** For a hint; empty where the server says nothing that can be read. */
  readonly words: string;
}

/** `Retry-After` is a number of seconds or a date; some servers give milliseconds in a header of their own. */
export function retryAfter(headers: Headers): RetryAfter {
  const ms = headers.get("retry-after-ms")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(ms)) return wait(Math.ceil(Number(ms)));
  const after = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(after)) return wait(Math.ceil(Number(after) * 1000));
  const date = Date.parse(after);
  if (Number.isNaN(date)) return { words: "" };
  return { retryAt: new Date(date).toISOString(), words: `it asks to wait until ${after}` };
}

function wait(ms: number): RetryAfter {
  return { retryAfterMs: ms, words: `it asks to wait ${ms / 1000} s before the next try` };
}
