import { z } from "zod";
import { Offer } from "../../adapters/index.js";

/** What a person is asked about, and what is then booked: all of it was found or asked for, none of it made up. */
export const Plan = z.strictObject({
  occasion: z.string(),
  asked: z.strictObject({ day: z.iso.date(), time: z.string() }),
  today: z.iso.date(),
  offer: Offer,
  people: z.int().positive(),
  end: z.string().describe("On the clock of the venue"),
});
export type Plan = z.output<typeof Plan>;

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** "Dinner at Vicolo, Friday 20 March, 19:30, 4 people. Go ahead?" */
export function saysOf({ occasion, asked, today, offer, people }: Plan): string {
  const at = offer.time === asked.time ? offer.time : `${offer.time} (you asked for ${asked.time})`;
  const parts = [
    `${plain(occasion)} at ${plain(offer.venue)}`,
    dayOf(offer.day, today),
    at,
    `${people} ${people === 1 ? "person" : "people"}`,
    ...(offer.price === null ? [] : [plain(offer.price)]),
  ];
  return `${parts.join(", ")}. Go ahead?`;
}

/** With the year only where it is another than today's. */
export function dayOf(day: string, today: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const year = day.slice(0, 4) === today.slice(0, 4) ? "" : ` ${day.slice(0, 4)}`;
  return `${DAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}${year}`;
}

/** A stranger's text inside of our sentence: quoted where its own punctuation could make another sentence of it. */
export function plain(text: string): string {
  const line = text.replaceAll(/[\s\p{C}]+/gu, " ").trim();
  const shown = line.length > 80 ? `${line.slice(0, 79)}…` : line;
  return /^[\p{L}\p{M}\p{N} '’&€$£-]+$/u.test(shown) ? shown : `"${shown.replaceAll('"', "'")}"`;
}

/** The nearest to the time that was asked for first; of two as near the earlier. */
export function byNearness(offers: readonly Offer[], time: string): readonly Offer[] {
  const far = (offer: Offer) => Math.abs(minutesOf(offer.time) - minutesOf(time));
  return [...offers].sort((a, b) => far(a) - far(b) || minutesOf(a.time) - minutesOf(b.time));
}

/** So many minutes after a time on the clock, which may be on the next day. */
export function later(day: string, time: string, minutes: number): string {
  return new Date(Date.parse(`${day}T${time}:00Z`) + minutes * 60_000).toISOString().slice(0, 16);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
