import { isStagewrightError } from "../../../dsl/index.js";

/** Why a decision was not taken, for the page. */
export interface Problem {
  readonly status: number;
  readonly message: string;
  readonly hint: string | undefined;
  /** The field that it is about, by its id. */
  readonly at: string | undefined;
}

const STATUS: Readonly<Record<string, { readonly status: number; readonly at?: string }>> = {
  "gate/value": { status: 422, at: "text" },
  "gate/dod": { status: 422, at: "text" },
  "gate/edit": { status: 422, at: "text" },
  "gate/confirm": { status: 422, at: "confirm" },
  "gate/pin": { status: 422, at: "pin" },
  "pin/wrong": { status: 422, at: "pin" },
  "pin/none": { status: 422, at: "pin" },
  "pin/locked": { status: 429, at: "pin" },
  "gate/asks": { status: 422 },
  "gate/may-not": { status: 403 },
  "gate/not-open": { status: 409 },
  "gate/decided": { status: 409 },
  "gate/changed": { status: 409 },
  "gate/expired": { status: 410 },
  "store/no-run": { status: 404 },
  "store/leased": { status: 503 },
};

export function problemOf(error: unknown): Problem {
  if (!isStagewrightError(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return { status: 500, message, hint: undefined, at: undefined };
  }
  const { status, at } = STATUS[error.code] ?? { status: 500 };
  return { status, message: error.message, hint: HINTS[error.code] ?? error.hint, at };
}

/** What a person at the page can do, where the hint of the error is for the command line. */
const HINTS: Readonly<Record<string, string>> = {
  "gate/pin": "type it at the end of this page",
  "store/leased": "the run goes on at this moment: send it again in a little while",
};
