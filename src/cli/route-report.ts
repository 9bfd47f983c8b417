import type { RouteExplanation } from "../routing/index.js";
import type { FailureRate } from "../runner/index.js";
import { type Colours, PLAIN } from "./colours.js";
import { columns } from "./columns.js";
import type { RouteFacts, TokensFrom } from "./route-facts.js";

type Routed = Extract<RouteFacts, { readonly explanation: unknown }>;
type Signals = RouteExplanation["complexity"]["signals"];

/** How stages get their models, for a reader: the choice first, then what led to it. */
export function routeReport(facts: readonly RouteFacts[], thresholds: readonly [number, number], colours: Colours = PLAIN): string {
  return facts.map((one) => ("own" in one ? ownText(one) : routedText(one, thresholds, colours))).join("\n");
}

function ownText({ pipeline, stage, own }: Extract<RouteFacts, { readonly own: string }>): string {
  return `${pipeline}, stage ${stage}\n  model  ${own}\n  why    the stage names it itself; no route is asked\n`;
}

function routedText(
  { pipeline, stage, tokensFrom, failures, explanation }: Routed,
  [middle, high]: readonly [number, number],
  { dim }: Colours,
): string {
  const { rules, complexity, outcome } = explanation;
  const decides = rules.every(({ misfit }) => misfit !== undefined);
  const parts = [
    `${pipeline}, stage ${stage}\n${outcomeText(outcome)}`,
    rules.length === 0 ? "" : `  rules\n${columns(rules.map(ruleRow), "    ")}`,
    `  complexity ${complexity.score.toFixed(2)}: ${complexity.tier}; middle from ${middle}, high from ${high}${decides ? "" : "; a rule decides first"}\n`,
    columns([["signal", "value", "of 1", "weight", "share"].map((head) => dim(head)), ...complexity.signals.map(signalRow)], "    "),
    `    input tokens: ${tokensText(tokensFrom)}\n    failure rate: ${failuresText(failures)}\n`,
  ];
  return parts.join("");
}

function outcomeText(outcome: RouteExplanation["outcome"]): string {
  if ("refusal" in outcome) {
    const { message, hint = "" } = outcome.refusal;
    return said([
      ["none", message],
      ["hint", hint],
    ]);
  }
  const { models, because, excluded } = outcome.choice;
  return said([
    ["model", models.join(", then ")],
    ["why", because],
    ...excluded.map(({ model, why }) => ["not", `${model}: ${why}`] as const),
  ]);
}

/** Sentences behind their labels, broken so that they fit a narrow terminal. */
function said(rows: readonly (readonly [label: string, text: string])[]): string {
  const label = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.flatMap(([name, text]) => broken(text, WIDTH - label - 4).map((line, index) => [index === 0 ? name : "", line]));
  return columns(lines, "  ");
}

const WIDTH = 80;

function broken(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function ruleRow({ rule, asks, use, misfit }: RouteExplanation["rules"][number]): readonly string[] {
  return [String(rule), asks, misfit === undefined ? `fits: ${use.join(", then ")}` : `no: ${misfit}`];
}

const NAMES: Readonly<Record<Signals[number]["name"], string>> = {
  inputTokens: "input tokens",
  sources: "sources",
  failureRate: "failure rate",
  userFacing: "user-facing",
  expectedToolCalls: "expected tool calls",
  timeSensitivity: "time sensitivity",
};

function signalRow({ name, value, squashed, weight, share }: Signals[number]): readonly string[] {
  const shown =
    name === "userFacing" ? (value === 1 ? "yes" : "no") : Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(2);
  return [NAMES[name], shown, squashed.toFixed(3), weight.toFixed(2), share.toFixed(3)];
}

function tokensText(from: TokensFrom): string {
  return "run" in from ? `as in run ${from.run}` : "unknown until it runs; as many are assumed as count half";
}

function failuresText({ failed, attempts, runs }: FailureRate): string {
  if (attempts === 0) return "no attempts yet; 1 in 10 is assumed";
  return `${failed} of ${attempts} attempts in the last ${runs === 1 ? "run" : `${runs} runs`}, and half a one of 5 before them`;
}
