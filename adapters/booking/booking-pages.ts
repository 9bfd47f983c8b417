import type { Locator } from "playwright-core";
import type { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";
import { Confirmation, Offer } from "./booking.js";
import type { Visit } from "./site-visit.js";

/** A page with more offers is read so far. */
const MOST_OFFERS = 100;

/** Reads what is found from the open page. */
export async function offersOn({ page }: Visit): Promise<Offer[]> {
  const rows = (await page.locator(".offers .offer").all()).slice(0, MOST_OFFERS);
  if (rows.length === 0 && (await page.locator(".none").count()) === 0)
    throw strange(page.url(), "offers", "there is no .offer, and no .none");
  const raw: unknown[] = [];
  for (const row of rows) {
    const href = await row
      .locator("a.reserve")
      .first()
      .getAttribute("href", { timeout: 1_000 })
      .catch(() => null);
    raw.push({
      ...(await describedIn(row)),
      id: await row.getAttribute("data-id"),
      seats: Number((await textIn(row, ".seats")) ?? "x"),
      address: href === null ? null : URL.canParse(href, page.url()) ? new URL(href, page.url()).href : href,
    });
  }
  return raw.map((one, index) => parsed(Offer, one, page.url(), ["offers", index]));
}

/** The venue, the day, the time and the price, as they stand in some part of a page. */
export async function describedIn(scope: Locator) {
  const day = scope.locator(".day").first();
  return {
    venue: await textIn(scope, ".venue"),
    day: (await day.count()) === 0 ? null : await day.getAttribute("datetime"),
    time: await textIn(scope, ".time"),
    price: await textIn(scope, ".price"),
  };
}

/** The booking that stands on the open page; undefined where the page says that there is none. */
export async function bookingOn({ page }: Visit, screenshots: readonly string[] = []): Promise<Confirmation | undefined> {
  const found = page.locator(".booking").first();
  if ((await found.count()) === 0) {
    if ((await page.locator(".none").count()) > 0) return undefined;
    throw strange(page.url(), "booking", "there is no .booking, and no .none");
  }
  const { price: _, ...what } = await describedIn(found);
  const raw = {
    ...what,
    reference: await found.getAttribute("data-reference"),
    status: await found.getAttribute("data-status"),
    code: await textIn(found, ".code"),
    people: Number((await textIn(found, ".people")) ?? "x"),
    name: await textIn(found, ".name"),
    address: page.url(),
    screenshots,
  };
  return parsed(Confirmation, raw, page.url(), ["booking"]);
}

/** A text of one line; null where there is no such element. */
export async function textIn(scope: Locator, selector: string): Promise<string | null> {
  const found = scope.locator(selector).first();
  if ((await found.count()) === 0) return null;
  return ((await found.textContent()) ?? "").replaceAll(/[\s\p{C}]+/gu, " ").trim();
}

function parsed<S extends z.ZodType>(schema: S, raw: unknown, page: string, at: readonly PropertyKey[]): z.output<S> {
  const { data, error } = schema.safeParse(raw);
  if (error === undefined) return data;
  const [issue] = error.issues;
  throw strange(page, [...at, ...(issue?.path ?? [])].map(String).join("."), issue?.message ?? "");
}

export function strange(page: string, path: string, why: string): StagewrightError {
  return new StagewrightError("booking/answer", `the page "${page}" is not what was expected at ${path}: ${why}`, {
    hint: "look at the page: the site may have changed, or be none that this adapter can read",
    place: page,
  });
}
