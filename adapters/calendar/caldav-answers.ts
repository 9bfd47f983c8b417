import { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";
import { optionalPackage } from "../optional-package.js";
import type { CalDavServer } from "./caldav-server.js";

export const loadDav = (): Promise<Pick<typeof import("tsdav"), "createAccount" | "davRequest">> =>
  optionalPackage({ install: "tsdav@2", purpose: "to reach a CalDAV server", load: async () => await import("tsdav") });

export interface DavQuestion<S extends z.ZodType> {
  readonly method: "REPORT" | "PROPFIND";
  readonly url: string;
  readonly depth: "0" | "1";
  /** One element, what is in it by names with their prefixes: "d" or none for WebDAV's own, "c" for CalDAV's. */
  readonly body: Readonly<Record<string, object>>;
  /** Of the properties of each thing that is named in the answer. */
  readonly props: S;
  readonly signal?: AbortSignal | undefined;
}

export interface Named<T> {
  readonly url: string;
  readonly props: T;
}

/** How an answer ends that is not cut off: the parser would take what there is for all. */
const ENDS = /<(?:\/(?:[\w.-]+:)?multistatus\s*|(?:[\w.-]+:)?multistatus\b[^<>]*\/)>\s*$/;
/** Without this the answer is a page for people. */
const WHOLE = z.looseObject({ raw: z.looseObject({ multistatus: z.unknown() }).refine((raw) => "multistatus" in raw) });
const RESPONSE = z.object({ href: z.string(), status: z.number(), props: z.record(z.string(), z.unknown()) });
const NAMESPACES = { "xmlns:d": "DAV:", "xmlns:c": "urn:ietf:params:xml:ns:caldav" };

/** Asks about several things at once. What is gone by the time of the answer is left out. Throws `calendar/answer`. */
export async function askDav<S extends z.ZodType>(server: CalDavServer, question: DavQuestion<S>): Promise<Named<z.output<S>>[]> {
  const { method, url, depth, body, props, signal } = question;
  const [root = ""] = Object.keys(body);
  const { davRequest } = await loadDav();
  let text = "";
  const fetch = server.fetchFor(signal);
  const responses = await davRequest({
    url,
    fetch: async (...request) => {
      const response = await fetch(...request);
      text = await response.clone().text();
      return response;
    },
    init: { method, namespace: "d", headers: { depth }, body: { [root]: { ...body[root], _attributes: NAMESPACES } } },
  });
  if (!ENDS.test(text) || !responses.every((response) => WHOLE.safeParse(response).success)) {
    throw noAnswer(url, `${method} was answered by something else than CalDAV, or not in full`);
  }
  // An answer that names nothing at all comes as one thing without any properties.
  const named = responses.filter((response) => response.props !== undefined);
  return named.flatMap((response) => {
    const { href, status, props: given } = expected(RESPONSE, response, url);
    if (status === 404 || status === 410) return [];
    // So a server says that it leaves something out.
    if (status < 200 || status >= 300) throw notAll(url, `${href} is answered by ${status}`);
    return [{ url: new URL(href, url).href, props: expected(props, given, url) }];
  });
}

/** The text of one file; undefined where there is none. Throws `calendar/answer`. */
export async function fileAt(server: CalDavServer, url: string, signal?: AbortSignal): Promise<string | undefined> {
  const answer = await server.ask({ method: "GET", url, headers: { accept: "text/calendar" }, signal, takes: [404, 410] });
  if (answer.status === 404 || answer.status === 410) return undefined;
  if (!isIcs(answer.text)) throw noAnswer(url, `it is not iCalendar, but "${answer.type}"`);
  return answer.text;
}

export function isIcs(text: string): boolean {
  return /^\uFEFF?\s*BEGIN:VCALENDAR\b/i.test(text);
}

function expected<S extends z.ZodType>(schema: S, value: unknown, url: string): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "" : ` at "${issue.path.join(".")}"`;
  throw noAnswer(url, `the answer is not what was expected${where}: ${issue?.message ?? ""}`);
}

export function noAnswer(url: string, because: string): StagewrightError {
  return new StagewrightError("calendar/answer", `"${url}" does not answer as a CalDAV calendar does: ${because}`, {
    hint: "give the address of the calendar as the provider names it for other programs, not that of its page",
    place: url,
  });
}

function notAll(url: string, because: string): StagewrightError {
  return new StagewrightError("calendar/server", `the server of "${url}" does not give all that is in the calendar: ${because}`, {
    hint: "ask for a shorter range, or go on with the run later",
    place: url,
  });
}
