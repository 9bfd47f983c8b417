import { z } from "zod";
import { askDav, fileAt, isIcs, noAnswer } from "./caldav-answers.js";
import type { CalDavServer } from "./caldav-server.js";
import { readIcs, type WrittenEvent } from "./ics-file.js";
import type { Span } from "./occurrences.js";

const Data = z.object({
  calendarData: z.union([z.string(), z.object({ _cdata: z.string() }).transform(({ _cdata }) => _cdata)]),
});
const DAY_MS = 86_400_000;
const [FIRST, LAST] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T00:00:00Z")];

export interface Reading {
  readonly server: CalDavServer;
  /** Of the calendar. */
  readonly url: string;
  /** The zone of times that name none. */
  readonly own: string;
  readonly signal?: AbortSignal | undefined;
}

/** The events that touch a span, and some more: each series whole, with what is changed of it. */
export function eventsAround(reading: Reading, { from, to }: Span): Promise<WrittenEvent[]> {
  // By a day more on both sides: the server counts whole days in a zone of its own.
  const start = Math.min(from, to) - DAY_MS;
  const end = Math.max(from, to) + DAY_MS;
  return eventsBy(reading, { "c:time-range": { _attributes: { start: compact(start), end: compact(end) } } });
}

/** An event as it lies on the server. */
export interface Found {
  readonly url: string;
  readonly event: WrittenEvent;
}

/** The event of a UID: where it was written, else where a server that gives names of its own has put it. */
export async function eventOf(
  reading: Reading,
  { uid, file }: { readonly uid: string; readonly file: string },
): Promise<Found | undefined> {
  const isIt = (event: WrittenEvent) => event.uid === uid && event.insteadOf === undefined;
  const there = (await eventsIn(reading, file))?.find(isIt);
  if (there !== undefined) return { url: file, event: there };
  const matching = {
    "c:prop-filter": { _attributes: { name: "UID" }, "c:text-match": { _attributes: { collation: "i;octet" }, _text: uid } },
  };
  const event = (await eventsBy(reading, matching)).find(isIt);
  return event && { url: event.place, event };
}

/** What lies in one file; undefined where there is none. */
export async function eventsIn({ server, own, signal }: Reading, file: string): Promise<WrittenEvent[] | undefined> {
  const text = await fileAt(server, file, signal);
  return text === undefined ? undefined : readIcs(text, { place: file, own });
}

async function eventsBy({ server, url, own, signal }: Reading, filter: object): Promise<WrittenEvent[]> {
  const files = await askDav(server, {
    method: "REPORT",
    url,
    depth: "1",
    body: {
      "c:calendar-query": {
        prop: { "c:calendar-data": {} },
        "c:filter": {
          "c:comp-filter": { _attributes: { name: "VCALENDAR" }, "c:comp-filter": { _attributes: { name: "VEVENT" }, ...filter } },
        },
      },
    },
    props: Data,
    signal,
  });
  const events: WrittenEvent[] = [];
  for (const file of files) {
    signal?.throwIfAborted();
    if (!isIcs(file.props.calendarData)) throw noAnswer(file.url, "what it holds is not iCalendar");
    events.push(...(await readIcs(file.props.calendarData, { place: file.url, own })));
  }
  return events;
}

/** As iCalendar writes a time in UTC, which has four digits for the year. */
export function compact(instant: number): string {
  return `${new Date(Math.max(FIRST, Math.min(LAST, instant))).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}
