import { z } from "zod";
import { isTimeZone } from "../../src/dsl/index.js";

/** What the inputs of the day's pipelines have in common. */
export const Zone = z
  .string()
  .refine(isTimeZone, "must be a time zone, as in Europe/Bucharest")
  .default("UTC")
  .describe("the time zone of the day and of every time that is said");

export const Day = z.iso.date().optional().describe("the day, YYYY-MM-DD; today in the zone if left out");

export const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day, as in "18:00"');

export const Chat = z.string().min(1).default("terminal").describe("the chat that it is sent to");

export function maxWords(usual: number) {
  return z.int().min(20).max(2_000).default(usual).describe("the most words");
}

/** Whether a time of the day lies between two, of which the second may be of the next day. */
export function isBetween(clock: string, from: string, to: string): boolean {
  return from <= to ? clock >= from && clock < to : clock >= from || clock < to;
}
