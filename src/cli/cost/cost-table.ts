import { type BudgetLeft, type Calendar, digitsFor, formatAmount, type SpentCall, withDigits } from "../../spending/index.js";
import type { Colours } from "../colours.js";
import { columns } from "../columns.js";
import { type Group, type Grouping, grouped, summed } from "./grouped.js";

interface Look {
  readonly calendar: Calendar;
  readonly colours: Colours;
}

/** One line for each group, and one for all. Of the days before the last `mostDays` one line is made. */
export function groupTable(
  calls: readonly SpentCall[],
  by: Exclude<Grouping, "call">,
  look: Look & { readonly mostDays?: number },
): string {
  const { calendar, colours, mostDays } = look;
  const all = grouped(calls, by, calendar);
  const shown = by === "day" && mostDays !== undefined ? all.slice(-mostDays) : all;
  const first = shown[0]?.name ?? "";
  const earlier = shown.length === all.length ? [] : calls.filter(({ at }) => calendar.dayOf(new Date(at)) < first);
  const groups = [...(earlier.length === 0 ? [] : [summed("earlier", earlier)]), ...shown, summed("total", calls)];
  const cost = costColumn(groups.map((group) => group.cost));
  const rows = groups.map((group, index) => [
    group.name,
    count(group.calls),
    count(group.inputTokens),
    count(group.outputTokens),
    cost[index] ?? "",
    notesOf(group),
  ]);
  return table([by, "calls", "tokens in", "tokens out", "cost", ""], rows, { numbers: [1, 2, 3, 4], colours });
}

/** One line for each call. */
export function callTable(calls: readonly SpentCall[], { calendar, colours }: Look): string {
  const total = summed("total", calls);
  const cost = costColumn([...calls.map((call) => call.cost), total.cost]);
  const rows = calls.map(({ at, run, stage, version, attempt, model, tokens, state, isEstimated, outcome }, index) => [
    calendar.clockOf(new Date(at)),
    run ?? "(outside of a run)",
    stage === undefined ? "" : `${stage} v${version} try ${attempt}`,
    model,
    tokens === undefined ? "" : count(tokens.input),
    tokens === undefined ? "" : count(tokens.output),
    state === "unpriced" ? "" : (cost[index] ?? ""),
    [
      ...(state === "settled" ? [] : [state]),
      ...(state === "settled" && isEstimated ? ["estimated"] : []),
      ...(outcome === undefined || outcome === "answered" ? [] : [outcome]),
    ].join(", "),
  ]);
  rows.push(["total", "", "", "", count(total.inputTokens), count(total.outputTokens), cost.at(-1) ?? "", ""]);
  return table(["call", "run", "stage", "model", "tokens in", "tokens out", "cost", ""], rows, { numbers: [4, 5, 6], colours });
}

/** The budgets of the config, and what is left of them. */
export function budgetTable(budgets: readonly BudgetLeft[], { calendar, colours }: Look): string {
  const rows = budgets.map(({ budget, period, unit, limit, now }) => [
    budget,
    formatAmount(limit, unit),
    now === undefined ? `each ${period}` : now.of,
    now === undefined ? "" : formatAmount(now.spent, unit),
    now === undefined || now.reserved === 0 ? "" : formatAmount(now.reserved, unit),
    now === undefined ? "" : formatAmount(now.left, unit),
    now?.until === undefined ? "" : calendar.clockOf(now.until),
  ]);
  return table(["budget", "limit", "of", "spent", "reserved", "left", "until"], rows, { numbers: [1, 3, 4, 5], colours });
}

function notesOf({ estimated, underWay, unsettled, unpriced, failed }: Group): string {
  const notes: readonly (readonly [number, string])[] = [
    [underWay, "under way"],
    [unsettled, "unsettled"],
    [unpriced, "without a price"],
    [estimated, "estimated"],
    [failed, "failed"],
  ];
  return notes.flatMap(([number, what]) => (number === 0 ? [] : [`${count(number)} ${what}`])).join(", ");
}

function costColumn(amounts: readonly number[]): readonly string[] {
  const digits = digitsFor(amounts);
  return amounts.map((amount) => withDigits(amount, digits));
}

interface Layout {
  /** The columns whose ends stand below each other. */
  readonly numbers: readonly number[];
  readonly colours: Colours;
}

function table(head: readonly string[], rows: readonly (readonly string[])[], { numbers, colours }: Layout): string {
  const widths = head.map((cell, index) => Math.max(cell.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const aligned = [head, ...rows].map((row) =>
    row.map((cell, index) => (numbers.includes(index) ? cell.padStart(widths[index] ?? 0) : cell)),
  );
  return columns(aligned.map((row, index) => (index === 0 ? row.map((cell) => (cell === "" ? "" : colours.dim(cell))) : row)));
}

function count(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
