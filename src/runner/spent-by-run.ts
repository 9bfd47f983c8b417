import { z } from "zod";
import type { Store } from "../store/index.js";
import { ownChildren } from "./own-children.js";
import { type ReadRun, readRun } from "./read-run.js";

/** What of a model's answer counts. */
const Paid = z.object({
  model: z.string(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  cost: z.object({ usd: z.number() }).optional(),
});

/** In US dollars; a call without a known price costs nothing. Tokens are those read and those written together. */
export interface SpentByRun {
  readonly usd: number;
  readonly tokens: number;
}

/** What the calls of a run and of its children have taken; those that agents carry out count for themselves. */
export async function spentByRun(store: Store, run: string): Promise<SpentByRun> {
  return spentBy(store, await readRun(store, run));
}

async function spentBy(store: Store, { events, load }: ReadRun): Promise<SpentByRun> {
  let [usd, tokens] = [0, 0];
  const children = new Set<string>();
  for (const event of events) {
    if (event.type === "child-started") children.add(event.child);
    if (event.type !== "called" || !("answer" in event.outcome)) continue;
    const paid = Paid.safeParse(await load(event.outcome.answer));
    if (!paid.success) continue;
    const { model, usage, cost } = paid.data;
    usd += cost?.usd ?? 0;
    // What is embedded is no model, and no budget counts it.
    if (model !== "embedded") tokens += usage.inputTokens + usage.outputTokens;
  }
  for (const child of await ownChildren(store, children)) {
    const spent = await spentBy(store, child);
    usd += spent.usd;
    tokens += spent.tokens;
  }
  return { usd, tokens };
}
