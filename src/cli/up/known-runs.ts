import { z } from "zod";
import { agentOf, Work } from "../../chief/index.js";
import type { ChildRun, Registry } from "../../registry/index.js";
import { spentByRun } from "../../runner/index.js";
import type { OpenStore } from "../open-store.js";
import { type ChildEnd, standingOf } from "./run-in-child.js";
import type { Whiteboard } from "./whiteboard.js";

/** How a run rests: as its journal has it, or, where there is none, as it was ended. */
export interface Rest {
  readonly end?: ChildEnd | undefined;
  readonly because?: string | undefined;
  /** Where there is no journal. Default: "failed". */
  readonly how?: "failed" | "cancelled";
}

/** The runs that `up` has to do with, in the registry: also those that wait for a person, whoever goes on with them. */
export interface KnownRuns {
  /** Notes a run that lies in a lane. The same again changes nothing. */
  expect(run: string, work: Work): Promise<void>;
  begin(run: string): Promise<void>;
  /** Notes how a run rests; one that waits for a person has not ended. `because` is why there is no run. */
  rested(run: string, how: Rest): Promise<void>;
  /** What a run has cost, in US dollars, as far as it is noted. */
  costOf(run: string): number;
  /** How a run was asked for. */
  askedAs(run: string): Work | undefined;
  /** Whoever has asked for a run, or for the one above it whose agent it is. */
  askerOf(run: string): Work | undefined;
  /** Whether it waits for what it has handed over to agents. */
  waitsForAgents(run: string): boolean;
  /** Those that wait or run, and that nobody here carries out: what became of them is for somebody else to bring about. */
  elsewhere(): readonly string[];
}

interface Needs {
  readonly registry: Registry;
  readonly open: OpenStore;
  readonly board: Whiteboard;
  /** The runs that something lies in a lane for. */
  readonly inLanes: () => ReadonlySet<string>;
}

export function knownRuns({ registry, open, board, inLanes }: Needs): KnownRuns {
  return {
    expect: async (run, work) => {
      await registry.spawn({ id: run, agent: agentOf(work), task: z.json().parse(work) });
    },
    begin: async (run) => {
      const known = registry.get(run);
      const work = workOf(known);
      if (known === undefined || known.stand.state === "ended") return;
      await registry.begin(run);
      if (work !== undefined) await board.began(run, work);
    },
    rested: async (run, { end, because, how: ended = "failed" }) => {
      const known = registry.get(run);
      const work = workOf(known);
      if (known === undefined || known.stand.state === "ended") return;
      const usd = end === undefined ? 0 : Math.max(0, (await spentByRun(open.store, run)).usd - known.costUsd);
      if (end?.status === "blocked") {
        if (usd > 0) await registry.spent(run, usd);
        return work === undefined ? undefined : board.waits(run, work, because ?? "it waits for a person");
      }
      const how = end === undefined ? ended : OUTCOMES[end.status];
      await registry.end(run, { how, ...(because !== undefined && { because }), usd });
      if (work !== undefined) await board.ended(run, work, because ?? how);
    },
    costOf: (run) => registry.get(run)?.costUsd ?? 0,
    askedAs: (run) => workOf(registry.get(run)),
    askerOf: (run) => {
      let above = registry.get(run);
      for (let next = above; next !== undefined; next = registry.get(next.parent ?? "")) above = next;
      return workOf(above);
    },
    waitsForAgents: (run) => (registry.log.read().liveChildren.get(run)?.size ?? 0) > 0,
    elsewhere: () => {
      const { live } = registry.log.read();
      // Only then: whoever queues a run puts it into the lane first.
      const here = inLanes();
      return [...live].filter((run) => !here.has(run));
    },
  };
}

/** What was cut off, and that nobody goes on with, was not wanted any more. */
const OUTCOMES = { done: "done", failed: "failed", cancelled: "cancelled", interrupted: "cancelled" } as const;

function workOf(run: ChildRun | undefined): Work | undefined {
  return Work.safeParse(run?.task).data;
}

/** How a run rests that lies in no lane: somebody else has gone on with it, or nobody does. Nothing while it waits or runs. */
export async function endElsewhere(open: OpenStore, run: string): Promise<ChildEnd | undefined> {
  if ((await open.store.owner(run)) !== undefined) return undefined;
  const end = await standingOf(open, run);
  return end.status === "blocked" ? undefined : end;
}
