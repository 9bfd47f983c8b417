import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type CalDavOptions, type CalendarEvent, type Created, calDav, calendar } from "../../../adapters/calendar/index.js";
import type { Lookup } from "../../../src/dsl/index.js";
import { calendarConforms } from "./conformance.js";
import { icsText } from "./ics.js";
import { ENV, filesWith, PASSWORD_FROM, type Radicale, startRadicale, USER, whyNoRadicale } from "./radicale.js";
import { readsWhatIsWritten } from "./written.js";

const { signal } = new AbortController();
const YEAR = { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" };
const DINNER = { summary: "Dinner", start: "2026-03-20T19:30", end: "2026-03-20T21:30" };

function opened(options: Partial<CalDavOptions> & { readonly url: string }) {
  const now = () => new Date("2026-03-19T18:00:00Z");
  const given = { user: USER, passwordFrom: PASSWORD_FROM, env: ENV, timeZone: "Europe/Bucharest", now, ...options };
  const { calls } = calDav(given);
  const { listEvents, createEvent } = calendar.calls;
  return {
    list: async (more: object = {}) =>
      (await calls.listEvents?.perform(listEvents.takes.parse({ ...YEAR, ...more }), { key: "", signal })) as CalendarEvent[],
    create: async (key: string, more: object = {}) =>
      (await calls.createEvent?.perform(createEvent.takes.parse({ ...DINNER, ...more }), { key, signal })) as Created,
    lookup: async (key: string, more: object = {}) =>
      (await calls.createEvent?.lookup?.(key, createEvent.takes.parse({ ...DINNER, ...more }), { key, signal })) as Lookup<Created>,
  };
}

describe("a calendar on a server", { skip: whyNoRadicale() ?? false }, () => {
  let radicale: Radicale;
  before(async () => {
    radicale = await startRadicale();
  });
  after(() => radicale.stop());

  const inCalendar = (files: readonly string[], timeZone: string) =>
    calDav({ url: radicale.addCalendar(files), user: USER, passwordFrom: PASSWORD_FROM, env: ENV, timeZone });

  calendarConforms({ name: "calendar, CalDAV", open: (_t, events) => inCalendar(filesWith(events), "Europe/Bucharest") });

  readsWhatIsWritten({ name: "calendar, CalDAV", open: (_t, files, zone) => inCalendar(Object.values(files), zone) });

  it("has a new event as a file of its own, with its zone's clocks described, and gives it back as it was given", async () => {
    const url = radicale.addCalendar();
    const { create, list } = opened({ url });
    const more = {
      summary: "Dinner & <wine>, at Vicolo",
      location: "Str. Lungă 1",
      description: "4 people\nby the window",
      attendees: ["ana@example.org"],
      status: "tentative",
    };
    const { uid, address, start } = await create("k1", more);
    const [[name, text] = ["", ""], ...others] = Object.entries(radicale.filesOf(url));
    assert.deepEqual([address, others], [`${url}${name}`, []]);
    for (const line of ["DTSTAMP:20260319T180000Z", "DTSTART;TZID=Europe/Bucharest:20260320T193000", "TZID:Europe/Bucharest"]) {
      assert.ok(text.split("\r\n").includes(line), line);
    }
    assert.deepEqual(
      (await list()).map((event) => ({ ...event, end: "" })),
      [
        {
          ...{ ...more, uid, start, end: "", occurrence: null, isAllDay: false, timeZone: "Europe/Bucharest" },
          ...{ isBusy: true, organizer: null },
        },
      ],
    );
  });

  it("has an event once that two write at once, and both are answered the same", async () => {
    const url = radicale.addCalendar();
    const answers = await Promise.all([1, 2, 3].map(() => opened({ url }).create("k1")));
    const [first] = answers;
    assert.deepEqual(answers, [first, first, first]);
    assert.equal(Object.keys(radicale.filesOf(url)).length, 1);
  });

  it("keeps what a person has changed of an event, when a later try comes to write it", async () => {
    const [key, url] = ["k1", radicale.addCalendar()];
    const { uid } = await opened({ url }).create(key);
    const moved = icsText([`UID:${uid}`, "SUMMARY:Dinner", "DTSTART:20260321T170000Z", "DTEND:20260321T180000Z"]);
    const later = radicale.addCalendar([moved]);
    // Under another name than it was written by: some servers give names of their own.
    const { create, lookup, list } = opened({ url: later });
    const answer = { uid, address: `${later}0.ics`, start: "2026-03-21T17:00:00+00:00", end: "2026-03-21T18:00:00+00:00" };
    assert.deepEqual(await lookup(key), { happened: "yes", answer });
    assert.deepEqual(await create(key), answer);
    assert.equal((await list()).length, 1);
  });

  it("where something else has the name of a new event, says so, and leaves it", async () => {
    const url = radicale.addCalendar();
    const { address } = await opened({ url }).create("k1");
    const name = address.slice(url.length);
    const other = icsText(["UID:other", "SUMMARY:Other", "DTSTART:20260320T170000Z"]);
    const taken = radicale.addCalendar({ [name]: other });
    const { create, lookup } = opened({ url: taken });
    assert.deepEqual(await lookup("k1"), { happened: "no" });
    await assert.rejects(create("k1"), {
      code: "calendar/taken",
      message: `"${taken}${name}" is to be the new event, but another one is there: "Other"`,
      hint: "move that one to another name, and go on",
      place: `${taken}${name}`,
    });
    assert.deepEqual(radicale.filesOf(taken), { [name]: other });
  });

  it("is found by its name, or by the end of its address, among those of the user that hold events", async () => {
    const event = icsText(["UID:a", "SUMMARY:A", "DTSTART:20260105T080000Z"]);
    const home = radicale.addCalendar([event], { name: "Home & garden" });
    radicale.addCalendar([], { name: "Books", holds: "VADDRESSBOOK" });
    for (const url of [radicale.url, home]) {
      const byName = opened({ url, name: "Home & garden" });
      assert.deepEqual(
        (await byName.list()).map(({ uid }) => uid),
        ["a"],
      );
      assert.deepEqual(await byName.list({ calendar: home.split("/").at(-2) }), await byName.list());
    }
    const { list, create } = opened({ url: radicale.url });
    assert.equal((await list({ calendar: "Home & garden" })).length, 1);
    assert.ok((await create("k1", { calendar: "Home & garden" })).address.startsWith(home));
    await assert.rejects(list({ calendar: "Books" }), ({ code, message, hint }) => {
      assert.deepEqual([code, message], ["calendar/none", `there is no calendar "Books" at "${radicale.url}"`]);
      assert.match(hint, /^those that are there: ".*"Home & garden"/);
      return true;
    });
    const twin = radicale.addCalendar([], { name: "Home & garden" });
    await assert.rejects(opened({ url: radicale.url, name: "Home & garden" }).list(), ({ code, message, hint }) => {
      assert.deepEqual([code, message], ["calendar/not-one", `"Home & garden" is the name of 2 calendars at "${radicale.url}"`]);
      assert.deepEqual(hint.replace("give the address of the one that is meant as `url`: ", "").split(", ").sort(), [home, twin].sort());
      return true;
    });
  });

  it("that is not there is named, and nothing is written", async () => {
    const url = `${radicale.url}${USER}/gone/`;
    const { list, create, lookup } = opened({ url });
    await assert.rejects(list(), {
      code: "calendar/none",
      message: `there is no calendar at "${url}": the server says 404 Not Found`,
      hint: "check the address, or look for the calendar by its `name`",
      place: url,
    });
    await assert.rejects(create("k1"), { code: "calendar/none" });
    await assert.rejects(lookup("k1"), { code: "calendar/none" });
  });

  it("says who is not let in, without the password", async () => {
    const url = radicale.addCalendar();
    const wrong = { [PASSWORD_FROM]: "wrong-secret" };
    for (const { list } of [opened({ url, env: wrong }), opened({ url: radicale.url, name: "Home", env: wrong })]) {
      await assert.rejects(list(), ({ code, message, hint, cause }) => {
        assert.deepEqual(
          [code, hint],
          ["calendar/login", `check the password in ${PASSWORD_FROM}; many providers want one made for this program`],
        );
        assert.match(message, /^the server of "http:.*" does not let "ana" in$/);
        assert.equal(cause, undefined);
        return true;
      });
    }
    await assert.rejects(opened({ url, env: {} }).list(), {
      code: "calendar/password",
      message: `the password of "ana" for the calendar at "${url}" is not in the environment`,
      hint: `set ${PASSWORD_FROM}`,
    });
    const { calls } = calDav({ url });
    await assert.rejects(async () => calls.listEvents?.perform(YEAR, { key: "", signal }), {
      code: "calendar/login",
      message: `the server of "${url}" lets in nobody without a password`,
      hint: "give `user` and `passwordFrom`",
    });
  });
});
