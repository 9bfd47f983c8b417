import { z } from "zod";
import { type AnyStage, type Check, type Finding, StagewrightError } from "../../src/dsl/index.js";
import { Evidence } from "./evidence.js";

const Link = z.object({ text: z.string(), evidence: z.array(z.string()) });

export const Analysis = z.object({
  /** From the first thing that went wrong to the symptom. */
  cause: z.array(Link),
  /** What could be done; nothing of it has been. */
  proposed: z.array(z.string()),
  /** How to see that it is mended. */
  verification: z.array(z.string()),
});
export type Analysis = z.output<typeof Analysis>;

export const FORM = `Answer in this form, and with nothing else:

## Cause

1. What happened first, in a sentence. [E3]
2. What followed from it. [E5, E7]

## Proposed

1. What would keep it from happening again.

## Verification

1. How to see that it is mended.

Each sentence under Cause ends in the evidence that shows it. What no line shows is no cause: leave it out. If the evidence shows no cause, write nothing under Cause.`;

/** The embedded writer tells facts and draws no conclusions; it says so in its last line. */
const WITHOUT_A_MODEL = /composed without a language model/;

/** @throws StagewrightError `incident/form` where a section is missing. */
export function analysisFrom(markdown: string): Analysis {
  if (WITHOUT_A_MODEL.test(markdown)) return { cause: [], proposed: [], verification: [] };
  const items = (title: string) => {
    const section = new RegExp(`^##\\s+${title}\\s*$\\n?([\\s\\S]*?)(?=^##\\s|(?![\\s\\S]))`, "im").exec(markdown)?.[1];
    if (section === undefined) {
      throw new StagewrightError("incident/form", `the answer has no section "${title}"`, {
        hint: "the sections are Cause, Proposed and Verification",
      });
    }
    return section.split(/\r?\n/).flatMap((line) => /^\s*(?:\d+[.)]|[-*])\s+(.*\S)/.exec(line)?.[1] ?? []);
  };
  const cause = items("Cause").map((item) => {
    const ids = /\[((?:E\d+(?:\s*,\s*)?)+)\]\s*\.?$/.exec(item)?.[1]?.split(/\s*,\s*/) ?? [];
    return { text: item.replace(/\s*\[[^\]]*\]\s*\.?$/, "").trim(), evidence: ids };
  });
  return { cause, proposed: items("Proposed"), verification: items("Verification") };
}

/** Each link of the cause is tied to lines that the stage gathered. */
export function tiedTo<const Name extends string>(stage: AnyStage<Name>): Check<Analysis, Name> {
  return { rule: "incident/tied", given: { evidence: stage }, run: ({ cause }, given) => untied(cause, linesIn(given.evidence)) };
}

function linesIn(evidence: unknown): readonly Evidence[] {
  return z.object({ lines: z.array(Evidence) }).parse(evidence).lines;
}

function untied(cause: Analysis["cause"], evidence: readonly Evidence[]): readonly Finding[] {
  const ids = new Set(evidence.map(({ id }) => id));
  return cause.flatMap(({ text, evidence: cited }): Finding[] => {
    const unknown = cited.find((id) => !ids.has(id));
    if (cited.length > 0 && unknown === undefined) return [];
    const message =
      unknown === undefined
        ? `"${text}" cites no evidence: end it with the lines that show it, such as [E1], or leave it out`
        : `"${text}" cites ${unknown}, and there is no such line: the evidence goes from E1 to E${ids.size}`;
    return [{ rule: "incident/tied", severity: "error", message }];
  });
}
