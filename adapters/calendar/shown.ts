import type { CalendarEvent, Conflicts } from "./calendar.js";
import { type Occurrence, overlaps, type Span, spanOf } from "./occurrences.js";
import type { Point } from "./point.js";
import { withOffset } from "./zone.js";

/** An occurrence as the interface gives it. */
export function shown({ event, start, inSeries }: Occurrence): CalendarEvent {
  const { uid, summary, status, isBusy, location, description, organizer, attendees, lastsMs } = event;
  const end: Point = start.kind === "day" ? { ...start, day: start.day + lastsMs } : { ...start, instant: start.instant + lastsMs };
  return {
    uid,
    occurrence: inSeries === undefined ? null : written(inSeries),
    summary,
    start: written(start),
    end: written(end),
    isAllDay: start.kind === "day",
    timeZone: start.kind === "day" ? null : start.zone.name,
    status: status === "tentative" ? "tentative" : "confirmed",
    isBusy,
    location,
    description,
    organizer,
    attendees: [...attendees],
  };
}

function written(point: Point): string {
  if (point.kind === "day") return new Date(point.day).toISOString().slice(0, 10);
  return withOffset(point.instant, point.zone.offsetAt(point.instant));
}

/** What takes up some of a span. */
export function conflictsIn(occurrences: readonly Occurrence[], span: Span, zone: string): Conflicts {
  const found = occurrences.filter((one) => one.event.isBusy && overlaps(spanOf(one, zone), span));
  return { isFree: found.length === 0, conflicts: found.map(shown), busy: together(found.map((one) => spanOf(one, zone))) };
}

/** Times as the interface gives them, those that touch put together. */
export function together(spans: readonly Span[]): Conflicts["busy"] {
  const busy: { from: number; to: number }[] = [];
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    const last = busy.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else busy.push({ from, to });
  }
  return busy.map(({ from, to }) => ({ start: new Date(from).toISOString(), end: new Date(to).toISOString() }));
}
