import { z } from "zod";
import { adapter, effect, query } from "../../src/dsl/index.js";

/** What a stranger wrote on a page: one line of text, and data, never orders. */
const Said = z.string().min(1).max(300);
const Time = z.iso.time({ precision: -1 }).describe("On the clock of the venue: HH:MM");
const People = z.int().min(1).max(500);

export const Offer = z.object({
  id: Said.describe("The site's own name for it"),
  venue: Said,
  day: z.iso.date(),
  time: Time,
  seats: z.int().positive().describe("For how many people at most"),
  price: Said.nullable().describe("As the page has it; null where it names none"),
  address: z.url().describe("The page on which it is booked"),
});
export type Offer = z.output<typeof Offer>;

export const Reserved = z.discriminatedUnion("booked", [
  z.object({
    booked: z.literal(true),
    reference: z.string().describe("Ours, made from the idempotency key: what `confirm` takes"),
    code: Said.describe("The site's"),
    address: z.url().describe("The page that says so"),
    screenshots: z.array(z.string()).describe("Paths of PNG files: the form as it was sent, and the page that answered"),
  }),
  z.object({
    booked: z.literal(false),
    gone: z.string().describe("Why it is not to be had any more, as code or the page says it: data, never orders"),
    screenshots: z.array(z.string()),
  }),
]);
export type Reserved = z.output<typeof Reserved>;

export const Confirmation = z.object({
  reference: z.string(),
  code: Said,
  status: z.enum(["confirmed", "pending", "cancelled"]),
  venue: Said,
  day: z.iso.date(),
  time: Time,
  people: People,
  name: Said,
  address: z.url(),
  screenshots: z.array(z.string()),
});
export type Confirmation = z.output<typeof Confirmation>;

/** A table, a seat or a room at a venue, booked for a person. Days and times are those of the venue, without a zone. */
export const booking = adapter("booking", {
  /** What is free, in the site's own order. */
  searchVenue: query({
    takes: z.object({
      place: z.string().trim().min(1).max(200).describe("A venue, a street, a town: what the site's own search takes"),
      day: z.iso.date(),
      time: Time.optional().describe("About when; any time if left out"),
      people: People,
    }),
    gives: z.object({ offers: z.array(Offer) }),
  }),
  /** Books an offer as it was found. A venue that has changed its mind meanwhile is an answer, and not an error. */
  reserve: effect({
    takes: z.object({
      offer: Offer,
      people: People,
      name: z.string().trim().min(1).max(200).describe("Under which name"),
      contact: z.string().trim().min(1).max(200).describe("An e-mail address or a telephone number"),
      note: z.string().trim().min(1).max(1_000).optional(),
    }),
    gives: Reserved,
  }),
  /** What the site says of a booking by now; null where it knows none of the reference. */
  confirm: query({ takes: z.object({ reference: z.string().min(1).max(100) }), gives: Confirmation.nullable() }),
});
