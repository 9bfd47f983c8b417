import { z } from "zod";
import { booking, Confirmation, calendar, Offer } from "../adapters/index.js";
import { decide, deliver, gate, gather, input, pipeline, rollbackTo, StagewrightError } from "../src/dsl/index.js";
import { asAsked } from "./booking/as-asked.js";
import { byNearness, dayOf, later, Plan, plain, saysOf } from "./booking/plan.js";

export const request = input(
  z.object({
    place: z.string().trim().min(1).describe("the venue, or what its site can be searched by"),
    day: z.iso.date().describe("YYYY-MM-DD"),
    time: z.iso.time({ precision: -1 }).describe("about when, HH:MM, on the clock of the venue"),
    people: z.int().min(1).max(500).describe("for how many"),
    name: z.string().trim().min(1).describe("under which name"),
    contact: z.string().trim().min(1).describe("an e-mail address or a telephone number, for the venue"),
    note: z.string().trim().min(1).optional().describe("what the venue should know"),
    occasion: z.string().trim().min(1).max(60).default("Dinner").describe("what it is called, in the question and in the calendar"),
    minutes: z.int().min(15).max(1_440).default(120).describe("how long it takes in the calendar"),
    calendar: z.string().min(1).optional().describe("in which calendar it is noted"),
    timeZone: z.string().min(1).optional().describe("of the venue, such as Europe/Bucharest; the calendar's own by default"),
  }),
);

/** What the site offers by now. */
export const search = gather("search", {
  needs: { request },
  uses: { booking },
  output: z.object({ offers: z.array(Offer) }),
  timeoutMs: 120_000,
  retries: 1,
  run: async ({ request: { place, day, time, people } }, { booking }) => {
    const { offers } = await booking.searchVenue({ place, day, time, people });
    // A site may show more than it was asked for.
    return { offers: byNearness(offers, time).filter((offer) => offer.day === day && offer.seats >= people) };
  },
});

/** The offer nearest to the time that was asked for at which the calendar has nothing. */
export const choice = gather("choice", {
  needs: { request, search },
  uses: { calendar },
  output: z.object({ plan: Plan.nullable(), taken: z.array(z.string()).describe("What stands against the offers that were passed over") }),
  timeoutMs: 120_000,
  run: async ({ request, search: { offers } }, { calendar, now }) => {
    const taken: string[] = [];
    for (const offer of offers) {
      const end = later(offer.day, offer.time, request.minutes);
      const { isFree, conflicts } = await calendar.checkConflicts({ ...spanOf(offer, end), ...inCalendar(request) });
      const { occasion, day, time, people } = request;
      const plan = { occasion, asked: { day, time }, today: now().toISOString().slice(0, 10), offer, people, end };
      if (isFree) return { plan, taken };
      taken.push(`${offer.time} collides with ${conflicts.map(({ summary }) => plain(summary)).join(", ") || "something"}`);
    }
    return { plan: null, taken };
  },
});

export const possible = decide("possible", {
  needs: { request, search, choice },
  ways: { ask: "go on", rest: "stop" },
  choose: ({ choice: { plan } }) => (plan === null ? "rest" : "ask"),
  because: ({ request: { place, day, people }, search: { offers }, choice: { plan, taken } }) => {
    if (plan !== null) return [`${plan.offer.time} is free`, ...taken].join("; ");
    const what = `${plain(place)}, ${dayOf(day, day)}, ${people} ${people === 1 ? "person" : "people"}`;
    return offers.length === 0 ? `nothing is free: ${what}` : `nothing was booked: ${what}: ${taken.join("; ")}`;
  },
});

/** What was chosen, as the person is asked about it. */
export const plan = gather("plan", {
  needs: { choice },
  output: Plan,
  run: ({ choice: { plan } }) => {
    if (plan === null) throw new StagewrightError("booking/no-offer", "there is no offer to book");
    return plan;
  },
});

export const approve = gate("approve", { tier: 3, shows: plan, says: (shown) => saysOf(shown) });

