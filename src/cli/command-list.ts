import type { Command } from "commander";
import type { ExitCode } from "./exit-code.js";
import type { Surroundings } from "./surroundings.js";

/** What a command is handed to define itself with. */
export interface Invocation {
  /** What stands behind the command's name. */
  readonly args: readonly string[];
  readonly surroundings: Surroundings;
  /** Called once, with how it ended. */
  readonly end: (code: ExitCode) => void;
}

export interface CommandFile {
  define(command: Command, invocation: Invocation): void | Promise<void>;
}

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Only the command that is called is loaded, so that `--help` starts quickly. */
  readonly load: () => Promise<CommandFile>;
}

export const COMMANDS: readonly CommandEntry[] = [
  { name: "run", summary: "start a run of a pipeline", load: () => import("./commands/run.js") },
  { name: "resume", summary: "go on with a run that was interrupted, waits or failed", load: () => import("./commands/resume.js") },
  { name: "fork", summary: "start a new run that takes over what another had finished", load: () => import("./commands/fork.js") },
  {
    name: "project",
    summary: "carry a tree of tasks out from a template, and see how it stands",
    load: () => import("./commands/project.js"),
  },
  { name: "runs", summary: "list the runs", load: () => import("./commands/runs.js") },
  { name: "prune", summary: "take runs off the disk that ended long enough ago", load: () => import("./commands/prune.js") },
  { name: "show", summary: "show one run: stages, findings, decisions, effects", load: () => import("./commands/show.js") },
  { name: "gates", summary: "list what waits for a person, since when, and until when", load: () => import("./commands/gates.js") },
  {
    name: "up",
    summary: "run jobs by the clock, hear hooks and people, and answer, until Ctrl-C",
    load: () => import("./commands/up.js"),
  },
  { name: "tell", summary: "write to `up`, as if from a chat", load: () => import("./commands/tell.js") },
  { name: "lanes", summary: "list the lanes: what runs, what waits; take away what waits", load: () => import("./commands/lanes.js") },
  { name: "logs", summary: "show what `up` has logged, and follow it", load: () => import("./commands/logs.js") },
  {
    name: "jobs",
    summary: "list the jobs: when each fires next, what runs, how the last one ended",
    load: () => import("./commands/jobs.js"),
  },
  { name: "agents", summary: "list the agents, and what is wrong with how they are wired", load: () => import("./commands/agents.js") },
  { name: "sessions", summary: "list the conversations, and end one", load: () => import("./commands/sessions.js") },
  {
    name: "doctor",
    summary: "look at all that `up` stands on, and say what to do",
    load: () => import("./commands/doctor.js"),
  },
  { name: "outbox", summary: "list what waits to be said to people, and what was given up", load: () => import("./commands/outbox.js") },
  { name: "approve", summary: "approve, edit or answer what a run waits for, and go on", load: () => import("./commands/approve.js") },
  { name: "reject", summary: "reject what a run waits for, with a reason, and go on", load: () => import("./commands/reject.js") },
  { name: "unblock", summary: "say that what a blocked task waits for has come, and go on", load: () => import("./commands/unblock.js") },
  { name: "cancel", summary: "end a run for good", load: () => import("./commands/cancel.js") },
  { name: "replay", summary: "compute a run anew from its journal and compare", load: () => import("./commands/replay.js") },
  { name: "repair", summary: "cut a damaged journal where the damage begins, and keep a copy", load: () => import("./commands/repair.js") },
  {
    name: "lessons",
    summary: "a pipeline's lessons: list, rank, add, learn from runs, measure",
    load: () => import("./commands/lessons.js"),
  },
  { name: "route", summary: "explain which model each stage gets, and why", load: () => import("./commands/route.js") },
  { name: "probe", summary: "measure how far a model's tool calls can be relied on", load: () => import("./commands/probe.js") },
  { name: "bench", summary: "compare models on one pipeline and the same facts", load: () => import("./commands/bench.js") },
  {
    name: "status",
    summary: "show shared models: who holds permits, who waits; and the open runs",
    load: () => import("./commands/status.js"),
  },
  { name: "context", summary: "count what goes into each stage's request, in tokens", load: () => import("./commands/context.js") },
  { name: "cost", summary: "what calls of models have cost, and what budgets have left", load: () => import("./commands/cost.js") },
  { name: "graph", summary: "draw a pipeline: stages, needs, gates, ways back", load: () => import("./commands/graph.js") },
  {
    name: "check",
    summary: "review texts by rules: stock writing, invented details, secrets and more",
    load: () => import("./commands/check.js"),
  },
  { name: "new", summary: "write a new pipeline, its AGENT.md and a test that passes", load: () => import("./commands/new.js") },
];
