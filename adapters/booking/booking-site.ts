import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { z } from "zod";
import { type AnyImplementation, type CallContext, implement, type Lookup, StagewrightError } from "../../src/dsl/index.js";
import { inTurn } from "../in-turn.js";
import { isThisMachine } from "../this-machine.js";
import { booking, type Confirmation, type Reserved } from "./booking.js";
import { bookingOn, describedIn, offersOn, strange, textIn } from "./booking-pages.js";
import type { Environment } from "./chromium-program.js";
import { isOnSite } from "./is-on-site.js";
import { referenceOf } from "./reference.js";
import { type Visit, visiting } from "./site-visit.js";

export interface BookingSiteOptions {
  /** The site's address: https://, or http:// on this machine. Nothing else is opened. */
  readonly site: string;
  readonly cwd: string;
  /** Where screenshots are put; relative to `cwd`; `booking` if left out. */
  readonly folder?: string;
  /** The browser's program; `STAGEWRIGHT_CHROMIUM` of `env`, else the one on the PATH, if left out. */
  readonly chromium?: string;
  readonly env?: Environment;
  /** Whether scripts of the site run; not, if left out: a site of plain pages needs none. */
  readonly runsScripts?: boolean;
  /** How long the browser waits for a page; 30 seconds if left out. */
  readonly timeoutMs?: number;
  /** For calls without a key, which nothing is to find again. */
  readonly newId?: () => string;
}

type Request = z.output<(typeof booking)["calls"]["reserve"]["takes"]>;

/**
 * A booking site of plain pages, used with Chromium as a person would. A booking is found again by the reference that is
 * put into its form. What a browser asks for and is not the site's is not let out of this machine.
 *
 * @throws StagewrightError `booking/address` at once; `booking/no-browser`, `booking/elsewhere`, `booking/answer`, `booking/refused`,
 * `booking/server`, `booking/unreachable`, `adapter/package` by its calls
 */
export function bookingSite(options: BookingSiteOptions): AnyImplementation {
  const { cwd, folder = "booking", env = process.env, runsScripts = false, timeoutMs = 30_000, newId = randomUUID } = options;
  const site = siteOf(options.site);
  const pageOf = (reference: string) => new URL(`bookings?reference=${encodeURIComponent(reference)}`, site).href;
  const shot = (reference: string, what: string) => join(resolve(cwd, folder), `${reference.replaceAll(/[^\w-]/g, "_")}-${what}.png`);
  const oneByOne = inTurn();

  function visit<T>(signal: AbortSignal, work: (visit: Visit) => Promise<T>): Promise<T> {
    return visiting({ site, env, chromium: options.chromium, runsScripts, timeoutMs, signal }, work);
  }

  async function found(visit: Visit, reference: string, screenshots: readonly string[] = []): Promise<Confirmation | undefined> {
    const status = await visit.open(pageOf(reference));
    if (status >= 400 && status !== 404) throw refused(visit, status, null);
    const one = await bookingOn(visit, screenshots);
    if (one !== undefined && one.reference !== reference) throw strange(visit.page.url(), "booking.reference", `it is "${one.reference}"`);
    return one;
  }

  /** The same by whichever try it is found; a screenshot that a crash cut off is made up for. */
  async function answerOf(visit: Visit, { reference, code }: Confirmation): Promise<Reserved> {
    const [form, booked] = [shot(reference, "form"), shot(reference, "booked")];
    if (!existsSync(booked)) await visit.screenshot(booked);
    return { booked: true, reference, code, address: pageOf(reference), screenshots: [form, booked].filter((path) => existsSync(path)) };
  }

  async function gone(visit: Visit, reference: string, why: string): Promise<Reserved> {
    const path = shot(reference, "gone");
    await visit.screenshot(path);
    return { booked: false, gone: why, screenshots: [path] };
  }

  async function reserve(request: Request, { key, signal }: CallContext): Promise<Reserved> {
    const reference = referenceOf(key === "" ? newId() : key);
    return visit(signal, async (visit) => {
      const before = await found(visit, reference);
      if (before !== undefined) return answerOf(visit, before);
      const { page } = visit;
      const opened = await visit.open(request.offer.address);
      const said = await textIn(page.locator("body"), ".gone");
      if (said !== null) return gone(visit, reference, said);
      if (opened === 404 || opened === 410) return gone(visit, reference, "the page of the offer is no longer there");
      if (opened >= 400) throw refused(visit, opened, null);
      const form = page.locator("form.reserve").first();
      if ((await form.count()) === 0) throw strange(page.url(), "form", "there is no form.reserve");
      const changed = goneBy(request, await describedIn(form));
      if (changed !== undefined) return gone(visit, reference, changed);
      const { people, name, contact, note } = request;
      const fields = { people: String(people), name, contact, reference, ...(note !== undefined && { note }) };
      for (const [field, value] of Object.entries(fields)) await fill(visit, "form.reserve", field, value);
      await visit.screenshot(shot(reference, "form"));
      visit.hold();
      const status = await visit.submit("form.reserve");
      const late = await textIn(page.locator("body"), ".gone");
      if (late !== null) return gone(visit, reference, late);
      if (status >= 400) throw refused(visit, status, await textIn(page.locator("body"), ".refused"));
      const booked = await bookingOn(visit);
      if (booked?.reference !== reference) throw strange(page.url(), "booking.reference", "it is not the one that was given");
      return answerOf(visit, booked);
    });
  }

  return implement(booking, "site in Chromium", {
    searchVenue: {
      perform: ({ place, day, time, people }, { signal }) =>
        visit(signal, async (visit) => {
          const opened = await visit.open(site.href);
          if (opened >= 400) throw refused(visit, opened, null);
          const fields = { place, day, ...(time !== undefined && { time }), people: String(people) };
          for (const [field, value] of Object.entries(fields)) await fill(visit, "form.search", field, value);
          const status = await visit.submit("form.search");
          if (status >= 400) throw refused(visit, status, await textIn(visit.page.locator("body"), ".refused"));
          const offers = await offersOn(visit);
          const index = offers.findIndex(({ address }) => !isOnSite(address, site));
          if (index >= 0) throw strange(visit.page.url(), `offers.${index}.address`, "it is on another site");
          return { offers };
        }),
    },
    reserve: {
      perform: (request, context) => oneByOne(() => reserve(request, context)),
      // In turn as well: a try that was cut off may still be at it, and is waited for.
      lookup: (key, _request, { signal }) =>
        oneByOne(async (): Promise<Lookup<Reserved>> => {
          if (key === "") return { happened: "unknown" };
          return visit(signal, async (visit) => {
            const one = await found(visit, referenceOf(key));
            return one === undefined ? { happened: "no" } : { happened: "yes", answer: await answerOf(visit, one) };
          });
        }),
    },
    confirm: {
      perform: ({ reference }, { signal }) =>
        visit(signal, async (visit) => {
          const path = shot(reference, "confirmed");
          const one = await found(visit, reference, [path]);
          if (one === undefined) return null;
          await visit.screenshot(path);
          return one;
        }),
    },
  });
}

