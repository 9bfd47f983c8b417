import type ICAL from "ical.js";
import { noAnswer } from "./caldav-answers.js";
import { compact, type Reading } from "./caldav-events.js";
import { loadIcal } from "./ical.js";
import type { Span } from "./occurrences.js";

/** With these, or with a list of files, a server answers a question that it does not know. */
const DOES_NOT_SAY = [400, 403, 404, 405, 409, 415, 422, 500, 501];

/**
 * The times that are taken, as the server counts them, also where it does not show by what. Undefined where it does not
 * say: the report is not on every server. Throws `calendar/answer`, and what a server's refusal is.
 */
export async function busyTimes({ server, url, signal }: Reading, { from, to }: Span): Promise<Span[] | undefined> {
  const body =
    '<?xml version="1.0" encoding="utf-8"?><c:free-busy-query xmlns:c="urn:ietf:params:xml:ns:caldav">' +
    `<c:time-range start="${compact(from)}" end="${compact(to)}"/></c:free-busy-query>`;
  const headers = { depth: "1", "content-type": "application/xml; charset=utf-8" };
  const { text } = await server.ask({ method: "REPORT", url, headers, body, signal, takes: DOES_NOT_SAY });
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\b[\s\S]*^BEGIN:VFREEBUSY\b/im.test(text)) return undefined;
  if (!/^END:VCALENDAR\s*$/im.test(text)) throw noAnswer(url, "the list of times that are taken is cut off");
  const ical = await loadIcal();
  try {
    const calendar = new ical.Component(ical.parse(text.replace(/^\uFEFF/, "").trim()));
    return calendar.getAllSubcomponents("vfreebusy").flatMap((list) => list.getAllProperties("freebusy").flatMap(takenBy));
  } catch (cause) {
    throw noAnswer(url, `the list of times that are taken cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function takenBy(property: ICAL.Property): Span[] {
  if (property.getFirstParameter("fbtype")?.toUpperCase() === "FREE") return [];
  return property.getValues().map((value) => {
    // The value of this property is a period, as its own type does not say.
    const period = value as ICAL.Period;
    return { from: instantOf(period.start), to: instantOf(period.getEnd()) };
  });
}

function instantOf(time: ICAL.Time): number {
  const instant = time.toJSDate().getTime();
  if (Number.isNaN(instant)) throw new Error(`"${time}" is no time`);
  return instant;
}
