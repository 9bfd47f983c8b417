import { z } from "zod";

/** A task that another one finds necessary. Code decides whether it is added. */
export const Proposal = z.object({ kind: z.string(), title: z.string() });
export type Proposal = z.output<typeof Proposal>;

/** What a task's model has answered, as its checks see it. */
export const TaskAnswer = z.object({ markdown: z.string(), proposes: z.array(Proposal) });
export type TaskAnswer = z.output<typeof TaskAnswer>;

/** What a finished task gives to those that need it, to the note and to the report. */
export const TaskOutcome = z.object({ summary: z.string(), markdown: z.string(), proposes: z.array(Proposal) });
export type TaskOutcome = z.output<typeof TaskOutcome>;
