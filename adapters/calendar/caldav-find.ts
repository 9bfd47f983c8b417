import { z } from "zod";
import { isStagewrightError, StagewrightError } from "../../src/dsl/index.js";
import { askDav, loadDav, noAnswer } from "./caldav-answers.js";
import type { CalDavServer } from "./caldav-server.js";

/** A name that looks like a number or a truth has been made one on the way here. */
const Name = z.union([
  z.string(),
  z.union([z.number(), z.boolean()]).transform(String),
  z.object({ _cdata: z.string() }).transform(({ _cdata }) => _cdata),
]);
const Kind = z.object({ _attributes: z.object({ name: z.string() }) });
const Collection = z.object({
  displayname: Name.optional().catch(undefined),
  resourcetype: z.record(z.string(), z.unknown()).catch({}),
  supportedCalendarComponentSet: z
    .object({ comp: z.union([z.array(Kind), Kind.transform((kind) => [kind])]) })
    .optional()
    .catch(undefined),
});

interface Calendar {
  readonly name: string;
  readonly url: string;
}

/**
 * The address of a calendar of the user's, by the name that people see, else by the last part of its address.
 *
 * Throws `calendar/none`, `calendar/not-one`, and what a server's refusal is.
 */
export async function calendarNamed(server: CalDavServer, name: string, signal: AbortSignal): Promise<string> {
  const calendars = await calendarsOf(server, signal);
  const named = calendars.filter((calendar) => calendar.name === name);
  const found = named.length > 0 ? named : calendars.filter(({ url }) => lastPart(url) === name);
  const [first, second] = found;
  if (first === undefined) {
    const names = calendars.map((calendar) => `"${calendar.name}"`).join(", ");
    throw new StagewrightError("calendar/none", `there is no calendar "${name}" at "${server.url}"`, {
      hint: names === "" ? "make one there first: the user has none" : `those that are there: ${names}`,
      place: server.url,
    });
  }
  if (second !== undefined) {
    throw new StagewrightError("calendar/not-one", `"${name}" is the name of ${found.length} calendars at "${server.url}"`, {
      hint: `give the address of the one that is meant as \`url\`: ${found.map(({ url }) => url).join(", ")}`,
      place: server.url,
    });
  }
  return first.url;
}

async function calendarsOf(server: CalDavServer, signal: AbortSignal): Promise<Calendar[]> {
  const found = await askDav(server, {
    method: "PROPFIND",
    url: await homeOf(server, signal),
    depth: "1",
    body: { propfind: { prop: { displayname: {}, resourcetype: {}, "c:supported-calendar-component-set": {} } } },
    props: Collection,
    signal,
  });
  return found
    .filter(({ props: { resourcetype, supportedCalendarComponentSet: kinds } }) => {
      const holdsEvents = kinds?.comp.some(({ _attributes }) => _attributes.name === "VEVENT") ?? true;
      return "calendar" in resourcetype && holdsEvents;
    })
    .map(({ url, props: { displayname = lastPart(url) } }) => ({ url, name: displayname }));
}

/** Where the calendars of the user are: the server says who that is, and where. */
async function homeOf(server: CalDavServer, signal: AbortSignal): Promise<string> {
  const { createAccount } = await loadDav();
  try {
    const account = { accountType: "caldav", serverUrl: server.url } as const;
    const { homeUrl } = await createAccount({ account, fetch: server.fetchFor(signal) });
    if (homeUrl !== undefined) return homeUrl;
  } catch (error) {
    if (isStagewrightError(error) || signal.aborted) throw error;
    throw noAnswer(server.url, server.inWords(error instanceof Error ? error.message : String(error)));
  }
  throw noAnswer(server.url, "it does not say where the calendars are");
}

function lastPart(url: string): string {
  return decodeURIComponent(new URL(url).pathname.replace(/\/$/, "").split("/").at(-1) ?? "");
}