/** `STAGEWRIGHT_BOOKING_SITE` is the site; without it every call fails, and says so. */
export function bookingFromEnv({ cwd, env = process.env }: { readonly cwd: string; readonly env?: Environment }): AnyImplementation {
  const site = env.STAGEWRIGHT_BOOKING_SITE;
  if (site !== undefined && site !== "") return bookingSite({ site, cwd, env });
  const none = async (): Promise<never> => {
    throw new StagewrightError("booking/no-site", "no booking site is set up", {
      hint: "set STAGEWRIGHT_BOOKING_SITE to its address, such as https://tables.example.org/",
    });
  };
  return implement(booking, "no site", {
    searchVenue: { perform: none },
    reserve: { perform: none, lookup: none },
    confirm: { perform: none },
  });
}

/** What is other on the form than it was when it was found; undefined where all is the same. */
function goneBy(
  { offer }: Pick<Request, "offer">,
  form: { readonly venue: unknown; readonly day: unknown; readonly time: unknown; readonly price: unknown },
): string | undefined {
  const changed = (["venue", "day", "time", "price"] as const).filter((field) => form[field] !== offer[field]);
  if (changed.length === 0) return undefined;
  return changed.map((field) => `the ${field} is now ${form[field] ?? "not there"}, and was ${offer[field] ?? "not there"}`).join("; ");
}

async function fill({ page }: Visit, form: string, field: string, value: string): Promise<void> {
  const input = page.locator(`${form} [name="${field}"]`).first();
  if ((await input.count()) === 0) throw strange(page.url(), `form.${field}`, "there is no such field");
  await input.fill(value);
}

function refused({ page }: Visit, status: number, said: string | null): StagewrightError {
  return new StagewrightError("booking/refused", `"${page.url()}" was refused with ${status}${said === null ? "" : `: ${said}`}`, {
    hint: "look at the page, and correct what is asked for",
    place: page.url(),
  });
}

function siteOf(text: string): URL {
  const wrong = (because: string, hint: string) =>
    new StagewrightError("booking/address", `"${text.replace(/\/\/[^/]*@/, "//…@")}" ${because}`, { hint });
  const site = URL.canParse(text) ? new URL(text) : undefined;
  if (site === undefined || !/^https?:$/.test(site.protocol)) {
    throw wrong("is not the address of a site", "give `site` as https://tables.example.org/");
  }
  if (site.username !== "" || site.password !== "") throw wrong("has a user or a password in it", "leave them out");
  if (site.protocol === "http:" && !isThisMachine(site.hostname)) {
    throw wrong("would have a name and a contact sent in the clear", "use https://");
  }
  return new URL(site.pathname.replace(/\/*$/, "/"), site.origin);
}
