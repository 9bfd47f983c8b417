import { booking, bookingSite } from "../../../adapters/booking/index.js";
import type { Delivery } from "../kill/deliveries.js";
import { requestOf } from "./site.js";

/** The address of the site comes to both processes in their environment, and so does what is asked for. */
export const bookingDelivery: Delivery = {
  ref: booking,
  call: "reserve",
  get request() {
    return requestOf({ url: process.env.BOOKING_SITE ?? "" });
  },
  real: (cwd, env) => bookingSite({ site: env.BOOKING_SITE ?? "", cwd }),
};
