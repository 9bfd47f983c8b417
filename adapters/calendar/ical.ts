import type ICAL from "ical.js";
import { optionalPackage } from "../optional-package.js";

/** The package that reads and writes .ics files; everything it makes has its own classes. */
export type Ical = typeof ICAL;

export const loadIcal = (): Promise<Ical> =>
  optionalPackage({ install: "ical.js@2", purpose: "to read calendars", load: async () => (await import("ical.js")).default });
