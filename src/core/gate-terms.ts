import type { Deciders } from "../dsl/index.js";
import type { EventOf, RunEvent } from "./event.js";

const CONFIRMED_TIER = 5;
const CONFIRM_DIGITS = 8;

/** Until when a gate takes decisions; nothing where it has no limit. */
export function takesUntil({ at, expiresMs }: Pick<EventOf<"gate-opened">, "at" | "expiresMs">): Date | undefined {
  return expiresMs === undefined ? undefined : new Date(Date.parse(at) + expiresMs);
}

/** Whether a gate takes no decision any more. */
export function isTooLate(gate: Pick<EventOf<"gate-opened">, "at" | "expiresMs">, now: Date): boolean {
  const until = takesUntil(gate);
  return until !== undefined && now > until;
}

/** When a gate is overdue at which nobody decides; nothing where it never is. */
export function overdueAt({ at, overdue }: Pick<EventOf<"gate-opened">, "at" | "overdue">): Date | undefined {
  return overdue === undefined ? undefined : new Date(Date.parse(at) + overdue.afterMs);
}

/** How often the question has come again by now: once when it is overdue, and once more after each such time. */
export function timesOverdue({ at, overdue }: Pick<EventOf<"gate-opened">, "at" | "overdue">, now: Date): number {
  return overdue === undefined ? 0 : Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / overdue.afterMs));
}

/** Who may decide by now: once it is overdue, also those to whom it escalates. */
export function decidersAt(gate: Pick<EventOf<"gate-opened">, "at" | "overdue" | "mayDecide">, now: Date): Deciders {
  const { overdue, mayDecide = {} } = gate;
  const { people } = mayDecide;
  if (overdue?.does !== "escalate" || people === undefined || timesOverdue(gate, now) === 0) return mayDecide;
  return { ...mayDecide, people: [...people, ...overdue.to.filter((name) => !people.includes(name))] };
}

/** What an approval repeats at tier 5, so that it is about what was shown and nothing else: the start of the digest. */
export function confirmationOf({ tier, digest }: Pick<EventOf<"gate-opened">, "tier" | "digest">): string | undefined {
  return tier < CONFIRMED_TIER ? undefined : digest.slice(0, CONFIRM_DIGITS);
}

/** What was decided at a gate, in a run's events; nothing as long as nothing is. */
export function decisionAt(
  events: readonly RunEvent[],
  { seq, stage, version, attempt }: Pick<EventOf<"gate-opened">, "seq" | "stage" | "version" | "attempt">,
): EventOf<"gate-decided"> | undefined {
  return events.find(
    (event): event is EventOf<"gate-decided"> =>
      event.type === "gate-decided" && event.seq > seq && event.stage === stage && event.version === version && event.attempt === attempt,
  );
}

const DECIDED = { approve: "approved", edit: "approved with an edit", answer: "answered", reject: "rejected" } as const;

/** A decision as a participle: `approved with an edit`. */
export function decidedWord({ decision }: Pick<EventOf<"gate-decided">, "decision">): string {
  return DECIDED[decision];
}
