import type { AnyPipeline } from "../dsl/index.js";
import { columns } from "./columns.js";
import { pipelinesIn } from "./pipeline-tree.js";
import { type StageFacts, stageFacts } from "./stage-facts.js";

/** A pipeline and those that it nests as text: a line for each stage, and one for each way back. */
export function graphText(pipeline: AnyPipeline): string {
  return pipelinesIn(pipeline).map(onePipeline).join("\n");
}

function onePipeline(pipeline: AnyPipeline): string {
  const rows = stageFacts(pipeline).flatMap((stage, index) => [
    [String(index + 1), stage.name, stage.kind, relations(stage)],
    ...stage.waysBack.map(({ because, to, max }) => ["", "", "", `↩ ${because}: back to ${to}, at most ${max}`]),
    ...Object.entries(stage.ways).map(([way, leads]) => ["", "", "", `→ ${way}: ${leads === "stop" ? "the run ends here" : leads}`]),
  ]);
  const about = pipeline.description === undefined ? "" : `: ${pipeline.description}`;
  return `${pipeline.name}${about}\n${columns(rows, "  ")}`;
}

const NESTS: Readonly<Record<string, string>> = { each: "runs for each item", tasks: "runs for its tasks" };

export function relations(stage: StageFacts): string {
  const parts: string[] = [];
  if (stage.about !== undefined) parts.push(`${stage.kind === "gate" ? "shows" : "of"} ${stage.about}`);
  if (stage.needs.length > 0) parts.push(`${stage.kind === "check" ? "compares with" : "needs"} ${stage.needs.join(", ")}`);
  if (stage.adapters.length > 0) parts.push(`uses ${stage.adapters.join(", ")}`);
  if (stage.tier !== undefined) parts.push(`tier ${stage.tier}`);
  if (stage.asks) parts.push("asks for data");
  if (stage.nested.length > 0) parts.push(`${NESTS[stage.kind] ?? "runs"} ${stage.nested.join(", ")}`);
  return parts.join("; ");
}

/** The same as a Mermaid flowchart: needs as arrows, ways back dashed, gates as diamonds, nested pipelines as boxes. */
export function graphMermaid(pipeline: AnyPipeline): string {
  const pipelines = pipelinesIn(pipeline);
  const lines = ["flowchart TD"];
  for (const [index, one] of pipelines.entries()) {
    const id = (name: string) => `p${index}_${name.replaceAll("-", "_")}`;
    const stages = stageFacts(one);
    lines.push(`  subgraph p${index}["${label(one.name)}"]`);
    if (one.stages.some(({ reads }) => reads.includes(one.input))) lines.push(`    ${id("input")}(["input"])`);
    for (const stage of stages) lines.push(`    ${node(id(stage.name), stage)}`);
    lines.push("  end");
    for (const stage of stages) lines.push(...edges(stage, id, pipelines));
  }
  return `${lines.join("\n")}\n`;
}

function node(id: string, stage: StageFacts): string {
  const text = label(
    [stage.name, [stage.kind, stage.tier === undefined ? "" : `tier ${stage.tier}`].filter(Boolean).join(", ")].join("<br/>"),
  );
  if (stage.kind === "gate") return `${id}{"${text}"}`;
  if (stage.kind === "decide") return `${id}{{"${text}"}}`;
  return stage.kind === "deliver" ? `${id}[/"${text}"/]` : `${id}["${text}"]`;
}

function edges(stage: StageFacts, id: (name: string) => string, pipelines: readonly AnyPipeline[]): readonly string[] {
  const to = id(stage.name);
  const nested = stage.nested.map((one) => pipelines.findIndex(({ name }) => name === one)).filter((index) => index >= 0);
  return [
    ...[...new Set([...(stage.about === undefined ? [] : [stage.about]), ...stage.needs])].map((name) => `  ${id(name)} --> ${to}`),
    ...stage.waysBack.map(({ because, to: back, max }) => `  ${to} -. "${label(because)}, at most ${max}" .-> ${id(back)}`),
    ...nested.map((index) => `  ${to} ==> p${index}`),
  ];
}

/** Mermaid reads a quotation mark in a label as its end. */
function label(text: string): string {
  return text.replaceAll('"', "#quot;");
}
