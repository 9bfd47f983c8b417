import type { Confirmation } from "../../adapters/index.js";
import type { AnyStage, Check, Finding } from "../../src/dsl/index.js";
import { Plan } from "./plan.js";

/** What the page says of the booking is what a person agreed to, field by field. */
export function asAsked<const Name extends string>(stage: AnyStage<Name>): Check<Confirmation, Name> {
  return {
    rule: "booking/as-asked",
    given: { plan: stage },
    run: (confirmation, { plan }) => faultsOf(confirmation, Plan.parse(plan)),
  };
}

function faultsOf(confirmation: Confirmation, { offer, people }: Plan): readonly Finding[] {
  const asked = { venue: offer.venue, day: offer.day, time: offer.time, people };
  const faults = (["venue", "day", "time", "people"] as const)
    .filter((field) => confirmation[field] !== asked[field])
    .map((field) => `the ${field} is "${confirmation[field]}", and "${asked[field]}" was agreed to`);
  if (confirmation.status !== "confirmed") faults.push(`the booking is ${confirmation.status}, and not confirmed`);
  return faults.map((message): Finding => ({ rule: "booking/as-asked", severity: "error", message: `by the venue's own page ${message}` }));
}
