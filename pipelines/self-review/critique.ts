import { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";

export const Verdict = z.object({ number: z.int().positive(), holds: z.boolean(), why: z.string() });
export type Verdict = z.output<typeof Verdict>;

export const VERDICT_FORM = `For each finding write one line in this form, and nothing else:

1 holds: why
2 refuted: why

A finding is refuted only by code that you can see.`;

/** The verdicts in a critic's answer. @throws StagewrightError `review/verdicts` where it gives none. */
export function verdictsFrom(text: string): readonly Verdict[] {
  const verdicts = text.split(/\r?\n/).flatMap((line) => {
    const [, number, word, why = ""] = /^\s*(?:[-*]\s*)?(\d+)[.)]?\s+(holds|refuted)\b\s*[:–-]?\s*(.*)$/i.exec(line) ?? [];
    return number === undefined ? [] : [{ number: Number(number), holds: word?.toLowerCase() === "holds", why: why.trim() }];
  });
  if (verdicts.length > 0) return verdicts;
  throw new StagewrightError("review/verdicts", "the critic's answer has no verdict", {
    hint: "a verdict is a line such as `1 holds: why`",
  });
}
