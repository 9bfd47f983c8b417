import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type CalDavOptions, type CalendarEvent, type Created, calDav, calendar } from "../../../adapters/calendar/index.js";
import { type FakeAnswer, fakeDav, multistatus } from "./fake-dav.js";
import { icsText } from "./ics.js";

const never = new AbortController().signal;
const PASSWORD = "caldav-secret-1";
const EVENT = icsText(["UID:a", "SUMMARY:A", "DTSTART:20260105T080000Z"]);
/** Its first event is there, and perhaps not its last. */
const CUT_OFF =
  multistatus({ href: "/a.ics", props: `<C:calendar-data>${EVENT}</C:calendar-data>` }).body?.replace("</multistatus>", "") ?? "";
const data = (text: string) => `<C:calendar-data>${text}</C:calendar-data>`;

function opened(options: Partial<CalDavOptions> & { readonly url: string }) {
  const given = { user: "ana", passwordFrom: "P", env: { P: PASSWORD }, timeZone: "Europe/Bucharest", ...options };
  const { calls } = calDav(given);
  const { listEvents, createEvent } = calendar.calls;
  const year = listEvents.takes.parse({ from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" });
  const dinnerOf = (more: object) =>
    createEvent.takes.parse({ summary: "Dinner", start: "2026-03-20T19:30", end: "2026-03-20T21:30", ...more });
  const dinner = dinnerOf({});
  return {
    list: async (signal = never) => (await calls.listEvents?.perform(year, { key: "", signal })) as CalendarEvent[],
    create: async (signal = never, more: object = {}) =>
      (await calls.createEvent?.perform(dinnerOf(more), { key: "k1", signal })) as Created,
    lookup: async (key = "k1") => calls.createEvent?.lookup?.(key, dinner, { key, signal: never }),
  };
}

describe("a CalDAV server that does not do as it is asked", () => {
  const refusals: readonly (readonly [FakeAnswer, (url: string) => object])[] = [
    [
      { status: 403 },
      (url) => ({
        code: "calendar/refused",
        message: `the server refused REPORT of "${url}": 403 Forbidden`,
        hint: "check that it is the address of one calendar, and that the user may do this there",
      }),
    ],
    [
      { status: 405 },
      (url) => ({
        code: "calendar/answer",
        message: `"${url}" is no calendar: REPORT was answered by 405 Method Not Allowed`,
        hint: "give the address of a CalDAV calendar",
      }),
    ],
    [
      { status: 503 },
      (url) => ({
        code: "calendar/server",
        message: `the server of "${url}" could not do it: REPORT was answered by 503 Service Unavailable`,
        hint: "go on with the run later",
      }),
    ],
    [
      { status: 302, location: "https://login.example.org/" },
      (url) => ({
        code: "calendar/answer",
        message: `"${url}" sends on to "https://login.example.org/"`,
        hint: "give that address as `url`, if it is the calendar's and you trust it",
      }),
    ],
    ...[
      { status: 200, body: "<html><title>Log in</title></html>" },
      { ...multistatus({ href: "/a.ics", props: data(EVENT) }), type: "text/plain" },
      { ...multistatus({ href: "/a.ics", props: data(EVENT) }), body: CUT_OFF },
      { status: 200, type: "application/json", body: "{}" },
    ].map(
      (answer) =>
        [
          answer,
          (url: string) => ({
            code: "calendar/answer",
            message: `"${url}" does not answer as a CalDAV calendar does: REPORT was answered by something else than CalDAV, or not in full`,
            hint: "give the address of the calendar as the provider names it for other programs, not that of its page",
          }),
        ] as const,
    ),
    [
      multistatus({ href: "/a.ics", props: "<getetag>1</getetag>" }),
      (url) => ({
        code: "calendar/answer",
        message: `"${url}" does not answer as a CalDAV calendar does: the answer is not what was expected at "calendarData": Invalid input`,
      }),
    ],
    [
      multistatus({ href: "/a.ics", props: data("Not for you") }),
      (url) => ({
        code: "calendar/answer",
        message: `"${url}a.ics" does not answer as a CalDAV calendar does: what it holds is not iCalendar`,
        place: `${url}a.ics`,
      }),
    ],
    [
      multistatus({ href: "/a.ics", props: data(EVENT) }, { href: "/", status: "507 Insufficient Storage" }),
      (url) => ({
        code: "calendar/server",
        message: `the server of "${url}" does not give all that is in the calendar: / is answered by 507`,
        hint: "ask for a shorter range, or go on with the run later",
      }),
    ],
  ];

  it("is quoted, with what to do, and is asked once", async (t) => {
    for (const [answer, error] of refusals) {
      const { url, asked } = await fakeDav(t, () => answer);
      await assert.rejects(opened({ url }).list(), error(url));
      assert.deepEqual(asked, ["REPORT /"]);
    }
  });

  it("is understood where it has nothing, has lost something on the way, or quotes what it has", async (t) => {
    for (const [answer, uids] of [
      [multistatus(), []],
      [multistatus({ href: "/", status: "404 Not Found" }), []],
      [multistatus({ href: "/gone.ics", status: "404 Not Found" }, { href: "/a.ics", props: data(EVENT) }), ["a"]],
      [multistatus({ href: "/a.ics", props: data(`<![CDATA[${EVENT}]]>`) }), ["a"]],
    ] as const) {
      const { url } = await fakeDav(t, () => answer);
      assert.deepEqual(
        (await opened({ url }).list()).map(({ uid }) => uid),
        uids,
      );
    }
  });

  it("has written nothing where it refused to write, and is not asked twice", async (t) => {
    const { url, asked } = await fakeDav(t, (method) => ({ status: method === "PUT" ? 500 : 404 }));
    await assert.rejects(opened({ url }).create(), ({ code, message }) => {
      assert.equal(code, "calendar/server");
      assert.match(message, /^the server of "http:.*\/[0-9a-f]{32}\.ics" could not do it: PUT was answered by 500 Internal Server Error$/);
      return true;
    });
    assert.equal(asked.length, 1);
  });

  it("is named where it says that an event is there and does not show it, or shows a page instead", async (t) => {
    const hidden = await fakeDav(t, (method) => (method === "PUT" ? { status: 412 } : method === "GET" ? { status: 404 } : multistatus()));
    await assert.rejects(opened({ url: hidden.url }).create(), ({ code, message }) => {
      assert.equal(code, "calendar/answer");
      assert.match(message, /\.ics" does not answer as a CalDAV calendar does: PUT was answered by 412, but there is no event$/);
      return true;
    });
    const page = await fakeDav(t, () => ({ status: 200, body: "<html>" }));
    await assert.rejects(opened({ url: page.url }).lookup(), ({ code, message }) => {
      assert.equal(code, "calendar/answer");
      assert.match(message, /\.ics" does not answer as a CalDAV calendar does: it is not iCalendar, but "text\/html"$/);
      return true;
    });
  });

  it("gets the password for itself alone, wherever it says that the calendars are", async (t) => {
    const other = await fakeDav(t, () => multistatus());
    const { url } = await fakeDav(t, (_method, path) =>
      path.startsWith("/.well-known") ? { status: 301, location: `${other.url}dav/` } : multistatus(principalAt(`${other.url}ana/`)),
    );
    await assert.rejects(opened({ url, name: "Home" }).list(), {
      code: "calendar/elsewhere",
      message: `the server of "${url}" names a place on another server: "${other.url}ana/"`,
      hint: "the password is sent to no other server; give that address as `url`, if you trust it",
    });
    assert.deepEqual(other.asked, []);
  });

  it("that does not know where the calendars of the user are is named", async (t) => {
    const { url } = await fakeDav(t, () => multistatus(principalAt("/")));
    await assert.rejects(opened({ url, name: "Home" }).list(), {
      code: "calendar/answer",
      message: `"${url}" does not answer as a CalDAV calendar does: cannot find homeUrl`,
    });
  });

  it("is waited for no longer than the limit, and one that is not there is named", async (t) => {
    const { url } = await fakeDav(t, () => multistatus());
    await assert.rejects(opened({ url, timeoutMs: 5_000, deadline: () => AbortSignal.abort() }).list(), {
      code: "calendar/time-limit",
      message: `"${url}" did not answer in full within 5000 ms`,
      hint: "go on with the run later, or give a larger `timeoutMs`",
    });
    await assert.rejects(opened({ url: "http://127.0.0.1:9/" }).list(), ({ code, message }) => {
      assert.equal(code, "calendar/unreachable");
      assert.match(message, /^"http:\/\/127\.0\.0\.1:9\/" cannot be reached: .+/);
      return true;
    });
  });
});

describe("a call to a CalDAV server", () => {
  it("that is aborted while an event is written waits for the answer, and one that reads ends at once", async (t) => {
    const abort = new AbortController();
    const { url } = await fakeDav(t, () => {
      abort.abort();
      return { status: 201 };
    });
    const { create, list } = opened({ url });
    const { start } = await create(abort.signal);
    assert.deepEqual([abort.signal.aborted, start], [true, "2026-03-20T19:30:00+02:00"]);
    await assert.rejects(list(abort.signal), { name: "AbortError" });
  });

  it("brings back any text as it was given", async (t) => {
    let written = "";
    const { url } = await fakeDav(t, (method, path, body) => {
      if (method === "PUT") written = body;
      return method === "PUT" ? { status: 201 } : multistatus({ href: path, props: data(inXml(written)) });
    });
    const { create, list } = opened({ url });
    const letters = fc.string({ unit: fc.constantFrom(..."aé漢😀 &<>\"'\\,;:[]#\n"), minLength: 1 });
    await fc.assert(
      fc.asyncProperty(letters, letters, async (summary, description) => {
        await create(never, { summary, description });
        assert.deepEqual(
          (await list()).map((event) => [event.summary, event.description]),
          [[summary, description]],
        );
      }),
      { numRuns: 40 },
    );
  });

  it("without a key is one that nothing is known of", async (t) => {
    const { url, asked } = await fakeDav(t, () => multistatus());
    assert.deepEqual(await opened({ url }).lookup(""), { happened: "unknown" });
    assert.deepEqual(asked, []);
  });
});

describe("the address of a CalDAV server", () => {
  it("is an address, has no password in it, and does not send one in the clear", () => {
    for (const [url, message, hint] of [
      ["calendar", '"calendar" is not the address of a CalDAV server', "give `url` as https://example.org/…"],
      ["ftp://example.org/", '"ftp://example.org/" is not the address of a CalDAV server', "give `url` as https://example.org/…"],
      [
        `https://ana:${PASSWORD}@example.org/`,
        '"https://…@example.org/" has the user or the password in it',
        "give `user`, and as `passwordFrom` the environment variable of the password",
      ],
      ["http://example.org/", '"http://example.org/" would have the password sent in the clear', "use https://"],
    ] as const) {
      assert.throws(() => opened({ url }), { code: "calendar/address", message, hint });
    }
    for (const url of ["https://example.org/", "http://localhost:5232/", "http://[::1]/"]) assert.ok(opened({ url }));
  });
});

function inXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\r", "&#13;");
}

function principalAt(href: string) {
  return { href: "/", props: `<current-user-principal><href>${href}</href></current-user-principal>` };
}
