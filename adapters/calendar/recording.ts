import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { type Created, calendar, type NewEvent } from "./calendar.js";
import { uidOf } from "./event-name.js";
import { assertOrder } from "./event-order.js";
import { formOf, instantIn } from "./event-text.js";
import { offsetAt, withOffset } from "./zone.js";

type CalendarCalls = (typeof calendar)["calls"];

export interface CalendarRecordingOptions {
  readonly answers?: Answers<CalendarCalls>;
  /** Where events are read; it may be real, since reading changes nothing. */
  readonly reads?: AnyImplementation;
  readonly timeZone?: string;
}

/** A calendar for a rehearsal: writes nothing down, and answers as a folder would. `answers` take the place of that. */
export function calendarRecording({ answers = {}, reads, timeZone }: CalendarRecordingOptions = {}): Recording {
  const own = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const create = (request: NewEvent, key: string, signal: AbortSignal): Created => {
    signal.throwIfAborted();
    const zone = request.timeZone ?? own;
    assertOrder(request, zone);
    const written = (when: string) => {
      if (!when.includes("T")) return when;
      const instant = instantIn(when, zone);
      return withOffset(instant, formOf(when, zone) === "utc" ? 0 : offsetAt(zone, instant));
    };
    const uid = uidOf(key);
    return { uid, address: `recording:${uid}`, start: written(request.start), end: written(request.end) };
  };
  return recording(
    calendar,
    { createEvent: (request, { key, signal }) => create(request, key, signal), ...answers },
    reads ? { reads } : {},
  );
}
