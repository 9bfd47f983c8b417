import { z } from "zod";
import type { Mail } from "../../adapters/index.js";
import { asData, cut } from "./about.js";
import type { Meeting } from "./meeting.js";
import { Span } from "./time.js";

/** What a meeting that is agreed on is noted as. */
export const Entry = Span.extend({
  calendar: z.string().nullable(),
  timeZone: z.string().nullable(),
  summary: z.string().min(1),
  status: z.enum(["confirmed", "tentative"]).describe("Tentative while the answer is a draft, which somebody has yet to send"),
});
export type Entry = z.output<typeof Entry>;

interface Around {
  readonly meeting: Meeting;
  readonly how: "draft" | "send";
  readonly calendar?: string | undefined;
  readonly timeZone?: string | undefined;
}

/** Only of a time that was free when it was looked up. */
export function entryOf({ subject, from }: Pick<Mail, "subject" | "from">, { meeting, how, calendar, timeZone }: Around): Entry | null {
  if (meeting === null || !meeting.isFree) return null;
  const title = cut(asData(subject).text.replaceAll(/\s+/g, " ").trim(), 200);
  return {
    ...meeting.asked,
    calendar: calendar ?? null,
    timeZone: timeZone ?? null,
    summary: title === "" ? `Meeting with ${from?.address ?? "nobody"}` : title,
    status: how === "send" ? "confirmed" : "tentative",
  };
}

/** An entry as the calendar is asked about it. */
export function spanOf({ start, end, calendar, timeZone }: Omit<Entry, "summary" | "status">) {
  return { start, end, ...(calendar !== null && { calendar }), ...(timeZone !== null && { timeZone }) };
}
