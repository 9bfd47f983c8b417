import { z } from "zod";
import type { RunEvent, RunState } from "../core/index.js";
import type { Finding } from "../dsl/index.js";
import { DEFAULT_LIMIT } from "../lessons/index.js";
import { columns } from "./columns.js";
import { duration } from "./duration.js";
import { stageTable } from "./ending.js";
import { eventLine } from "./progress/event-line.js";
import { runMs } from "./progress/stage-line.js";
import type { RunFacts } from "./run-facts.js";
import { utcClock } from "./utc-clock.js";

/** A run for a reader: how it stands, then each kind of thing that happened, where it did. */
export function runReport(facts: RunFacts, state: RunState): string {
  const { failure, stopped } = facts;
  const head = [
    `${facts.pipeline}  run ${facts.run}  ${facts.status}${stopped ? `, stopped at "${stopped.stage}": ${stopped.because}` : ""}`,
    `  started ${facts.startedAt} by ${facts.by}, ${duration(runMs(state, state.at))}, ${facts.events} events, model ${facts.model}`,
    `  input ${JSON.stringify(facts.input)}`,
    ...(state.started?.parent ? [`  started by stage "${state.started.parent.stage}" of run ${state.started.parent.run}`] : []),
    ...(state.started?.forkedFrom ? [`  forked from run ${state.started.forkedFrom.run} at "${state.started.forkedFrom.stage}"`] : []),
    ...(facts.waiting ?? []).map(
      ({ stage, message, roomAt }) =>
        `  "${stage}" waits: ${message}${roomAt === undefined ? "" : `; there is room from ${utcClock(roomAt)} on`}`,
    ),
    ...(failure ? [`  failed at "${failure.stage}": ${failure.message}`, ...failure.tried.map((one) => `    tried: ${one}`)] : []),
  ];
  const failed = facts.attempts.map(({ stage, version, attempt, message, hint, findings }) =>
    [
      `  ${stage} v${version}, attempt ${attempt}: ${message}`,
      ...(hint === undefined ? [] : [`    hint: ${hint}`]),
      ...findings.filter((finding) => finding.message !== message).map((finding) => `    ${findingLine(finding)}`),
    ].join("\n"),
  );
  const isPlaced = facts.decisions.some(({ where }) => where !== undefined);
  const found = facts.stages.flatMap(({ name, findings }) => findings.map((finding) => `  ${name}: ${findingLine(finding)}`));
  return [
    `${head.join("\n")}\n`,
    stageTable(state),
    section("failed attempts", failed),
    section("findings", found),
    section(
      "decisions",
      rows(facts.decisions, ({ at, stage, decision, by, where, reason }) => [
        ...[at, stage, decision, `by ${by}`],
        ...(isPlaced ? [where ?? ""] : []),
        reason ?? "",
      ]),
    ),
    section(
      "effects",
      rows(facts.effects, ({ stage, call, outcome, key }) => [stage, call, outcome, `key ${key}`]),
    ),
    section(
      "rollbacks",
      rows(facts.rollbacks, ({ from, to, because, time, max }) => [`${from} → ${to}`, because, `${time} of ${max}`]),
    ),
    section(
      "runs in it",
      rows(facts.children, ({ stage, run, status }) => [stage, run, status]),
    ),
    section(
      "lessons in the prompt",
      facts.lessons.flatMap(({ stage, version, ranking }) => lessonLines(stage, version, ranking)),
    ),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}:\n${lines.map((line) => `${line}\n`).join("")}`;
}

function rows<T>(facts: readonly T[], cells: (fact: T) => readonly string[]): readonly string[] {
  return facts.length === 0 ? [] : columns(facts.map(cells), "  ").trimEnd().split("\n");
}

export function findingLine({ severity, rule, message, at }: Finding): string {
  return `${severity} ${rule}${at ? ` at ${at.line}:${at.column}` : ""}: ${message}`;
}

const Ranking = z.object({ ranked: z.array(z.object({ weight: z.number(), lesson: z.object({ lesson: z.string(), line: z.number() }) })) });

function lessonLines(stage: string, version: number, answer: unknown): readonly string[] {
  const read = Ranking.safeParse(answer);
  if (!read.success) return [];
  const best = read.data.ranked.slice(0, DEFAULT_LIMIT);
  return best.map(
    ({ weight, lesson }) => `  ${stage} v${version}: ${weight.toFixed(2)}, line ${lesson.line}: ${lesson.lesson.replaceAll(/\s+/g, " ")}`,
  );
}

/** Every event in a line, with its number and time. */
export function eventLog(events: readonly RunEvent[], state: RunState): string {
  return events
    .map((event) => `${String(event.seq).padStart(4)}  ${event.at}  ${eventLine(event, state, { verbose: true }) ?? event.type}\n`)
    .join("");
}
