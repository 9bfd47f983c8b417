import type { Check, Finding, Severity } from "../dsl/index.js";
import { grouped } from "./amount.js";
import { assertWhole } from "./options.js";
import { offsetsOf } from "./text/block.js";
import { parseText, type Text } from "./text/parse-text.js";

export interface EmDashLimit {
  readonly max: number;
  /** `error` by default. */
  readonly severity?: Severity;
}

// Three hyphens beside a bar or a colon are the rule of a table, also where the parser saw none (a space at its end).
const THREE_HYPHENS = String.raw`---(?<![-|:]\s*---)(?!\s*[-|:])`;

// Two hyphens count between words, with or without spaces; before a word and after a space they are an option such as `--day`.
const BEFORE = String.raw`[\p{L}\p{M}\p{N}\p{Pe}\p{Pf}"'’.,!?;%…\uFFFC]`;
const AFTER = String.raw`[\p{L}\p{N}\p{Ps}\p{Pi}"'„$€£…\uFFFC]`;
// A single letter before them is a variable that is counted down, or the language C--.
const NO_DECREMENT = String.raw`(?!(?<=(?<![\p{L}\p{M}\p{N}])\p{L}--)\s)`;
// Between quotes they are named, not used.
const NOT_NAMED = `(?!(?<=["'“‘„]--)["'”’“])`;
const TWO_HYPHENS = `--(?<=${BEFORE}--)(?<!<!--)${NO_DECREMENT}${NOT_NAMED}(?=\\s{0,3}${AFTER})|--(?<=${BEFORE}\\s{1,3}--)(?=\\s{1,3}${AFTER})`;

/** What each of them holds; most blocks have none of it. */
const MAY_BE_DASH = /[—―⸺⸻﹘]|--/;

/** An em dash and the marks that stand for one, among them the horizontal bar and dashes of double width. */
const EM_DASH = new RegExp(`[—―⸺⸻﹘]|${THREE_HYPHENS}|${TWO_HYPHENS}`, "gu");

/**
 * At most `max` em dashes in prose; one finding for each one past it. `—`, `&mdash;` and `---` inside a line count,
 * and `--` between words; an option such as `--day` does not. Throws `check/options` on a limit that is no whole number.
 *
 * @example
 * emDashes({ max: 3 })
 */
export function emDashes({ max, severity = "error" }: EmDashLimit): Check<Text> {
  const rule = "em-dashes";
  assertWhole(rule, "max", max, 0);
  const wish = max === 0 ? "expected none" : `expected at most ${grouped(max)}`;
  return {
    rule,
    options: { max, severity },
    run(text) {
      const { blocks, placeAt } = parseText(text);
      const dashes = blocks.flatMap((block) => {
        if (!MAY_BE_DASH.test(block.prose)) return [];
        const matches = [...block.prose.matchAll(EM_DASH)];
        if (matches.length === 0) return [];
        const offsetAt = offsetsOf(block);
        return matches.map(({ index, 0: dash }) => ({
          offset: offsetAt(index),
          excerpt: excerptAround(block.prose, index, index + dash.length),
        }));
      });
      return dashes.slice(max).map(
        ({ offset, excerpt }, index): Finding => ({
          rule,
          severity,
          message: `em dash ${grouped(max + index + 1)} of ${grouped(dashes.length)} in "${excerpt}", ${wish}: write a comma, a colon or a full stop`,
          at: placeAt(offset),
        }),
      );
    },
  };
}

const REACH = 24;

/** A dash with the word on each side of it, and with the spaces between, so that the dash meant can be found by eye. */
function excerptAround(prose: string, from: number, to: number): string {
  const [before = ""] = /[\p{L}\p{M}\p{N}'’]*\s?$/u.exec(prose.slice(Math.max(0, from - REACH), from)) ?? [];
  const [after = ""] = /^\s?[\p{L}\p{M}\p{N}'’]*/u.exec(prose.slice(to, to + REACH)) ?? [];
  return `${before}${prose.slice(from, to)}${after}`.replace(/\s/g, " ").trim();
}
