import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { booking, Confirmation } from "./booking.js";
import { referenceOf } from "./reference.js";

export interface BookingRecordingOptions {
  readonly answers?: Answers<(typeof booking)["calls"]>;
  /** Where is searched; it may be real, since searching changes nothing. */
  readonly reads?: AnyImplementation;
}

/** Bookings for a rehearsal: books nothing, and then confirms what it was asked to book. `answers` take the place of any of that. */
export function bookingRecording({ answers = {}, reads }: BookingRecordingOptions = {}): Recording {
  const booked = new Map<string, Confirmation>();
  return recording(
    booking,
    {
      reserve({ offer, people, name }, { key, signal }) {
        signal.throwIfAborted();
        const reference = referenceOf(key);
        const { venue, day, time } = offer;
        const [code, address] = [`recording ${booked.size + 1}`, `recording:${reference}`];
        booked.set(reference, { reference, code, status: "confirmed", venue, day, time, people, name, address, screenshots: [] });
        return { booked: true, reference, code, address, screenshots: [] };
      },
      async confirm({ reference }, context) {
        context.signal.throwIfAborted();
        const found: unknown = booked.get(reference) ?? (await reads?.calls.confirm?.perform({ reference }, context)) ?? null;
        return Confirmation.nullable().parse(found);
      },
      ...answers,
    },
    reads ? { reads } : {},
  );
}
