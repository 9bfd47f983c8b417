import type { Check, Finding } from "../../dsl/index.js";
import { amount } from "../amount.js";
import { parseText, type Text } from "../text/parse-text.js";
import { loopsIn } from "./loops.js";
import { quoted, runningWords } from "./text-words.js";

/** A run of words that is said again and again, as a model does that has lost its way. One finding a run, where it is first said again. */
export function loop(): Check<Text> {
  const rule = "repetition/loop";
  return {
    rule,
    run(text) {
      const parsed = parseText(text);
      const words = runningWords(parsed);
      return loopsIn(words).flatMap(({ start, period, times }): readonly Finding[] => {
        const again = start + period;
        const { from, to } = words.rangeOf(again, again + period - 1);
        // `0.0.0.0` and the like.
        if (period === 1 && !/\p{L}/u.test(parsed.markdown.slice(from, to))) return [];
        const message = `"${quoted(parsed.markdown, from, to)}" stands ${amount(times, "time")} in a row: say it once`;
        return [{ rule, severity: "error", message, at: parsed.placeAt(from) }];
      });
    },
  };
}
