import { randomUUID } from "node:crypto";
import { type AnyImplementation, implement, StagewrightError } from "../../src/dsl/index.js";
import { inTurn } from "../in-turn.js";
import { noAnswer } from "./caldav-answers.js";
import { busyTimes } from "./caldav-busy.js";
import { eventOf, eventsAround, eventsIn, type Found } from "./caldav-events.js";
import { calendarNamed } from "./caldav-find.js";
import { type CalDavServerOptions, calDavServer } from "./caldav-server.js";
import { type Created, calendar, type NewEvent } from "./calendar.js";
import { fileOf, uidOf } from "./event-name.js";
import { assertOrder } from "./event-order.js";
import { eventReads } from "./event-reads.js";
import { eventText } from "./event-text.js";
import { readIcs } from "./ics-file.js";
import { shown } from "./shown.js";

export interface CalDavOptions extends CalDavServerOptions {
  /** Which of the user's calendars on the server; `url` is the calendar itself if left out. */
  readonly name?: string;
  /** The zone of times that name none, and in which whole days begin; this machine's if left out. */
  readonly timeZone?: string;
  readonly now?: () => Date;
  /** For calls without a key, which nothing is to find again. */
  readonly newId?: () => string;
}

/**
 * A calendar on a server, by CalDAV. A new event is a file named after its key, which the server takes only where there
 * is none yet: so it is written once, whoever else is at it. A request may name another of the user's calendars.
 *
 * Throws what {@link calDavServer} does, and `calendar/not-one`, `calendar/taken`, `calendar/file`, `calendar/zone`,
 * `calendar/rule`, `calendar/too-many`, `calendar/order`, `adapter/package`.
 */
export function calDav({ name, now = () => new Date(), newId = randomUUID, ...options }: CalDavOptions): AnyImplementation {
  const own = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const server = calDavServer(options);
  const known = new Map<string, string>();
  /** The calendars whose server does not say which times are taken. */
  const silent = new Set<string>();
  const oneByOne = inTurn();

  async function addressOf(wanted: string | undefined, signal: AbortSignal): Promise<string> {
    const named = wanted ?? name;
    if (named === undefined) return server.url.replace(/\/?$/, "/");
    const url = known.get(named) ?? (await calendarNamed(server, named, signal));
    known.set(named, url);
    return url;
  }

  async function create(request: NewEvent, key: string, signal: AbortSignal): Promise<Created> {
    signal.throwIfAborted();
    const zone = request.timeZone ?? own;
    assertOrder(request, zone);
    const url = await addressOf(request.calendar, signal);
    const uid = uidOf(key);
    const text = await eventText({ uid, event: request, zone, now: now() });
    const file = new URL(fileOf(uid), url).href;
    const headers = { "content-type": "text/calendar; charset=utf-8", "if-none-match": "*" };
    signal.throwIfAborted();
    // From here on an abort cuts nothing off, or nobody would know whether the event is there.
    const { status } = await server.ask({ method: "PUT", url: file, headers, body: text, takes: [409, 412] });
    const reading = { server, url, own };
    if (status !== 409 && status !== 412) {
      const [event] = await readIcs(text, { place: file, own });
      if (event !== undefined) return answerOf({ url: file, event });
    }
    const found = await eventOf(reading, { uid, file });
    if (found !== undefined) return answerOf(found);
    const [other] = (await eventsIn(reading, file)) ?? [];
    if (other !== undefined) throw taken(file, other.summary);
    throw noAnswer(file, `PUT was answered by ${status}, but there is no event`);
  }

  return implement(calendar, "CalDAV", {
    ...eventReads(
      own,
      async ({ calendar: wanted, span, signal }) => eventsAround({ server, url: await addressOf(wanted, signal), own, signal }, span),
      async ({ calendar: wanted, span, signal }) => {
        const url = await addressOf(wanted, signal);
        if (silent.has(url)) return undefined;
        const taken = await busyTimes({ server, url, own, signal }, span);
        if (taken === undefined) silent.add(url);
        return taken;
      },
    ),
    createEvent: {
      perform: (request, { key, signal }) => oneByOne(() => create(request, key === "" ? newId() : key, signal)),
      // In turn as well: a try that was cut off may still be at it, and is waited for.
      lookup: (key, request, { signal }) =>
        oneByOne(async () => {
          signal.throwIfAborted();
          if (key === "") return { happened: "unknown" };
          const url = await addressOf(request.calendar, signal);
          const uid = uidOf(key);
          const found = await eventOf({ server, url, own, signal }, { uid, file: new URL(fileOf(uid), url).href });
          return found === undefined ? { happened: "no" } : { happened: "yes", answer: answerOf(found) };
        }),
    },
  });
}

function answerOf({ url, event }: Found): Created {
  const { start, end } = shown({ event, start: event.start, inSeries: undefined });
  return { uid: event.uid, address: url, start, end };
}

function taken(file: string, summary: string): StagewrightError {
  return new StagewrightError("calendar/taken", `"${file}" is to be the new event, but another one is there: "${summary}"`, {
    hint: "move that one to another name, and go on",
    place: file,
  });
}
