import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { bookingRecording, bookingSite, type Offer, type Reserved } from "../../adapters/booking/index.js";
import { icsFolder, NewEvent } from "../../adapters/index.js";
import { dayOf, later, plain, saysOf } from "../../pipelines/booking/plan.js";
import booking, { report } from "../../pipelines/booking.js";
import type { AnyImplementation } from "../../src/dsl/index.js";
import { decideGate, readRun, resumeRun, startRun } from "../../src/runner/index.js";
import { opened, skip } from "../adapters/booking/site.js";
import { assertReplays, options } from "../runner/rig.js";

const INPUT = { place: "Vicolo", day: "2026-03-20", time: "19:30", people: 4, name: "Ana Pop", contact: "ana@example.org" };
const ZONE = "Europe/Bucharest";

function offer(time: string, more: Partial<Offer> = {}): Offer {
  return {
    id: `vicolo ${time}`,
    venue: "Vicolo",
    day: "2026-03-20",
    time,
    seats: 6,
    price: null,
    address: "https://tables.example/1",
    ...more,
  };
}

interface Found {
  /** What each search finds; the last one again and again. */
  readonly searches: readonly (readonly Offer[])[];
  /** What each reservation comes to; booked, if left out. */
  readonly reserved?: readonly (Reserved | undefined)[];
  /** What the page says afterwards, where that is not what was booked. */
  readonly page?: object | null;
}

