import { z } from "zod";
import type { EventOf, RunEvent } from "../core/index.js";
import { CallFacts, type LedgerEntry } from "../evidence/index.js";
import type { DerivedFile } from "../store/index.js";
import { file, json } from "./derived.js";
import type { Keeper } from "./keeper.js";
import { readRun } from "./read-run.js";
import type { RunnerOptions } from "./runner-options.js";

type Called = EventOf<"called">;
type Load = (kept: Extract<Called["outcome"], { readonly answer: unknown }>["answer"]) => Promise<unknown>;

const Answer = z.looseObject({ outcome: z.enum(["result", "failed"]), ledger: CallFacts });

/** The calls of a run's tools, stage by stage in the order of the journal. */
export type Ledger = readonly (LedgerEntry & { readonly stage: string; readonly version: number; readonly attempt: number })[];

/** What each tool of a run did, read from its journal. */
export async function ledgerOf(run: string, { store }: Pick<RunnerOptions, "store">): Promise<Ledger> {
  const { events, load } = await readRun(store, run);
  const ledger: Ledger[number][] = [];
  for (const event of events) {
    const entry = await entryOf(event, load);
    if (entry && event.type === "called") ledger.push({ stage: event.stage, version: event.version, attempt: event.attempt, ...entry });
  }
  return ledger;
}

async function entryOf(event: RunEvent, load: Load): Promise<LedgerEntry | undefined> {
  if (!isOfTool(event) || "error" in event.outcome) return undefined;
  // Where an older version made the call, there are no facts on record.
  const { data } = Answer.safeParse(await load(event.outcome.answer));
  return data && { call: event.call, at: event.at, tool: event.name, succeeded: data.outcome === "result", ...data.ledger };
}

function isOfTool(event: RunEvent): event is Called {
  return event.type === "called" && event.adapter === "tools";
}

/** `evidence.json` of a try: what its tools did, written whenever it ends or rests. */
export class EvidenceFiles {
  readonly #keeper: Keeper;
  /** The calls of the latest try of each stage. */
  readonly #calls = new Map<string, Called[]>();

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
  }

  /** Takes note of what happened, in the order of the journal. */
  note(event: RunEvent): void {
    if (event.type === "stage-started") this.#calls.delete(event.stage);
    if (!isOfTool(event)) return;
    const calls = this.#calls.get(event.stage) ?? [];
    calls.push(event);
    this.#calls.set(event.stage, calls);
  }

  async filesOf(event: RunEvent, order: ReadonlyMap<string, number>): Promise<readonly DerivedFile[]> {
    if (event.type !== "stage-done" && event.type !== "attempt-failed" && event.type !== "stage-blocked") return [];
    const entries: LedgerEntry[] = [];
    for (const called of this.#calls.get(event.stage) ?? []) {
      const entry = await entryOf(called, (kept) => this.#keeper.load(kept));
      if (entry) entries.push(entry);
    }
    return entries.length === 0 ? [] : [file(event, order, "evidence.json", () => json(entries))];
  }
}
