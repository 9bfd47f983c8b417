import { z } from "zod";
import type { calendar, Mail } from "../../adapters/index.js";
import type { AdapterOf } from "../../src/dsl/index.js";
import { asData, cut } from "./about.js";
import type { Meeting } from "./meeting.js";
import { Span } from "./time.js";

/** What a meeting that is agreed on is noted as. */
export const Entry = Span.extend({
  calendar: z.string().nullable(),
  timeZone: z.string().nullable(),
  summary: z.string().min(1),
  description: z.string().min(1).describe("Which mail it is about: by it the entry is known again"),
  status: z.enum(["confirmed", "tentative"]).describe("Tentative while the answer is a draft, which somebody has yet to send"),
});
export type Entry = z.output<typeof Entry>;

interface Around {
  /** In which the mail lies. */
  readonly account: string | null;
  readonly meeting: Meeting;
  readonly how: "draft" | "send";
  readonly calendar?: string | undefined;
  readonly timeZone?: string | undefined;
}

/** Only of a time that was free when it was looked up. */
export function entryOf(
  { id, subject, from }: Pick<Mail, "id" | "subject" | "from">,
  { account, meeting, how, calendar, timeZone }: Around,
): Entry | null {
  if (meeting === null || !meeting.isFree) return null;
  const address = from?.address ?? "nobody";
  const title = cut(asData(subject).text.replaceAll(/\s+/g, " ").trim(), 200);
  return {
    ...meeting.asked,
    calendar: calendar ?? null,
    timeZone: timeZone ?? null,
    summary: title === "" ? `Meeting with ${address}` : title,
    description: `In answer to ${address}: mail ${id}${account === null ? "" : ` in ${account}`}`.replaceAll(/\s+/g, " "),
    status: how === "send" ? "confirmed" : "tentative",
  };
}

/** An entry as the calendar is asked about it. */
export function spanOf({ start, end, calendar, timeZone }: Pick<Entry, "start" | "end" | "calendar" | "timeZone">) {
  return { start, end, ...(calendar !== null && { calendar }), ...(timeZone !== null && { timeZone }) };
}

/**
 * What else takes up the time of an entry; null where nothing does. The entry itself may be there already: a process that
 * was killed has written it, and this one goes on.
 */
export async function takenBy(
  entry: Entry,
  { checkConflicts }: Pick<AdapterOf<typeof calendar>, "checkConflicts">,
): Promise<string | null> {
  const { isFree, conflicts } = await checkConflicts(spanOf(entry));
  const others = conflicts.filter(({ description }) => description !== entry.description);
  if (isFree || (others.length === 0 && conflicts.length > 0)) return null;
  const what = others.map(({ summary, start }) => `"${summary}" at ${start}`).join(", ");
  return `the time is taken by now${what === "" ? "" : `: ${what}`}`;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Looks, and writes the entry down where nothing else is there, before anybody else in this process looks: of two mails
 * that are approved together for one hour one gets it.
 */
export function notedIfFree<T>(
  entry: Entry,
  calls: Pick<AdapterOf<typeof calendar>, "checkConflicts">,
  note: () => Promise<T>,
): Promise<T | { readonly taken: string }> {
  const mine = last.then(async () => {
    const taken = await takenBy(entry, calls);
    return taken === null ? note() : { taken };
  });
  last = mine.catch(() => undefined);
  return mine;
}
