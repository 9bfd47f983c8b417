import { columns } from "../columns.js";
import { duration } from "../duration.js";
import type { ModelScore } from "./average.js";
import { shortNumber } from "./short-number.js";

/** One line a model, then the time of each stage and the findings by kind, with a column a model. */
export function scoreTable(scores: readonly ModelScore[]): string {
  const names = scores.map(({ model }) => model);
  const head = ["model", "done", "time", "tokens/s", "attempts", "findings", "ungrounded", "tool failures", "cost"];
  const rows = scores.map((score) => [
    score.model,
    `${score.good} of ${score.runs}`,
    duration(score.ms),
    score.tokensPerSecond === undefined ? "?" : String(Math.round(score.tokensPerSecond)),
    shortNumber(score.attempts),
    `${shortNumber(score.before)} → ${shortNumber(score.after)}`,
    shortNumber(score.ungrounded),
    shortNumber(score.toolFailures),
    score.usd === undefined ? "?" : `$${score.usd.toFixed(4)}`,
  ]);
  const stages = [...new Set(scores.flatMap((score) => score.stages.map(({ stage }) => stage)))];
  const times = stages.map((stage) => [
    stage,
    ...scores.map((score) => {
      const found = score.stages.find((one) => one.stage === stage);
      return found === undefined ? "" : `${duration(found.ms)}${found.attempts > 1 ? `, ${shortNumber(found.attempts)} tries` : ""}`;
    }),
  ]);
  const kinds = [...new Set(scores.flatMap((score) => score.findings.map(({ kind }) => kind)))].sort();
  const found = kinds.map((kind) => [
    kind,
    ...scores.map((score) => {
      const one = score.findings.find((finding) => finding.kind === kind);
      return `${shortNumber(one?.before ?? 0)} → ${shortNumber(one?.after ?? 0)}`;
    }),
  ]);
  const why = scores.flatMap(({ model, messages }) => messages.map((message) => `${model}: ${message}\n`));
  return [
    columns([head, ...rows]),
    `\n${columns([["time of stage", ...names], ...times])}`,
    found.length === 0 ? "" : `\n${columns([["findings, first → last", ...names], ...found])}`,
    why.length === 0 ? "" : `\nnot done:\n${why.join("")}`,
  ].join("");
}