/** The calendar once more: while the gate waited, the hour may have been taken. */
export const again = gather("again", {
  needs: { request, approve },
  uses: { calendar },
  output: z.object({ why: z.string().nullable() }),
  timeoutMs: 120_000,
  run: async ({ request, approve: { offer, end } }, { calendar }) => {
    const { isFree, conflicts } = await calendar.checkConflicts({ ...spanOf(offer, end), ...inCalendar(request) });
    const taken = conflicts.map(({ summary }) => plain(summary)).join(", ") || "something";
    return { why: isFree ? null : `nothing was booked: ${offer.time} collides by now with ${taken}` };
  },
});

export const unchanged = decide("unchanged", {
  needs: { again },
  ways: { go: "go on", changed: "stop" },
  choose: ({ again }) => (again.why === null ? "go" : "changed"),
  because: ({ again }) => again.why ?? "the calendar is still free",
});

export const reserved = deliver("reserved", {
  needs: { request, approve },
  to: booking,
  timeoutMs: 180_000,
  call: (booking, { request: { name, contact, note }, approve: { offer, people } }) =>
    booking.reserve({ offer, people, name, contact, ...(note !== undefined && { note }) }),
});

/** A venue that changed its mind is searched again, and what is found then is asked about anew. */
export const course = decide("course", {
  needs: { approve, reserved },
  ways: { booked: "go on", gone: rollbackTo(search, { max: 2 }) },
  choose: ({ reserved }) => (reserved.booked ? "booked" : "gone"),
  because: ({ approve: { offer }, reserved }) =>
    reserved.booked ? `${plain(offer.venue)} has booked it` : `${plain(offer.venue)} at ${offer.time} is gone: ${plain(reserved.gone)}`,
});

export const entry = deliver("entry", {
  needs: { request, approve, reserved },
  to: calendar,
  timeoutMs: 120_000,
  call: async (calendar, { request, approve: { occasion, offer, end }, reserved }) => {
    const description = reserved.booked ? `Code ${reserved.code}, reference ${reserved.reference}\n${reserved.address}` : "";
    const what = { summary: `${occasion} at ${offer.venue}`, location: offer.venue, description };
    return calendar.createEvent({ ...spanOf(offer, end), ...inCalendar(request), ...what });
  },
});

/** That it was booked is not taken from what answered the form: it is read back, and compared with what was agreed to. */
export const confirmed = gather("confirmed", {
  needs: { reserved, entry },
  uses: { booking },
  output: Confirmation,
  dod: [asAsked(approve)],
  timeoutMs: 120_000,
  run: async ({ reserved }, { booking }) => {
    const found = reserved.booked ? await booking.confirm({ reference: reserved.reference }) : null;
    if (found !== null) return found;
    throw new StagewrightError("booking/missing", "the venue's own page knows nothing of the booking", {
      hint: "ask the venue; the entry in the calendar is there",
    });
  },
});

export default pipeline("booking", {
  description: "A table searched, held against the calendar, booked once a person has agreed, noted, and read back",
  input: request,
  stages: [search, choice, possible, plan, approve, again, unchanged, reserved, course, entry, confirmed],
});

function spanOf({ day, time }: Offer, end: string) {
  return { start: `${day}T${time}`, end };
}

function inCalendar({ calendar, timeZone }: { readonly calendar?: string | undefined; readonly timeZone?: string | undefined }) {
  return { ...(calendar !== undefined && { calendar }), ...(timeZone !== undefined && { timeZone }) };
}

export function report({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  const { data } = Confirmation.safeParse(outputs.confirmed);
  if (data === undefined) return "";
  const { venue, day, time, people, code, address, screenshots } = data;
  const booked = `booked  ${plain(venue)}, ${dayOf(day, day)}, ${time}, ${people} ${people === 1 ? "person" : "people"}, code ${plain(code)}`;
  return [booked, `page    ${address}`, ...screenshots.map((path) => `shown   ${path}`)].join("\n");
}
