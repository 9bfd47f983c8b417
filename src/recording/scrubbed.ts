import { isSecretField, placeholderOf, type ScrubRule, secretRules } from "./scrub-rules.js";

/** A value as a tape may hold it. A tape is played with the same rules, so that a call is found by what it asked for. */
export function scrubbed(value: unknown, rules: readonly ScrubRule[] = secretRules): unknown {
  const json = JSON.stringify(value, (field, inner: unknown) => {
    if (typeof inner !== "string") return inner;
    if (inner !== "" && isSecretField(field)) return placeholderOf(field);
    return rules.reduce((text, rule) => rule.scrub(text), inner);
  });
  return json === undefined ? undefined : JSON.parse(json);
}
