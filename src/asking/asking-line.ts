import { z } from "zod";

const Decision = z.discriminatedUnion("decision", [
  z.object({ decision: z.literal("approve") }),
  z.object({ decision: z.literal("reject"), reason: z.string() }),
  /** As it was written: it is read when it is carried out. */
  z.object({ decision: z.literal("answer"), text: z.string() }),
]);

/** What happens with questions that were put to people, in the order in which it happens. */
export const AskingLine = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("asked"),
    id: z.string(),
    /** By which an answer says what it answers. */
    code: z.string(),
    run: z.string(),
    opened: z.int(),
    pipeline: z.string(),
    gate: z.string(),
    digest: z.string(),
    /** Where, as `channel:chat`, and as the configuration names it. */
    to: z.string(),
    place: z.string(),
    /** Whether it asks for data. */
    isForm: z.boolean(),
    at: z.string(),
  }),
  z.object({ type: z.literal("reminded"), id: z.string(), times: z.int() }),
  /** The channel's own ids of a message that belongs to a question: by them an answer says what it answers. */
  z.object({ type: z.literal("sent"), id: z.string(), to: z.string(), provider: z.array(z.string()) }),
  /** A rejection without a reason: the next answer of this person to this question is the reason. */
  z.object({ type: z.literal("why"), id: z.string(), by: z.string() }),
  /** Somebody has answered. Written down before it is carried out, so that it is not lost if this process ends. */
  z.object({ type: z.literal("answered"), key: z.string(), id: z.string(), by: z.string(), decision: Decision, at: z.string() }),
  z.object({ type: z.literal("carried"), key: z.string() }),
  /** Something is to be said in the chat of a question. */
  z.object({ type: z.literal("misread"), id: z.string() }),
  /** The gate waits no more, and the place has been told. */
  z.object({ type: z.literal("settled"), id: z.string() }),
  /** `took`: what was taken as an answer of what was heard last, for whoever listens from an earlier cursor. */
  z.object({ type: z.literal("heard"), channel: z.string(), cursor: z.string(), took: z.array(z.string()).default([]) }),
]);
export type AskingLine = z.output<typeof AskingLine>;
export type LineOf<T extends AskingLine["type"]> = Extract<AskingLine, { readonly type: T }>;
