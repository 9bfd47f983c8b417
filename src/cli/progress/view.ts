import type { RunState, StageState } from "../../core/index.js";
import type { AnyPipeline } from "../../dsl/index.js";
import { type Colours, PLAIN } from "../colours.js";
import { columns } from "../columns.js";
import { duration } from "../duration.js";
import { runMs, stageNotes, stageTime } from "./stage-line.js";

const MARKS: Readonly<
  Record<StageState["status"], { readonly mark: string; readonly colour: "green" | "cyan" | "yellow" | "red" | "dim" }>
> = {
  pending: { mark: "·", colour: "dim" },
  running: { mark: "▸", colour: "cyan" },
  blocked: { mark: "?", colour: "yellow" },
  done: { mark: "✓", colour: "green" },
  failed: { mark: "✗", colour: "red" },
  skipped: { mark: "–", colour: "dim" },
};

/** How a run stands, as the lines of a terminal. A rollback just draws other marks: nothing is remembered between two views. */
export function view(state: RunState, pipeline: AnyPipeline, now: Date, colours: Colours = PLAIN): string {
  const at = now.toISOString();
  // An empty cell stays empty, so that no line ends in spaces.
  const dim = (text: string) => (text === "" ? "" : colours.dim(text));
  const rows = pipeline.stages.map(({ name }) => {
    const stage = state.stages.get(name);
    const { mark, colour } = MARKS[stage?.status ?? "pending"];
    const shown = stage === undefined || stage.status === "pending" ? colours.dim(name) : name;
    return [`${colours[colour](mark)} ${shown}`, stage ? dim(stageTime(stage, at)) : "", stage ? dim(stageNotes(stage)) : ""];
  });
  const head = `${colours.bold(state.pipeline)}  ${colours.dim(`${state.run}  ${duration(runMs(state, at))}`)}\n`;
  return head + columns(rows, "  ");
}
