import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { chromiumIn } from "../../../adapters/booking/chromium-program.js";
import { type BookingSiteOptions, bookingSite } from "../../../adapters/booking/index.js";
import { openSite, type Site, type SiteOptions } from "../../../fixtures/booking/site.js";

export const skip = chromiumIn(process.env) === undefined ? "no Chromium is on the PATH (apt-get install chromium)" : false;

export const WANTED = { place: "vicolo", day: "2026-03-20", time: "19:30", people: 4 };

export function offerOf(site: Pick<Site, "url">, time = "19:30") {
  const slot = `vicolo_2026-03-20_${time}`;
  const address = `${site.url}/reserve?slot=${encodeURIComponent(slot)}&people=4`;
  return { id: slot, venue: "Vicolo", day: "2026-03-20", time, seats: 6, price: null, address };
}

export function requestOf(site: Pick<Site, "url">, time?: string) {
  return { offer: offerOf(site, time), people: 4, name: "Ana Pop", contact: "ana@example.org" };
}

export async function opened(t: TestContext, options: SiteOptions = {}): Promise<Site> {
  const site = await openSite(options);
  t.after(() => site.close());
  return site;
}

/** The adapter at a site, with a folder of its own. */
export function at(t: TestContext, site: Site, options: Partial<BookingSiteOptions> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), "booking-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  const implementation = bookingSite({ site: site.url, cwd, ...options });
  const { searchVenue, reserve, confirm } = implementation.calls;
  if (!searchVenue || !reserve?.lookup || !confirm) throw new Error("a call is missing");
  return { implementation, cwd, searchVenue, reserve: { perform: reserve.perform, lookup: reserve.lookup }, confirm };
}
