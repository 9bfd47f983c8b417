import { isStagewrightError } from "../dsl/index.js";
import { EXIT, type ExitCode } from "./exit-code.js";

/** With a damaged journal or disk nothing about the usage is wrong. */
const NOT_USAGE = /^(journal|blob)\/|^store\/(full|read-only|disk)$/;

export function exitCodeOf(error: unknown): ExitCode {
  return isStagewrightError(error) && !NOT_USAGE.test(error.code) ? EXIT.usage : EXIT.failed;
}

/** An error for people: what, where, what to do; the stack only when asked for. */
export function errorText(error: unknown, { verbose }: { readonly verbose: boolean }): string {
  const { message, place, hint } = factsOf(error);
  const [first = "", ...rest] = message.split("\n");
  const lines = [`error: ${first}`, ...rest.map((line) => `  ${line}`)];
  if (place !== undefined && !message.includes(place)) lines.push(`  at ${place}`);
  if (hint !== undefined) lines.push(`  hint: ${hint}`);
  if (verbose) for (let cause = error; cause instanceof Error; cause = cause.cause) lines.push(cause.stack ?? String(cause));
  return `${lines.join("\n")}\n`;
}

/** The same facts for programs, as one JSON value. */
export function errorJson(error: unknown): string {
  return `${JSON.stringify({ error: factsOf(error) }, undefined, 2)}\n`;
}

interface Facts {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly place?: string;
}

function factsOf(error: unknown): Facts {
  if (!isStagewrightError(error)) {
    return {
      code: "unexpected",
      message: error instanceof Error ? error.message : String(error),
      hint: "--verbose shows where it happened",
    };
  }
  const { code, message, hint, place } = error;
  return { code, message, ...(hint !== undefined && { hint }), ...(place !== undefined && { place }) };
}
