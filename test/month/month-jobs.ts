import { Jobs } from "../../src/triggers/index.js";

/** The month in Bucharest, whose clocks go forward on the 29th; in New York they do on the 8th. */
export const START = "2026-02-28T22:00:00Z";
export const DAYS = 31;
const pipeline = "publisher";
const bucharest = { zone: "Europe/Bucharest", pipeline };
const ana = { channel: "chat", to: "ana" };
const hook = { channel: "post", to: "desk" };

/** When a job is due, said once more without the library: to be counted by plain arithmetic. */
export type Plan =
  | { readonly zone: string; readonly times: readonly string[]; readonly days?: readonly number[]; readonly dates?: readonly number[] }
  | { readonly everyHours: number; readonly from: string }
  | { readonly zone: string; readonly on: string };

export const JOBS = Jobs.parse({
  briefing: { ...bucharest, cron: "0 7 * * *", exact: true, deliver: ana },
  publisher: { ...bucharest, cron: "30 0 * * *", catchUp: { upTo: 3 }, deliver: hook },
  gap: { ...bucharest, cron: "30 3 * * *", overlap: "queue", deliver: ana },
  backup: { zone: "UTC", pipeline, cron: "0 12 * * *", catchUp: "none" },
  overnight: { zone: "America/New_York", pipeline: "slow", cron: "0 22 * * 1-5", overlap: "queue", lane: "background", deliver: hook },
  nudge: { ...bucharest, every: "29h", countFrom: "2026-03-01T09:00", catchUp: "none", deliver: { channel: "chat", to: "bo" } },
  inbox: { ...bucharest, pipeline: "slow", every: "9h", countFrom: "2026-03-01T01:00", overlap: "cancel", lane: "background" },
  feeds: { zone: "Europe/Berlin", pipeline, cron: "15 2,23 * * *", overlap: "queue", catchUp: { upTo: 5 }, deliver: ana },
  weekly: { ...bucharest, cron: "0 9 * * 1", deliver: hook },
  once: { ...bucharest, at: "2026-03-15T12:00", deliver: ana },
  "once-in-the-gap": { ...bucharest, at: "2026-03-29T03:30" },
  twice: { zone: "Asia/Kolkata", pipeline, cron: "0 0 2,16 * *", catchUp: "none", backOff: { first: "1h", most: "1d" } },
  slow: { ...bucharest, pipeline: "slow", every: "13h", countFrom: "2026-03-01T02:00", overlap: "queue", catchUp: { upTo: 2 } },
});

export const PLANS: Readonly<Record<string, Plan>> = {
  briefing: { zone: "Europe/Bucharest", times: ["07:00"] },
  publisher: { zone: "Europe/Bucharest", times: ["00:30"] },
  gap: { zone: "Europe/Bucharest", times: ["03:30"] },
  backup: { zone: "UTC", times: ["12:00"] },
  overnight: { zone: "America/New_York", times: ["22:00"], days: [1, 2, 3, 4, 5] },
  nudge: { everyHours: 29, from: "2026-03-01T07:00:00Z" },
  inbox: { everyHours: 9, from: "2026-02-28T23:00:00Z" },
  feeds: { zone: "Europe/Berlin", times: ["02:15", "23:15"] },
  weekly: { zone: "Europe/Bucharest", times: ["09:00"], days: [1] },
  once: { zone: "Europe/Bucharest", on: "2026-03-15T12:00" },
  "once-in-the-gap": { zone: "Europe/Bucharest", on: "2026-03-29T03:30" },
  twice: { zone: "Asia/Kolkata", times: ["00:00"], dates: [2, 16] },
  slow: { everyHours: 13, from: "2026-03-01T00:00:00Z" },
};
