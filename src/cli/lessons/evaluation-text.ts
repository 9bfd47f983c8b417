import type { Interval } from "../../probe/index.js";
import { columns } from "../columns.js";
import type { LessonsEvaluation } from "./evaluate.js";
import type { PairedRates } from "./paired.js";

/** A line for each rate: without lessons, with them, and what lies between, each with its interval of 95 %. */
export function evaluationText({ pipeline, cases, retried, refined, failed }: LessonsEvaluation): string {
  const row = (what: string, { without, with: lessons, difference }: PairedRates) => [
    what,
    `${without.count}`,
    percentage(without.rate, without.interval),
    `${lessons.count}`,
    percentage(lessons.rate, lessons.interval),
    percentage(difference.rate, difference.interval),
    verdictOf(difference.interval),
  ];
  const head = ["", "without", "", "with", "", "fewer by", ""];
  return [
    `${pipeline}, ${cases.length} ${cases.length === 1 ? "case" : "cases"}, each without lessons and with them; intervals hold 95 in 100\n`,
    columns([head, row("retried", retried), row("refined", refined), row("failed", failed)]),
  ].join("");
}

function percentage(rate: number, { low, high }: Interval): string {
  const whole = (part: number) => Math.round(part * 100);
  return `${whole(rate)} % (${whole(low)} to ${whole(high)})`;
}

function verdictOf({ low, high }: Interval): string {
  if (low > 0) return "lessons help";
  return high < 0 ? "lessons harm" : "no difference shown";
}
