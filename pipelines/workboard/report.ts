import { z } from "zod";
import type { ItemResult } from "../../src/dsl/index.js";
import type { Entry, Proposal } from "./proposal.js";

/** What became of an issue, as its own run says it. */
export const Settled = z.object({ number: z.int(), did: z.array(z.string()) });
export type Settled = z.output<typeof Settled>;

/** A line for each issue: what was done, or why it was not, and what shows it. */
export function reportOf({ entries, notes }: Proposal, results: readonly ItemResult<Settled>[]): string {
  const lines = entries.map((entry, index) => {
    const result = results[index];
    const did = result?.status === "done" ? result.output.did.join(", ") : `nothing: ${reasonOf(result)}`;
    return `#${entry.number} ${entry.state}  ${did}${shownBy(entry)}`;
  });
  return [...lines, ...notes].join("\n");
}

function reasonOf(result: ItemResult<Settled> | undefined): string {
  return result === undefined || result.status === "done" ? "it was not reached" : result.reason.split("\n")[0]?.trim() || result.status;
}

function shownBy({ evidence }: Entry): string {
  return evidence === null ? "" : `  (${evidence.place}: "${evidence.quote}")`;
}
