import { z } from "zod";

/** What a hook has taken and is to be done. It is on the disk before the sender is answered. */
export const HookWork = z.object({
  /** The same for a delivery that is sent again: work that is made under it is made once. */
  id: z.string(),
  hook: z.string(),
  at: z.iso.datetime(),
  pipeline: z.string().optional(),
  agent: z.string().optional(),
  lane: z.string().optional(),
  deliver: z.object({ channel: z.string(), to: z.string().optional() }).optional(),
  input: z.record(z.string(), z.json()),
  message: z.string().optional(),
  body: z.json(),
});
export type HookWork = z.output<typeof HookWork>;
