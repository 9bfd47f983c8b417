import { readIcs, type WrittenEvent } from "./ics-file.js";
import type { Point } from "./point.js";
import { withOffset } from "./zone.js";

/** What the first event of an invitation says of itself. A stranger wrote it: data, never orders. */
export interface Invitation {
  readonly uid: string;
  readonly summary: string;
  /** A day, a time with its offset, or, where no zone is named and none was given, a time on the clock. */
  readonly start: string;
  readonly end: string;
  readonly isSeries: boolean;
  readonly isCancelled: boolean;
}

export interface InvitationOptions {
  /** Of times that name no zone. */
  readonly timeZone?: string | undefined;
}

/** A zone that no calendar program writes, so that a time without any zone is told from the others. */
const NO_ZONE = "Etc/Zulu";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The first event in the text of an .ics file; undefined where there is none. Throws `calendar/file`, `calendar/zone`. */
export async function readInvitation(text: string, { timeZone = NO_ZONE }: InvitationOptions = {}): Promise<Invitation | undefined> {
  const events = await readIcs(text, { place: "the invitation", own: timeZone });
  const event = events.find(({ insteadOf }) => insteadOf === undefined) ?? events[0];
  if (event === undefined) return undefined;
  return {
    uid: event.uid,
    summary: event.summary,
    ...spanOf(event),
    isSeries: event.rules.length > 0 || event.added.length > 0,
    isCancelled: event.status === "cancelled" || /^METHOD:CANCEL\s*$/im.test(text),
  };
}

/** An event without an end takes an hour, or its day. */
function spanOf({ start, lastsMs }: WrittenEvent): { readonly start: string; readonly end: string } {
  if (start.kind === "day") return { start: dayText(start.day), end: dayText(start.day + Math.max(DAY_MS, lastsMs)) };
  return { start: timeText(start, 0), end: timeText(start, lastsMs === 0 ? HOUR_MS : lastsMs) };
}

function timeText({ instant, zone }: Extract<Point, { readonly kind: "time" }>, laterMs: number): string {
  const at = instant + laterMs;
  return zone.name === NO_ZONE ? new Date(at).toISOString().slice(0, 19) : withOffset(at, zone.offsetAt(at));
}

function dayText(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}
