import { z } from "zod";
import type { Store } from "../store/index.js";
import { ownChildren } from "./own-children.js";
import { type ReadRun, readRun } from "./read-run.js";

const Priced = z.object({ cost: z.object({ usd: z.number() }) });

/**
 * What the calls of a run and of its children have cost, in US dollars; those that agents carry out count for themselves. A call
 * without a known price counts nothing.
 */
export async function costOfRun(store: Store, run: string): Promise<number> {
  return costOf(store, await readRun(store, run));
}

async function costOf(store: Store, { events, load }: ReadRun): Promise<number> {
  let usd = 0;
  const children = new Set<string>();
  for (const event of events) {
    if (event.type === "child-started") children.add(event.child);
    if (event.type !== "called" || !("answer" in event.outcome)) continue;
    const priced = Priced.safeParse(await load(event.outcome.answer));
    if (priced.success) usd += priced.data.cost.usd;
  }
  for (const child of await ownChildren(store, children)) usd += await costOf(store, child);
  return usd;
}
