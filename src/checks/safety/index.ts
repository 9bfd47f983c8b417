import type { Check, Finding } from "../../dsl/index.js";
import type { Pack } from "../pack.js";
import type { Text } from "../text/parse-text.js";
import { placesOf } from "../text/places.js";
import { HELD_BACK, heldBackFinder } from "./held-back.js";
import type { Hit } from "./hit.js";
import { ordersToModels } from "./orders.js";
import { SAFETY_RULES } from "./rules.js";
import { sensitiveHits } from "./sensitive.js";

export { maskSecrets } from "./sensitive.js";

export interface SafetyOptions {
  /** Phrases that must not leave the house; by default what people write over confidential papers. An empty list holds nothing back. */
  readonly heldBack?: readonly string[];
  /** What is known and may stand: an address, a number, a phrase. All of it, as it is written in the text. */
  readonly allow?: readonly string[];
}

const SENSITIVE = [
  "safety/secret",
  "safety/private-key",
  "safety/connection-string",
  "safety/random-value",
  "safety/iban",
  "safety/card-number",
  "safety/cnp",
  "safety/phone",
  "safety/email",
] as const;

/**
 * What must not get out with a text, and what must not get into a model with one. All rules read the raw text, code and comments
 * included; none shows a secret whole.
 *
 * @example
 * safety.checks({ heldBack: ["Project Heron"], allow: ["press@stagewright.example"] })
 */
export const safety: Pack<SafetyOptions> = {
  name: "safety",
  description: "secrets, personal data, words to hold back, and orders to a model",
  rules: SAFETY_RULES,
  checks({ heldBack = HELD_BACK, allow = [] } = {}) {
    const allowed = new Set(allow.map((one) => one.toLowerCase()));
    const findHeldBack = heldBackFinder(heldBack);
    return [
      ...SENSITIVE.map((rule) => checkOf(rule, { allow }, allowed, (text) => sensitiveHits(text).filter((hit) => hit.rule === rule))),
      checkOf("safety/held-back", { heldBack, allow }, allowed, findHeldBack),
      checkOf("safety/order", { allow }, allowed, ordersToModels),
    ];
  },
};

function checkOf(rule: string, options: unknown, allowed: ReadonlySet<string>, find: (text: string) => readonly Hit[]): Check<Text> {
  return {
    rule,
    options,
    run(text) {
      const markdown = typeof text === "string" ? text : text.markdown;
      const hits = find(markdown).filter(({ from, to }) => allowed.size === 0 || !allowed.has(markdown.slice(from, to).toLowerCase()));
      if (hits.length === 0) return [];
      const placeAt = placesOf(markdown);
      return hits.map(({ severity, message, from }): Finding => ({ rule, severity, message, at: placeAt(from) }));
    },
  };
}
