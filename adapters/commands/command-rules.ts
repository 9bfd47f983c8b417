import { StagewrightError } from "../../src/dsl/index.js";

/** What a word of the command line may be: that word, or one that the pattern matches as a whole. */
export type ArgumentRule = string | RegExp;

export interface CommandRule {
  /** A name that is found on the PATH, or an absolute path. */
  readonly program: string;
  /** The words in their places. Default: none. */
  readonly args?: readonly ArgumentRule[];
  /** What each word behind them may be. Default: there may be none. */
  readonly rest?: ArgumentRule;
  /** Variables of the environment that this program is given beside the harmless ones. */
  readonly env?: readonly string[];
}

/** The first rule that allows the command. Throws `commands/not-allowed`, which says what is. */
export function ruleFor(program: string, args: readonly string[], rules: readonly CommandRule[]): CommandRule {
  const named = rules.filter((rule) => rule.program === program);
  const found = named.find((rule) => allows(rule, args));
  if (found !== undefined) return found;
  if (named.length === 0) {
    const names = [...new Set(rules.map((rule) => `"${rule.program}"`))].join(", ");
    throw new StagewrightError("commands/not-allowed", `"${program}" is not on the list of programs that may run`, {
      hint:
        names === ""
          ? "the list is empty: allow it where the adapter is made"
          : `allow it where the adapter is made; the list has ${names}`,
    });
  }
  throw new StagewrightError("commands/not-allowed", `"${program}" may not run with the arguments ${JSON.stringify(args)}`, {
    hint: `what is allowed: ${named.map(inWords).join("; ")}`,
  });
}

function allows({ args: first = [], rest }: CommandRule, args: readonly string[]): boolean {
  if (args.length < first.length || (rest === undefined && args.length > first.length)) return false;
  return args.every((word, index) => {
    const rule = first[index] ?? rest;
    return rule !== undefined && fits(rule, word);
  });
}

function fits(rule: ArgumentRule, word: string): boolean {
  if (typeof rule === "string") return word === rule;
  // As a whole, whatever anchors it has; and from its beginning, whatever it remembers.
  return new RegExp(`^(?:${rule.source})$`, rule.flags.replace(/[gym]/g, "")).test(word);
}

function inWords({ program, args = [], rest }: CommandRule): string {
  const word = (rule: ArgumentRule) => (typeof rule === "string" ? rule : String(rule));
  return [program, ...args.map(word), ...(rest === undefined ? [] : [`${word(rest)}…`])].join(" ");
}
