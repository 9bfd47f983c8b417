export { booking, Confirmation, Offer, Reserved } from "./booking.js";
export { type BookingSiteOptions, bookingFromEnv, bookingSite } from "./booking-site.js";
export { type BookingRecordingOptions, bookingRecording } from "./recording.js";
