import { z } from "zod";
import { appendLines, parsedLine, textOf } from "./json-lines.js";

const Noted = z.object({
  key: z.string(),
  /** Counts from 0. */
  part: z.int(),
  of: z.int(),
  became: z.enum(["begun", "sent", "refused"]),
  message: z.string().optional(),
  at: z.string().optional(),
});
export type Noted = z.output<typeof Noted>;

/** What is known of a text that is sent in parts, one after the other. */
export interface Sending {
  readonly of: number;
  readonly sent: readonly { readonly message: string; readonly at: string }[];
  /** A part was begun, and nobody noted what became of it. */
  readonly isUnclear: boolean;
}

export async function note(path: string, noted: Noted): Promise<void> {
  await appendLines(path, [noted]);
}

export async function sendingUnder(path: string, key: string): Promise<Sending | undefined> {
  const noted = (await textOf(path)).split("\n").flatMap((line) => Noted.safeParse(parsedLine(line)).data ?? []);
  const mine = noted.filter((one) => one.key === key);
  const last = mine.at(-1);
  if (last === undefined) return undefined;
  const sent = mine.flatMap(({ message, at }) => (message === undefined || at === undefined ? [] : [{ message, at }]));
  return { of: last.of, sent, isUnclear: last.became === "begun" };
}
