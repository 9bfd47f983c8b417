import type { AnyPipeline } from "../dsl/index.js";
import type { Store } from "../store/index.js";
import type { Keeper } from "./keeper.js";
import type { ReadRun } from "./read-run.js";
import { startedRun } from "./started-run.js";
import type { ChildNews } from "./world.js";

/** A child that an agent is to carry out, elsewhere. */
export interface ToSpawn {
  /** The same run again is the same child. */
  readonly run: string;
  readonly agent: string;
  /** The name of its pipeline. */
  readonly pipeline: string;
  readonly input: unknown;
  /** The run whose stage wants it. */
  readonly parent: string;
}

/**
 * Sees to it that a child is carried out, and says how that stands: `failed` is final, with its reason. Whoever carries it out
 * resumes the parent when it has ended.
 */
export type SpawnChild = (child: ToSpawn) => Promise<"under way" | { readonly failed: string }>;

interface Spawning {
  readonly spawn: SpawnChild;
  readonly store: Store;
  readonly keeper: Keeper;
}

/** How a child stands that others carry out: from its own journal where it has ended, else from whoever took it over. */
export async function spawnedChild(pipeline: AnyPipeline, child: ToSpawn, { spawn, store, keeper }: Spawning): Promise<ChildNews> {
  const own = await startedRun(store, child.run);
  const ended = own && (await endedNews(own, pipeline, keeper));
  if (ended !== undefined) return ended;
  const stands = await spawn(child);
  if (stands !== "under way") return { status: "failed", reason: stands.failed };
  return { status: "waiting", on: `agent "${child.agent}"`, isUnderWay: true };
}

async function endedNews({ state, load }: ReadRun, pipeline: AnyPipeline, keeper: Keeper): Promise<ChildNews | undefined> {
  switch (state.status) {
    case "done": {
      if (state.stopped) return { status: "skipped", reason: state.stopped.because };
      const output = state.stages.get(pipeline.stages.at(-1)?.name ?? "")?.output;
      return { status: "done", output: keeper.keep(output === undefined ? null : await load(output)) };
    }
    case "failed":
      return { status: "failed", reason: state.failure?.message ?? "" };
    case "cancelled":
      return { status: "failed", reason: "it was cancelled" };
    default:
      return undefined;
  }
}
