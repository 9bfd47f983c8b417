import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Conflicts, calDav, calendar } from "../../../adapters/calendar/index.js";
import { type FakeAnswer, fakeDav, multistatus } from "./fake-dav.js";
import { icsText } from "./ics.js";

const { signal } = new AbortController();
const STANDUP = ["UID:standup", "SUMMARY:Stand-up", "DTSTART:20260319T080000Z", "DTEND:20260319T083000Z"];
const EVENTS = multistatus({ href: "/a.ics", props: `<C:calendar-data>${icsText(STANDUP)}</C:calendar-data>` });

/** As RFC 4791 shows an answer to a free-busy-query. */
function freeBusy(...lines: readonly string[]): FakeAnswer {
  const text = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Example Corp.//CalDAV Server//EN",
    "BEGIN:VFREEBUSY",
    "DTSTAMP:20260301T000000Z",
    ...lines,
  ];
  return { status: 200, type: "text/calendar", body: [...text, "END:VFREEBUSY", "END:VCALENDAR", ""].join("\r\n") };
}

function opened(url: string) {
  const { calls } = calDav({ url, user: "ana", passwordFrom: "P", env: { P: "secret-1" }, timeZone: "Europe/Bucharest" });
  return async (more: object = {}) => {
    const request = calendar.calls.checkConflicts.takes.parse({ start: "2026-03-19T10:15", end: "2026-03-19T11:00", ...more });
    return (await calls.checkConflicts?.perform(request, { key: "", signal })) as Conflicts;
  };
}

/** A server that answers the one question by this, and the one for events by that; `queries` is what came in. */
async function server(t: Parameters<typeof fakeDav>[0], busy: FakeAnswer, events: FakeAnswer = EVENTS) {
  const queries: string[] = [];
  const { url } = await fakeDav(t, (_method, _path, body) => {
    const isBusy = body.includes("free-busy-query");
    queries.push(isBusy ? (/start="\w+" end="\w+"/.exec(body)?.[0] ?? "") : "events");
    return isBusy ? busy : events;
  });
  return { check: opened(url), queries, url };
}

const TAKEN = { start: "2026-03-19T08:00:00.000Z", end: "2026-03-19T08:30:00.000Z" };

describe("a CalDAV server that says which times are taken", () => {
  it("is asked about a day more on both sides, and where nothing is taken no event is read", async (t) => {
    const { check, queries } = await server(t, freeBusy("FREEBUSY;FBTYPE=FREE:20260319T080000Z/20260319T083000Z"));
    assert.deepEqual(await check(), { isFree: true, conflicts: [], busy: [] });
    assert.deepEqual(queries, ['start="20260318T081500Z" end="20260320T090000Z"']);
  });

  it("is asked for the events by which they are", async (t) => {
    const { check, queries } = await server(t, freeBusy("FREEBUSY:20260319T080000Z/PT30M"));
    const { isFree, conflicts, busy } = await check();
    assert.deepEqual([isFree, conflicts.map(({ uid }) => uid), busy], [false, ["standup"], [TAKEN]]);
    assert.equal(queries[1], "events");
  });

  it("but shows no events, is believed", async (t) => {
    const lines = [
      "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260319T083000Z/20260319T090000Z,20260320T080000Z/20260320T083000Z",
      "FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20260319T080000Z/PT30M",
    ];
    const { check } = await server(t, freeBusy(...lines), { status: 403 });
    assert.deepEqual(await check(), { isFree: false, conflicts: [], busy: [{ ...TAKEN, end: "2026-03-19T09:00:00.000Z" }] });
    assert.deepEqual(await check({ start: "2026-03-19T12:00", end: "2026-03-19T13:00" }), { isFree: true, conflicts: [], busy: [] });
    // It cannot leave out the event that moves.
    await assert.rejects(check({ ignore: "standup" }), { code: "calendar/refused" });
  });

  it("and sends a list that is cut off or cannot be read is named", async (t) => {
    const whole = freeBusy("FREEBUSY:20260319T080000Z/PT30M");
    const cut = await server(t, { ...whole, body: (whole.body ?? "").replace("END:VCALENDAR\r\n", "") });
    await assert.rejects(cut.check(), {
      code: "calendar/answer",
      message: `"${cut.url}" does not answer as a CalDAV calendar does: the list of times that are taken is cut off`,
    });
    const odd = await server(t, freeBusy("FREEBUSY:tomorrow/later"));
    await assert.rejects(odd.check(), ({ code, message }) => {
      assert.equal(code, "calendar/answer");
      assert.match(message, /the list of times that are taken cannot be read: /);
      return true;
    });
  });
});

describe("a CalDAV server that does not say which times are taken", () => {
  const answers: readonly (readonly [string, FakeAnswer])[] = [
    ["by a refusal", { status: 403, type: "application/xml", body: '<error xmlns="DAV:"><supported-report/></error>' }],
    ["by a fault of its own", { status: 501 }],
    ["by a list of its files", multistatus({ href: "/a.ics" })],
    ["by a calendar without such a list", { status: 200, type: "text/calendar", body: icsText(STANDUP) }],
  ];
  for (const [how, answer] of answers) {
    it(`${how}, is asked for it once, and for its events each time`, async (t) => {
      const { check, queries } = await server(t, answer);
      for (const _ of [1, 2]) assert.deepEqual((await check()).busy, [TAKEN]);
      assert.deepEqual(queries.slice(1), ["events", "events"]);
    });
  }

  it("because nobody is let in is an error", async (t) => {
    const { check } = await server(t, { status: 401 });
    await assert.rejects(check(), { code: "calendar/login" });
  });
});
