import type { AnyPipeline, AnyStage } from "../dsl/index.js";
import { nestedIn } from "../runner/index.js";
import { adaptersOfStage } from "./pipeline-tree.js";

/** What a person wants to know of a stage before it runs: the facts that `graph` and `--dry-run` draw from. */
export interface StageFacts {
  readonly name: string;
  readonly kind: AnyStage["kind"];
  /** The stages whose outputs it takes, by what for. */
  readonly needs: readonly string[];
  readonly about: string | undefined;
  readonly adapters: readonly string[];
  /** Of a `write` stage: its own, if it names one. */
  readonly model: string | undefined;
  /** Of a gate: its tier, or that code chooses it from what is known. */
  readonly tier: number | "chosen when it opens" | undefined;
  readonly asks: boolean;
  readonly retries: number;
  readonly timeoutMs: number | undefined;
  readonly waysBack: readonly { readonly because: string; readonly to: string; readonly max: number }[];
  /** Of a decision: its other ways. */
  readonly ways: Readonly<Record<string, string>>;
  /** The pipelines that it nests, by name. */
  readonly nested: readonly string[];
}

export function stageFacts(pipeline: AnyPipeline): readonly StageFacts[] {
  return pipeline.stages.map((stage) => ({
    name: stage.name,
    kind: stage.kind,
    needs: stage.reads.filter((read) => read !== stage.about).map(({ name }) => name),
    about: stage.about?.name,
    adapters: adaptersOfStage(stage).map(({ adapter }) => adapter),
    model: typeof stage.settings.model === "string" ? stage.settings.model : undefined,
    tier: tierOf(stage),
    asks: stage.kind === "gate" && stage.settings.asks === true,
    retries: stage.contract.retries,
    timeoutMs: stage.contract.timeoutMs,
    waysBack: Object.entries(stage.rollbacks).map(([because, { to, max }]) => ({ because, to, max })),
    ways: waysOf(stage),
    nested: nestedIn(stage).map(({ name }) => name),
  }));
}

function tierOf(stage: AnyStage): StageFacts["tier"] {
  if (stage.kind !== "gate") return undefined;
  return typeof stage.settings.tier === "number" ? stage.settings.tier : "chosen when it opens";
}

function waysOf(stage: AnyStage): Readonly<Record<string, string>> {
  const { ways } = stage.settings;
  if (stage.kind !== "decide" || typeof ways !== "object" || ways === null) return {};
  return Object.fromEntries(Object.entries(ways).filter((way): way is [string, string] => way[1] === "go on" || way[1] === "stop"));
}
