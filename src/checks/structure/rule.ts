import type { Check } from "../../dsl/index.js";
import type { RulePage } from "../pack.js";
import type { Text } from "../text/parse-text.js";

/** A rule of the pack: its page, and the check for what was asked of it. */
export interface StructureRule<Options> {
  readonly page: RulePage;
  /** The options with which the page's examples are bad and good. */
  readonly exampleOptions: Options;
  check(options: Options): Check<Text>;
}

/** The same check whose findings carry the pack's id. */
export function underRule(id: string, check: Check<Text>): Check<Text> {
  return {
    rule: id,
    options: check.options,
    run: (text, given) => check.run(text, given).map((finding) => ({ ...finding, rule: id })),
  };
}
