import { z } from "zod";
import type { AnyStage, Check, Finding } from "../../src/dsl/index.js";
import { MailClass } from "./classify.js";
import { agrees } from "./draft.js";
import { Entry } from "./entry.js";
import { Sender } from "./sender.js";

/** What the gate shows. Only `markdown`, the text of the answer, may be edited. */
export const Proposal = z.strictObject({
  account: z.string().nullable(),
  mail: z.string(),
  subject: z.string(),
  class: MailClass,
  why: z.string(),
  sender: Sender,
  to: z.array(z.string()),
  how: z.enum(["draft", "send"]),
  warnings: z.array(z.string()),
  entry: Entry.nullable().describe("What is noted in the calendar where the answer says that the time suits"),
  markdown: z.string(),
});
export type Proposal = z.output<typeof Proposal>;

/** "Put an answer to "Offer" to ana@example.org among the drafts, with 1 warning. Go ahead?" */
export function saysOf({ subject, to, how, warnings, entry, markdown }: Proposal): string {
  const title = subject.replaceAll(/\s+/g, " ").trim() || "(no subject)";
  const shown = title.length > 80 ? `${title.slice(0, 79)}…` : title;
  const warned = warnings.length === 0 ? "" : `, with ${warnings.length} ${warnings.length === 1 ? "warning" : "warnings"}`;
  const whom = to.join(", ");
  const noted = entry !== null && agrees(markdown) ? `, and ${entry.start} into the calendar` : "";
  return how === "send"
    ? `Send an answer to "${shown}" to ${whom}${noted}${warned}. Go ahead?`
    : `Put an answer to "${shown}" to ${whom} among the drafts${noted}${warned}. Go ahead?`;
}

/** A person may change what is said; to whom, from where and about what is code's. */
export function onlyTextChanged<const Name extends string>(stage: AnyStage<Name>): Check<Proposal, Name> {
  return {
    rule: "email-triage/frame",
    given: { frame: stage },
    run: (proposal, { frame }) => {
      const expected: Readonly<Record<string, unknown>> = Proposal.omit({ markdown: true }).parse(frame);
      const given: Readonly<Record<string, unknown>> = proposal;
      return Object.keys(expected)
        .filter((key) => JSON.stringify(expected[key]) !== JSON.stringify(given[key]))
        .map(
          (key): Finding => ({
            rule: "email-triage/frame",
            severity: "error",
            message: `"${key}" is not what code found; only the text of an answer may be edited`,
          }),
        );
    },
  };
}
