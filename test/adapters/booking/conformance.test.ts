import { describe } from "node:test";
import { booking, bookingRecording } from "../../../adapters/booking/index.js";
import { referenceOf } from "../../../adapters/booking/reference.js";
import type { CallContext } from "../../../src/dsl/index.js";
import { conforms } from "../conformance.js";
import { at, offerOf, opened, requestOf, skip, WANTED } from "./site.js";

describe("in Chromium", { skip }, () => {
  conforms({
    name: "booking, a site in Chromium",
    ref: booking,
    async open(t) {
      // A table for each of the keys that the suite books under.
      const venue = { id: "vicolo", name: "Vicolo", place: "Brașov", seats: 6, price: null, times: ["19:30"], tables: 10 };
      const site = await opened(t, { venues: [venue] });
      return {
        implementation: at(t, site).implementation,
        samples: [
          { call: "searchVenue", request: WANTED },
          { call: "reserve", request: requestOf(site) },
          { call: "confirm", request: { reference: referenceOf("key-1") } },
        ],
      };
    },
  });
});

conforms({
  name: "booking, recording",
  ref: booking,
  open() {
    const offer = offerOf({ url: "https://tables.example.org" });
    const searchVenue = (_request: object, { signal }: CallContext) => {
      signal.throwIfAborted();
      return { offers: [offer] };
    };
    return {
      implementation: bookingRecording({ answers: { searchVenue } }),
      samples: [
        { call: "searchVenue", request: WANTED },
        { call: "reserve", request: { offer, people: 4, name: "Ana Pop", contact: "ana@example.org" } },
        { call: "confirm", request: { reference: referenceOf("key-1") } },
      ],
    };
  },
});
