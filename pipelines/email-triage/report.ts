import { z } from "zod";
import type { ItemResult } from "../../src/dsl/index.js";

/** What the run of one mail did. */
export const Delivered = z.object({ how: z.enum(["draft", "send"]), folder: z.string(), to: z.array(z.string()) });
export type Delivered = z.output<typeof Delivered>;

/** What became of a time that the answer agrees to: it stands in the calendar, or something else does. */
export type Noted = { readonly start: string; readonly status: "confirmed" | "tentative" } | { readonly taken: string };

/** And what became of its entry in the calendar; null where none was wanted. */
export const Answered = Delivered.extend({ noted: z.string().nullable() });
export type Answered = z.output<typeof Answered>;

export interface Listed {
  readonly subject: string;
  readonly from: string;
}

/** A line for each mail: what was done, or why nothing was. */
export function reportOf(mails: readonly Listed[], results: readonly ItemResult<Answered>[], notes: readonly string[]): string {
  const lines = mails.map(({ subject, from }, index) => `"${oneLine(subject)}" from ${oneLine(from)}: ${said(results[index])}`);
  return [...lines, ...notes].join("\n");
}

function said(result: ItemResult<Answered> | undefined): string {
  if (result === undefined) return "it was not reached";
  if (result.status !== "done") {
    const reason = oneLine(result.reason);
    return result.status === "skipped" ? reason : `failed: ${reason}`;
  }
  const { how, folder, to, noted } = result.output;
  return `${how === "send" ? "answered" : "a draft lies"} in ${folder}, to ${to.join(", ")}${noted === null ? "" : `; ${oneLine(noted)}`}`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
