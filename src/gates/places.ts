import { z } from "zod";

/** Where people are asked at gates, beside the terminal and the page. */
export const Place = z.strictObject({
  /** A chat as messages name one: `telegram:4711`, `mail:ana@example.org`, or a name from `dispatch.chats`. */
  chat: z.string().min(1),
  /** Who is who there: what the channel knows of a writer (an id on Telegram, an address of e-mail), and the name that gates know. */
  people: z.record(z.string().min(1), z.string().min(1)),
  /** Only what these pipelines ask; all that is asked, if left out. */
  pipelines: z.array(z.string().min(1)).min(1).optional(),
});
export type Place = z.output<typeof Place>;

export const GateSettings = z.strictObject({ places: z.array(Place).default([]) });
export type GateSettings = z.output<typeof GateSettings>;
