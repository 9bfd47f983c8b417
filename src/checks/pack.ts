import type { AnyCheck, Check } from "../dsl/index.js";
import type { Text } from "./text/parse-text.js";

/** Texts in which a rule does and does not find something. */
export interface Examples {
  /** The options of the pack with which that is so; its own where there are none. */
  readonly given?: object;
  readonly bad: readonly string[];
  readonly good: readonly string[];
}

/** What a person is told of a rule: why it is there, what to write instead, and texts that it does and does not find. */
export interface RulePage {
  /** `pack/name`, and the `rule` of its findings. */
  readonly id: string;
  /** One sentence on why it is bad. */
  readonly why: string;
  /** What to do about it, as an instruction. */
  readonly fix: string;
  /** How the rule counts, where it has a limit. */
  readonly counts?: string;
  readonly examples: Examples;
}

/** A named set of checks, with the pages of its rules. */
export interface Pack<Options extends object = object, Checked extends AnyCheck<Text, never> = Check<Text>> {
  readonly name: string;
  readonly description: string;
  readonly rules: readonly RulePage[];
  checks(options?: Options): readonly Checked[];
}
