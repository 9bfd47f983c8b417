import { StagewrightError } from "../../src/dsl/index.js";
import { instantIn } from "./event-text.js";

/** Throws `calendar/order`. */
export function assertOrder({ start, end }: { readonly start: string; readonly end: string }, zone: string): void {
  if (instantIn(start, zone) < instantIn(end, zone)) return;
  throw new StagewrightError("calendar/order", `an event from "${start}" to "${end}" ends before it has begun`, {
    hint: "say when it is over; of whole days that is the first free one, so that one day lasts to the next",
  });
}