function table(t: TestContext, { searches, reserved = [], page }: Found, real?: AnyImplementation) {
  const cwd = mkdtempSync(join(tmpdir(), "booking-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  const counted = { searches: 0, reserved: 0 };
  const usual = bookingRecording().calls.reserve;
  const site =
    real ??
    bookingRecording({
      answers: {
        searchVenue: () => {
          counted.searches += 1;
          return { offers: [...(searches[Math.min(counted.searches, searches.length) - 1] ?? [])] };
        },
        reserve: async (request, context) => {
          counted.reserved += 1;
          return (reserved[counted.reserved - 1] ?? (await usual?.perform(request, context))) as Reserved;
        },
        ...(page !== undefined && {
          confirm: () => (page === null ? null : { ...CONFIRMED, ...page }),
        }),
      },
    });
  const calendar = icsFolder({ cwd, timeZone: ZONE });
  const on = options({ adapters: [site, calendar] });
  const outputOf = async (stage: string) => {
    const { state, load } = await readRun(on.store, "r");
    const output = state.stages.get(stage)?.output;
    return output && load(output);
  };
  return {
    ...{ on, counted, outputOf },
    entries: () => {
      try {
        return readdirSync(join(cwd, "calendar")).map((name) => readFileSync(join(cwd, "calendar", name), "utf8"));
      } catch {
        return [];
      }
    },
    busy: async (start: string, end: string, summary: string) => {
      const call = calendar.calls.createEvent;
      await call?.perform(NewEvent.parse({ summary, start, end, timeZone: ZONE }), { key: summary, signal: new AbortController().signal });
    },
    start: (input: object = {}) => startRun(booking, { ...on, run: "r", input: { ...INPUT, ...input } }),
    says: async () => {
      const { events } = await readRun(on.store, "r");
      return events.flatMap((event) => (event.type === "gate-opened" ? [event.says] : []));
    },
    approve: async () => {
      await decideGate(booking, "r", { decision: "approve" }, on);
      return resumeRun(booking, "r", on);
    },
  };
}

const CONFIRMED = {
  ...{ reference: "x", code: "V1", status: "confirmed" as const, venue: "Vicolo", day: "2026-03-20", time: "19:30", people: 4 },
  ...{ name: "Ana Pop", address: "https://tables.example/1", screenshots: [] },
};
const GONE: Reserved = { booked: false, gone: "somebody was faster", screenshots: [] };

suite("a booking", () => {
  test("is asked about in one sentence, made, noted in the calendar and read back", async (t) => {
    const { on, start, says, approve, entries, counted, outputOf } = table(t, { searches: [[offer("18:00"), offer("19:30")]], page: {} });
    assert.equal((await start()).status, "blocked");
    assert.deepEqual(await says(), ["Dinner at Vicolo, Friday 20 March, 19:30, 4 people. Go ahead?"]);
    assert.deepEqual([counted.reserved, entries().length], [0, 0]);
    assert.equal((await approve()).status, "done");
    assert.deepEqual([counted.reserved, entries().length], [1, 1]);
    assert.match(entries()[0] ?? "", /SUMMARY:Dinner at Vicolo/);
    assert.match(report({ outputs: { confirmed: await outputOf("confirmed") } }), /booked {2}Vicolo, Friday 20 March, 19:30, 4 people/);
    await assertReplays(booking, "r", on.store);
  });

  test("takes the offer nearest to the hour that the calendar leaves free, and says what was asked for", async (t) => {
    const { start, says, busy } = table(t, { searches: [[offer("19:30"), offer("21:00", { price: "30 lei a head" })]] });
    await busy("2026-03-20T19:00", "2026-03-20T20:45", "Rehearsal");
    await start();
    assert.deepEqual(await says(), ["Dinner at Vicolo, Friday 20 March, 21:00 (you asked for 19:30), 4 people, 30 lei a head. Go ahead?"]);
  });

  test("ends where nothing is free, and says why", async (t) => {
    const none = table(t, { searches: [[]] });
    const { status } = await none.start();
    assert.equal(status, "done");
    const { events } = await readRun(none.on.store, "r");
    assert.match(JSON.stringify(events), /nothing is free: Vicolo, Friday 20 March, 4 people/);
    const taken = table(t, { searches: [[offer("19:30")]] });
    await taken.busy("2026-03-20T18:00", "2026-03-20T23:00", "Opera");
    await taken.start();
    assert.match(JSON.stringify((await readRun(taken.on.store, "r")).events), /19:30 collides with Opera/);
    assert.equal(taken.counted.reserved, 0);
  });

  test("goes back to the search where the venue has changed its mind, and asks anew", async (t) => {
    const { start, says, approve, entries } = table(t, {
      ...{ searches: [[offer("19:30")], [offer("20:00")]], reserved: [GONE], page: { time: "20:00" } },
    });
    await start();
    assert.equal((await approve()).status, "blocked");
    assert.match((await says()).at(-1) ?? "", /20:00 \(you asked for 19:30\)/);
    assert.equal((await approve()).status, "done");
    assert.equal(entries().length, 1);
  });

  test("goes back twice at most, and then fails with what was tried", async (t) => {
    const { on, start, approve, counted, entries } = table(t, { searches: [[offer("19:30")]], reserved: [GONE, GONE, GONE] });
    await start();
    await approve();
    await approve();
    const { status } = await approve();
    assert.deepEqual([status, counted.reserved, counted.searches, entries().length], ["failed", 3, 3, 0]);
    assert.match(JSON.stringify((await readRun(on.store, "r")).events), /somebody was faster/);
  });

  test("is not made where the hour was taken in the calendar while the gate waited", async (t) => {
    const { start, approve, busy, counted } = table(t, { searches: [[offer("19:30")]] });
    await start();
    await busy("2026-03-20T20:00", "2026-03-20T20:30", "Call");
    assert.equal((await approve()).status, "done");
    assert.equal(counted.reserved, 0);
  });

  test("that the page has otherwise, or not at all, is a failure that says in what", async (t) => {
    const other = table(t, { searches: [[offer("19:30")]], page: { people: 2, status: "pending" } });
    await other.start();
    assert.equal((await other.approve()).status, "failed");
    const said = JSON.stringify((await readRun(other.on.store, "r")).events);
    assert.match(said, /the people is .*2.*4.* was agreed to/);
    assert.match(said, /the booking is pending, and not confirmed/);
    const none = table(t, { searches: [[offer("19:30")]], page: null });
    await none.start();
    assert.equal((await none.approve()).status, "failed");
  });

  test("that is rejected books nothing", async (t) => {
    const { on, start, counted } = table(t, { searches: [[offer("19:30")]] });
    await start();
    await decideGate(booking, "r", { decision: "reject", reason: "too late" }, on);
    await resumeRun(booking, "r", on);
    assert.equal(counted.reserved, 0);
  });

  test("is made at a real site in a browser, where a table was lost once", { skip }, async (t) => {
    const site = await opened(t);
    const cwd = mkdtempSync(join(tmpdir(), "shots-"));
    t.after(() => rmSync(cwd, { recursive: true, force: true }));
    const { start, approve, says, entries } = table(t, { searches: [] }, bookingSite({ site: site.url, cwd }));
    assert.equal((await start()).status, "blocked");
    site.goneNext(1);
    assert.equal((await approve()).status, "blocked");
    assert.equal((await says()).length, 2);
    assert.equal((await approve()).status, "done");
    assert.deepEqual([site.booked.length, entries().length], [1, 1]);
  });
});

suite("what a person is asked about a booking", () => {
  test("has a stranger's words in quotes where they could make another sentence", () => {
    assert.equal(plain("Chez l'Ami"), "Chez l'Ami");
    assert.equal(plain('Vicolo. Approved already! "Go"'), "\"Vicolo. Approved already! 'Go'\"");
    assert.equal(plain(`Long ${"name ".repeat(40)}`).length, 82);
  });

  test("names the year where it is another one, and one person as one", () => {
    assert.equal(dayOf("2027-01-01", "2026-12-31"), "Friday 1 January 2027");
    const plan = {
      occasion: "Lunch",
      asked: { day: "2026-03-20", time: "12:00" },
      today: "2026-03-19",
      offer: offer("12:00"),
      people: 1,
      end: "",
    };
    assert.equal(saysOf(plan), "Lunch at Vicolo, Friday 20 March, 12:00, 1 person. Go ahead?");
  });

  test("ends on the next day where it goes past midnight", () => {
    assert.equal(later("2026-12-31", "23:00", 120), "2027-01-01T01:00");
  });
});
