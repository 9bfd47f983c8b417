import { z } from "zod";
import { maskSecrets } from "../../src/checks/index.js";
import { Spent } from "./budget.js";
import { type Item, NotBegun } from "./items.js";
import type { RunFacts } from "./runs.js";

/** What became of an item, from the journals. */
export const Became = z.object({
  title: z.string(),
  pipeline: z.string(),
  from: z.string(),
  status: z.enum(["done", "stopped", "waiting", "failed"]),
  run: z.string(),
  said: z.string().describe("What its run gave, why it failed or stopped, or what it waits for"),
  waits: z.array(z.object({ run: z.string(), on: z.string(), what: z.string() })),
  spent: Spent,
  minutes: z.int().nonnegative(),
});
export type Became = z.output<typeof Became>;

/** All numbers of the morning report. Code has counted them. */
export const Night = z.object({
  from: z.string(),
  to: z.string(),
  items: z.array(Became),
  notBegun: z.array(NotBegun),
  spent: Spent,
  minutes: z.int().nonnegative(),
  most: z.object({ usd: z.number(), tokens: z.number(), minutes: z.number(), items: z.number() }),
});
export type Night = z.output<typeof Night>;

/** How an item stands: its own run where it has begun, else why it has not. */
export function becameOf(
  item: Item,
  { work, about }: { readonly work: RunFacts | null; readonly about: RunFacts | null },
): Became | NotBegun {
  const { title, pipeline, from } = item;
  if (work === null) return { title: `${title} (${from})`, why: about?.reason ?? "the night ended before its turn" };
  const { run, waits, spent, reason, output } = work;
  const status = waits.length > 0 ? "waiting" : work.status === "done" ? (reason === null ? "done" : "stopped") : "failed";
  const nothing = work.status === "cancelled" ? "it was cancelled" : "it did not come to an end";
  const said =
    status === "waiting" ? waits.map(({ what }) => what).join("; ") : (reason ?? output ?? (work.status === "done" ? "" : nothing));
  const minutes = minutesBetween(work.startedAt, work.lastAt);
  return {
    title,
    pipeline,
    from,
    status,
    run,
    said: oneLine(said),
    waits: waits.map(({ run, on, what }) => ({ run, on, what: oneLine(what) })),
    spent,
    minutes,
  };
}

/** The report, in Markdown. `words` are the model's, at most three sentences, or empty. */
export function reportOf(night: Night, words: string): string {
  const { items, notBegun, spent, minutes, most } = night;
  const of = (...statuses: readonly Became["status"][]) => items.filter(({ status }) => statuses.includes(status));
  const done = of("done").map(
    (item) => `${head(item)}: ${item.said || "it gave nothing"}\n  ${cost(item.spent, item.minutes)} \`stagewright show ${item.run}\``,
  );
  const stopped = of("stopped").map((item) => `${head(item)}: ${item.said}\n  \`stagewright show ${item.run}\``);
  const waiting = of("waiting").map((item) => `${head(item)}:\n${item.waits.map(waitLine).join("\n")}`);
  const failed = of("failed").map(
    (item) => `${head(item)}: ${item.said}\n  ${cost(item.spent, item.minutes)} \`stagewright show ${item.run}\``,
  );
  const open = notBegun.map(({ title, why }) => `${title}: ${why}`);
  const nothing = items.length + notBegun.length === 0 ? "Nothing was open." : "";
  return [
    `# The night from ${clock(night.from)} to ${clock(night.to)} UTC`,
    words,
    nothing,
    section("Waits for you", waiting),
    section("Done", done),
    section("Stopped early, by its own decision", stopped),
    section("Failed", failed),
    section("Not begun", open),
    `## Cost\n\n${cost(spent, minutes)} The night had $${most.usd}, ${most.tokens} tokens, ${most.minutes} minutes and ${most.items} items.`,
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `## ${title} (${lines.length})\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

function head({ title, pipeline, from }: Became): string {
  return `${oneLine(title)} (${from}, ${pipeline})`;
}

function waitLine({ run, on, what }: Became["waits"][number]): string {
  const how =
    on === "gate"
      ? `\`stagewright approve ${run}\``
      : on === "budget"
        ? "`stagewright resume`, once there is room"
        : `\`stagewright show ${run}\``;
  return `  ${what} ${how}`;
}

function cost({ usd, unpriced, tokens, calls }: Spent, minutes: number): string {
  const unknown = unpriced === 0 ? "" : ` and ${unpriced} without a known price`;
  return `$${usd}${unknown}, ${tokens} tokens in ${calls} ${calls === 1 ? "call" : "calls"}, ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
}

function clock(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

export function minutesBetween(from: string, to: string): number {
  return Math.max(0, Math.ceil((Date.parse(to) - Date.parse(from)) / 60_000));
}

function oneLine(text: string): string {
  const line = maskSecrets(text).replaceAll(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 299).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
}
