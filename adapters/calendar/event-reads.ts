import { type Implementation, isStagewrightError } from "../../src/dsl/index.js";
import type { Conflicts, calendar } from "./calendar.js";
import { assertOrder } from "./event-order.js";
import { instantIn } from "./event-text.js";
import type { WrittenEvent } from "./ics-file.js";
import { occurrencesOf, overlaps, type Span } from "./occurrences.js";
import { conflictsIn, shown, together } from "./shown.js";

type Calls = Implementation<(typeof calendar)["calls"]>["calls"];

export interface WhatIsWritten {
  /** Which calendar; the one that was set up if left out. */
  readonly calendar: string | undefined;
  /** What does not touch it may be left out. */
  readonly span: Span;
  readonly signal: AbortSignal;
}

/** The times that a server itself says are taken; undefined where it does not say. */
export type BusyOf = (wanted: WhatIsWritten) => Promise<readonly Span[] | undefined>;

const DAY_MS = 86_400_000;

/**
 * What a calendar is asked, answered from the events that are written down in it. `own` is its zone. A server that says
 * by itself which times are taken is asked first: where nothing is taken, no event is read, and where it does not show
 * the events, the times are all there is.
 */
export function eventReads(
  own: string,
  eventsOf: (wanted: WhatIsWritten) => Promise<readonly WrittenEvent[]>,
  busyOf: BusyOf = async () => undefined,
): Pick<Calls, "listEvents" | "checkConflicts"> {
  return {
    listEvents: {
      async perform(request, { signal }) {
        signal.throwIfAborted();
        const span = { from: Date.parse(request.from), to: Date.parse(request.to) };
        const events = await eventsOf({ calendar: request.calendar, span, signal });
        return (await occurrencesOf(events, { ...span, zone: own })).map(shown);
      },
    },
    checkConflicts: {
      async perform(request, { signal }) {
        signal.throwIfAborted();
        const zone = request.timeZone ?? own;
        assertOrder(request, zone);
        const span = { from: instantIn(request.start, zone), to: instantIn(request.end, zone) };
        const wanted = { calendar: request.calendar, span, signal };
        // By a day more on both sides: the server counts whole days in a zone of its own. An event that may be there it cannot leave out.
        const around = { from: span.from - DAY_MS, to: span.to + DAY_MS };
        const taken = request.ignore === undefined ? await busyOf({ ...wanted, span: around }) : undefined;
        if (taken?.length === 0) return { isFree: true, conflicts: [], busy: [] };
        try {
          const events = await eventsOf(wanted);
          const others = events.filter(({ uid }) => uid !== request.ignore);
          return conflictsIn(await occurrencesOf(others, { ...span, zone: own }), span, own);
        } catch (error) {
          if (taken === undefined || !isStagewrightError(error) || error.code !== "calendar/refused") throw error;
          return withoutEvents(taken.filter((one) => overlaps(one, span)));
        }
      },
    },
  };
}

function withoutEvents(taken: readonly Span[]): Conflicts {
  return { isFree: taken.length === 0, conflicts: [], busy: together(taken) };
}
