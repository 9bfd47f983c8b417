import { columns } from "../columns.js";
import type { StageContext } from "./context-of-stage.js";

const KNOWN_LATER = "known once it runs";

/** What goes into each stage's request, as a table, and what is left out first. */
export function contextText(pipeline: string, run: string | undefined, stages: readonly StageContext[]): string {
  const head = `${pipeline}: tokens of each stage's request${run === undefined ? "" : `, by run ${run}`}\n`;
  if (stages.length === 0) return `${head}no stage asks a model\n`;
  const rested = stages.some((stage) => "tools" in stage) ? RESTED : "";
  return `${head}\n${stages.map(stageText).join("\n")}\n${DROPPED}${rested}`;
}

function stageText(stage: StageContext): string {
  const rows: readonly (readonly [string, string])[] = [
    ["instructions", count(stage.instructions)],
    ["prompt", stage.prompt === undefined ? KNOWN_LATER : count(stage.prompt)],
    ...("tools" in stage ? [["tools", stage.tools === undefined ? KNOWN_LATER : count(stage.tools)] as const] : []),
    ["lessons", count(stage.lessons)],
    ["feedback", `at most ${count(stage.feedback)}, when it is tried again`],
    ["answer", stage.answer === undefined ? "no limit in the config" : count(stage.answer)],
    ["window", windowText(stage)],
  ];
  return `${stage.stage} (${stage.model})\n${columns(rows, "  ")}`;
}

function windowText({ instructions, prompt, tools, lessons, feedback, answer, window }: StageContext): string {
  if (window === undefined) return "unknown: the model has no `contextTokens` in the config";
  if (prompt === undefined) return count(window);
  const left = window - instructions - prompt - (tools ?? 0) - lessons - feedback - (answer ?? 0);
  return `${count(window)}, ${left < 0 ? `${count(-left)} too few` : `${count(left)} left`} with all of it`;
}

function count(tokens: number): string {
  return tokens.toLocaleString("en-US");
}

interface AgentContext {
  readonly agent: string;
  readonly atMost: number;
  readonly tokens: number;
  readonly files: readonly { readonly file: string; readonly tokens: number; readonly isCut: boolean; readonly isMissing: boolean }[];
}

/** What the memory brings to an agent, file by file. */
export function agentText({ agent, atMost, tokens, files }: AgentContext): string {
  const rows = files.map(({ file, tokens, isCut, isMissing }) => [
    file,
    isMissing ? "is not there" : `${count(tokens)}${isCut ? ", cut: there was no room for all of it" : ""}`,
  ]);
  const sum = atMost === 0 ? "nothing of the memory" : `${count(tokens)} of at most ${count(atMost)} tokens`;
  return `${agent}: ${sum}\n${rows.length === 0 ? "" : columns(rows, "  ")}`;
}

/** As the prompt is made: nothing else is ever left out. */
const DROPPED = `left out first, of the feedback only, where it is over its limit:
  1. the last version, as a whole
  2. findings, the mildest first; they are counted by rule, and the worst stays
of the lessons the five that weigh most go in; instructions and prompt always do
`;

const RESTED = `of a task that goes on after a rest, the results of tools; its last three turns stay, unless \`sessions\` says otherwise
`;
