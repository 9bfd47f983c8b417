import { z } from "zod";
import { jsonSchemaOf, type ToolSpec } from "../model/index.js";
import { complaintOf } from "./complaint.js";
import { BLOCKED } from "./toolbox.js";
import type { Blocked } from "./work.js";

const Reason = z.strictObject({
  reason: z.string().trim().min(1).describe("why the task cannot go on, in a sentence"),
  waitingOn: z.string().trim().min(1).optional().describe("who or what has to come first"),
});

/** The tool by which a model says that it cannot go on. It runs nothing and costs nothing. */
export const blockedSpec: ToolSpec = Object.freeze({
  name: BLOCKED,
  description: "Ends the task as blocked: it cannot be done before something else has come. Not for a task that is done.",
  parameters: jsonSchemaOf(Reason) ?? {},
});

export function blockedBy(args: Readonly<Record<string, unknown>>): Blocked | { readonly complaint: string } {
  const parsed = Reason.safeParse(args);
  return parsed.success ? parsed.data : { complaint: complaintOf(parsed.error, Object.keys(Reason.shape)) };
}
