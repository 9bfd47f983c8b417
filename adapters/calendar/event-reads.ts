import type { Implementation } from "../../src/dsl/index.js";
import type { calendar } from "./calendar.js";
import { assertOrder } from "./event-order.js";
import { instantIn } from "./event-text.js";
import type { WrittenEvent } from "./ics-file.js";
import { occurrencesOf, type Span } from "./occurrences.js";
import { conflictsIn, shown } from "./shown.js";

type Calls = Implementation<(typeof calendar)["calls"]>["calls"];

export interface WhatIsWritten {
  /** Which calendar; the one that was set up if left out. */
  readonly calendar: string | undefined;
  /** What does not touch it may be left out. */
  readonly span: Span;
  readonly signal: AbortSignal;
}

/** What a calendar is asked, answered from the events that are written down in it. `own` is its zone. */
export function eventReads(
  own: string,
  eventsOf: (wanted: WhatIsWritten) => Promise<readonly WrittenEvent[]>,
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
        const events = await eventsOf({ calendar: request.calendar, span, signal });
        const others = events.filter(({ uid }) => uid !== request.ignore);
        return conflictsIn(await occurrencesOf(others, { ...span, zone: own }), span, own);
      },
    },
  };
}
