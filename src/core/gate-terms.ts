import type { EventOf } from "./event.js";

const CONFIRMED_TIER = 5;
const CONFIRM_DIGITS = 8;

/** Until when a gate takes decisions; nothing where it has no limit. */
export function takesUntil({ at, expiresMs }: Pick<EventOf<"gate-opened">, "at" | "expiresMs">): Date | undefined {
  return expiresMs === undefined ? undefined : new Date(Date.parse(at) + expiresMs);
}

/** What an approval repeats at tier 5, so that it is about what was shown and nothing else: the start of the digest. */
export function confirmationOf({ tier, digest }: Pick<EventOf<"gate-opened">, "tier" | "digest">): string | undefined {
  return tier < CONFIRMED_TIER ? undefined : digest.slice(0, CONFIRM_DIGITS);
}
