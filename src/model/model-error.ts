import { StagewrightError } from "../dsl/index.js";

interface Facts {
  readonly hint: string;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly retryAt?: string | undefined;
  readonly windowTokens?: number | undefined;
  readonly neededTokens?: number | undefined;
}

/** A call that a model's server turned down, with the facts by which a caller decides whether to try again, and when. */
export class ModelError extends StagewrightError {
  /** The HTTP status, where there was one. */
  readonly status: number | undefined;
  /** How long the server asks to wait. It gives this, or {@link retryAt}, or neither. */
  readonly retryAfterMs: number | undefined;
  /** Until when the server asks to wait, in ISO 8601 and UTC. */
  readonly retryAt: string | undefined;
  /** For `model/context`: how large the window is, and how much the request would take of it, where the server says so. */
  readonly windowTokens: number | undefined;
  readonly neededTokens: number | undefined;

  constructor(code: string, message: string, { hint, status, retryAfterMs, retryAt, windowTokens, neededTokens }: Facts) {
    super(code, message, { hint });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.retryAt = retryAt;
    this.windowTokens = windowTokens;
    this.neededTokens = neededTokens;
  }
}
