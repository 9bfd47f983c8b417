import { z } from "zod";
import type { AnyStage, Check, Finding, TaskResult } from "../../src/dsl/index.js";
import { faultsOf } from "./comment.js";
import { Judged } from "./judge.js";

/** What is to be done with one issue, and what shows that it may be. */
export const Entry = z.strictObject({ ...Judged.shape, comment: z.string().nullable() });
export type Entry = z.output<typeof Entry>;

export const Proposal = z.strictObject({
  entries: z.array(Entry),
  /** What was left out, and why. */
  notes: z.array(z.string()),
});
export type Proposal = z.output<typeof Proposal>;

export function proposalOf(judged: readonly Judged[], comments: readonly TaskResult[], notes: readonly string[]): Proposal {
  const written = new Map(comments.map((result) => [result.task.name, result]));
  const missing: string[] = [];
  const entries = judged.flatMap(({ comment: wanted, ...one }): Entry[] => {
    const result = wanted ? written.get(taskName(one)) : undefined;
    const comment = result?.status === "done" ? z.object({ markdown: z.string() }).parse(result.output).markdown : null;
    if (result !== undefined && result.status !== "done") missing.push(`issue ${one.number} gets no comment: ${result.reason.trim()}`);
    return comment === null && !one.close && one.add.length + one.remove.length === 0 ? [] : [{ ...one, comment }];
  });
  return { entries, notes: [...notes, ...missing] };
}

export function taskName({ number }: { readonly number: number }): string {
  return `issue-${number}`;
}

/** "Close 2 issues, comment on 5, label 3. Go ahead?" */
export function saysOf({ entries }: Proposal): string {
  const counts = [
    ["close", entries.filter(({ close }) => close).length],
    ["comment on", entries.filter(({ comment }) => comment !== null).length],
    ["label", entries.filter(({ add, remove }) => add.length + remove.length > 0).length],
  ] as const;
  const parts = counts
    .filter(([, count]) => count > 0)
    .map(([verb, count], index) => `${verb} ${count}${index > 0 ? "" : count === 1 ? " issue" : " issues"}`)
    .join(", ");
  return parts === "" ? "Change nothing. Go ahead?" : `${parts.charAt(0).toUpperCase()}${parts.slice(1)}. Go ahead?`;
}

/** Whatever a person edits: nothing is closed, labelled or touched that code has no evidence for in the issue itself. */
export function backedBy<const Name extends string>(stage: AnyStage<Name>): Check<Proposal, Name> {
  return {
    rule: "workboard/evidence",
    given: { judged: stage },
    run: (proposal, given) => unbacked(proposal, z.array(Judged).parse(given.judged)),
  };
}

function unbacked({ entries }: Proposal, judged: readonly Judged[]): readonly Finding[] {
  const seen = new Set<number>();
  return entries.flatMap((entry): readonly Finding[] => {
    const { number, close, add, remove, comment } = entry;
    const faults: string[] = [];
    const one = judged.find((known) => known.number === number);
    if (seen.has(number)) faults.push(`issue ${number} stands there twice`);
    seen.add(number);
    if (one === undefined) return findings([...faults, `issue ${number} is none of those that were looked at`]);
    if (entry.state !== one.state) faults.push(`issue ${number} is ${one.state} by its history, and not ${entry.state}`);
    if (JSON.stringify(entry.evidence) !== JSON.stringify(one.evidence)) {
      faults.push(`issue ${number} has other evidence than its history shows`);
    }
    if (close && !one.close) {
      const why =
        one.evidence === null ? "nothing in its history shows that it is done" : `${one.evidence.place} says "${one.evidence.quote}"`;
      faults.push(`issue ${number} is ${one.state}, and only what is done is closed: ${why}`);
    }
    for (const label of [
      ...add.filter((wanted) => !one.add.includes(wanted)),
      ...remove.filter((wanted) => !one.remove.includes(wanted)),
    ]) {
      faults.push(`issue ${number} has no evidence for a change of label "${label}"`);
    }
    return [...findings(faults), ...(comment === null ? [] : faultsOf(comment, one))];
  });
}

function findings(messages: readonly string[]): readonly Finding[] {
  return messages.map((message) => ({ rule: "workboard/evidence", severity: "error", message }));
}
