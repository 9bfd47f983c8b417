import { asksModel } from "../dsl/index.js";
import { columns } from "./columns.js";
import { duration } from "./duration.js";
import { relations } from "./graph.js";
import type { Launch } from "./launch.js";
import { pipelinesIn } from "./pipeline-tree.js";
import type { Rig } from "./rig.js";
import { type StageFacts, stageFacts } from "./stage-facts.js";

interface Asked {
  readonly input: unknown;
  readonly model: string;
  readonly launch: Launch;
  readonly json: boolean;
}

/** What would run, with which adapters, models and tiers; nothing of it has run, and nothing was written. */
export function dryRun({ loaded, open, options, modelText }: Rig, { input, model, launch, json }: Asked): string {
  const pipelines = pipelinesIn(loaded.pipeline).map((pipeline) => ({ name: pipeline.name, stages: stageFacts(pipeline) }));
  const adapters = Object.fromEntries(options.adapters.map(({ adapter, title }) => [adapter, title]));
  if (json) {
    const facts = {
      dryRun: true,
      pipeline: loaded.pipeline.name,
      store: open.root,
      input,
      model,
      recording: launch.recording ?? false,
      adapters,
      pipelines,
    };
    return `${JSON.stringify(facts, undefined, 2)}\n`;
  }
  const outside =
    launch.recording === undefined ? "" : launch.recording === true ? ", effects are only noted" : `, answers from ${launch.recording}`;
  const lines = [
    `${loaded.pipeline.name} would run; nothing has been run or written`,
    `  input: ${JSON.stringify(input)}`,
    `  runs are kept in ${open.root}${outside}`,
    `  adapters: ${
      Object.entries(adapters)
        .map(([name, title]) => `${name} (${title})`)
        .join(", ") || "none"
    }`,
    ...pipelines.flatMap(({ name, stages }) => [
      "",
      `${name}:`,
      columns(
        stages.flatMap((stage, index) => stageRows(stage, index, { model, modelText })),
        "  ",
      ).trimEnd(),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

function stageRows(
  stage: StageFacts,
  index: number,
  { model, modelText }: { readonly model: string; readonly modelText: Rig["modelText"] },
): readonly (readonly string[])[] {
  const contract: string[] = [];
  if (asksModel(stage)) contract.push(`model ${modelText(stage.model ?? model)}`);
  if (stage.retries > 0) contract.push(`${stage.retries + 1} attempts`);
  if (stage.timeoutMs !== undefined) contract.push(`${duration(stage.timeoutMs)} each`);
  if (typeof stage.tier === "number") contract.push(stage.tier >= 3 ? "waits for a person" : "goes on by itself");
  return [
    [String(index + 1), stage.name, stage.kind, [relations(stage), ...contract].filter(Boolean).join("; ")],
    ...stage.waysBack.map(({ because, to, max }) => ["", "", "", `↩ ${because}: back to ${to}, at most ${max}`]),
  ];
}
