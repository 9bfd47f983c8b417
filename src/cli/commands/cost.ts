import { type Command, Option } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { type BudgetLeft, budgetsLeft, type Calendar, calendarOf, openLedger, type SpentCall, spentCalls } from "../../spending/index.js";
import { coloursFor } from "../colours.js";
import type { Invocation } from "../command-list.js";
import {
  type ConfigOption,
  configOption,
  examples,
  type PrintOptions,
  printOptions,
  type StoreOption,
  storeOption,
} from "../common-options.js";
import { budgetJson, callJson, groupJson } from "../cost/cost-json.js";
import { budgetTable, callTable, groupTable } from "../cost/cost-table.js";
import { GROUPINGS, type Grouping, grouped, summed } from "../cost/grouped.js";
import { knownPipeline, knownRun, readDay, type Which, whichCalls } from "../cost/which-calls.js";
import { EXIT } from "../exit-code.js";
import { loadConfig } from "../load-config.js";
import { openStore } from "../open-store.js";
import type { Output } from "../surroundings.js";

interface CostOptions extends PrintOptions, StoreOption, ConfigOption, Which {
  readonly by?: Grouping;
}

/** What is printed where nothing is asked for. */
const ALL: readonly Grouping[] = ["pipeline", "model", "day"];
const MOST_DAYS = 14;

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .addOption(new Option("--by <what>", "one line for each of these (default: tables by pipeline, model and day)").choices(GROUPINGS))
    .option("--since <day>", "from this day on", readDay)
    .option("--until <day>", "up to this day, and on it", readDay)
    .option("--pipeline <name>", "only calls of this pipeline")
    .option("--run <run>", "only calls of this run and of those that it started");
  configOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, [
    "stagewright cost",
    "stagewright cost --by day --since 2026-12-01",
    "stagewright cost --by stage --pipeline publisher",
    "stagewright cost --by call --run publisher-20261202-k3xw7q --json",
  ]);
  command.action(async (options: CostOptions) => {
    const { since, until } = options;
    if (since !== undefined && until !== undefined && since > until) {
      throw new StagewrightError("usage/until", `"--until ${until}" is before "--since ${since}"`, { hint: "change the two round" });
    }
    const { config } = await loadConfig(surroundings.cwd, options.config);
    const { root } = openStore(options.store, surroundings.cwd);
    const ledger = openLedger(root);
    const calendar = calendarOf(config.budgets?.timeZone);
    const { calls: all, unreadable } = spentCalls(ledger, since && monthBefore(since));
    if (options.pipeline !== undefined) knownPipeline(options.pipeline, all);
    const run = options.run === undefined ? undefined : knownRun(options.run, all);
    const calls = whichCalls(all, { ...options, ...(run !== undefined && { run }) }, calendar);
    const at = surroundings.environment?.now() ?? new Date();
    const budgets = budgetsLeft(config.budgets ?? {}, { ledger, at, ...(run !== undefined && { run }) });
    for (const line of unreadable) surroundings.err.write(`notice: ${noticeOf(line)}\n`);
    const report = {
      calls,
      budgets,
      calendar,
      tables: options.by === undefined ? ALL : [options.by],
      ...(options.by === undefined && { mostDays: MOST_DAYS }),
    };
    surroundings.out.write(
      options.json
        ? `${JSON.stringify({ store: root, ...asJson(report), unreadable }, undefined, 2)}\n`
        : asText(report, { root, ...surroundings }),
    );
    end(EXIT.done);
  });
}

interface Report {
  readonly calls: readonly SpentCall[];
  readonly budgets: readonly BudgetLeft[];
  readonly calendar: Calendar;
  readonly tables: readonly Grouping[];
  readonly mostDays?: number;
}

function asJson({ calls, budgets, calendar, tables }: Report) {
  const rowsOf = (by: Grouping) => (by === "call" ? calls.map(callJson) : grouped(calls, by, calendar).map(groupJson));
  return {
    timeZone: calendar.timeZone,
    by: Object.fromEntries(tables.map((by) => [by, rowsOf(by)])),
    total: groupJson(summed("total", calls)),
    budgets: budgets.map(budgetJson),
  };
}

interface Printed {
  readonly root: string;
  readonly out: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
}

function asText({ calls, budgets, calendar, tables, mostDays }: Report, { root, out, env }: Printed): string {
  const look = { calendar, colours: coloursFor(out, env), ...(mostDays !== undefined && { mostDays }) };
  const parts =
    calls.length === 0
      ? [`no calls of models are noted in ${root}\n`]
      : tables.map((by) => (by === "call" ? callTable(calls, look) : groupTable(calls, by, look)));
  if (budgets.length > 0) parts.push(budgetTable(budgets, look));
  if (calls.some(({ state }) => state === "unsettled")) {
    parts.push("unsettled: the process ended before it told what the call cost; it counts as the most that it may have cost\n");
  }
  return parts.join("\n");
}

/** Of a month's file the last hours may be of this zone's next month. */
function monthBefore(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - 1);
  return at.toISOString().slice(0, 7);
}

function noticeOf({ place, isTorn }: { readonly place: string; readonly isTorn: boolean }): string {
  return isTorn
    ? `the last line of the ledger, ${place}, was cut off and counts for nothing`
    : `line ${place} of the ledger cannot be read and counts for nothing`;
}
