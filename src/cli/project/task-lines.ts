import { PHASES, type ProjectStanding, type TaskStanding } from "../../projects/index.js";
import type { Colours } from "../colours.js";
import { columns } from "../columns.js";

type Status = TaskStanding["status"];

const MARKS: Readonly<Record<Status, { readonly mark: string; readonly colour: "green" | "cyan" | "yellow" | "red" | "dim" }>> = {
  open: { mark: "·", colour: "dim" },
  ready: { mark: "·", colour: "cyan" },
  running: { mark: "▸", colour: "cyan" },
  waits: { mark: "?", colour: "yellow" },
  held: { mark: "‖", colour: "yellow" },
  done: { mark: "✓", colour: "green" },
  failed: { mark: "✗", colour: "red" },
  skipped: { mark: "–", colour: "dim" },
};

/** Where there is no room for all, those that a person may want to act on come first. */
const FIRST: readonly Status[] = ["failed", "waits", "held", "running", "ready", "skipped", "open", "done"];

interface How {
  readonly colours: Colours;
  /** How many tasks there is room for. All by default. */
  readonly most?: number;
  /** What a running task is at. */
  readonly at?: (run: string) => string | undefined;
}

/** The tasks of a project by phase: what runs, what waits, for whom and why. */
export function taskLines({ tasks, refused }: ProjectStanding, { colours, most = Number.POSITIVE_INFINITY, at }: How): string {
  const shown = new Set([...tasks].sort((one, other) => FIRST.indexOf(one.status) - FIRST.indexOf(other.status)).slice(0, most));
  const lines = PHASES.flatMap((phase) => {
    const inPhase = tasks.filter((task) => task.phase === phase);
    if (inPhase.length === 0) return [];
    const rows = inPhase.filter((task) => shown.has(task)).map((task) => row(task, colours, at));
    const done = inPhase.filter(({ status }) => status === "done").length;
    return [`${phase}  ${colours.dim(`${done} of ${inPhase.length} done`)}\n`, columns(rows, "  ")];
  });
  const left = tasks.filter((task) => !shown.has(task));
  const more = left.length === 0 ? [] : [`and ${countsOf(left)} more\n`];
  const not = refused.map(({ task, reason }) => `${colours.dim("not added")}  ${task.kind}: ${task.title ?? task.name}, since ${reason}\n`);
  return [...lines, ...more, ...not].join("");
}

function row(task: TaskStanding, colours: Colours, at: How["at"]): readonly string[] {
  const { mark, colour } = MARKS[task.status];
  const { name, title = "" } = task.task;
  const note = noteOf(task, at);
  return [`${colours[colour](mark)} ${name}`, short(title, 48), note === "" ? "" : colours.dim(note)];
}

function noteOf({ status, waitsFor, why, run }: TaskStanding, at: How["at"]): string {
  switch (status) {
    case "open":
      return `needs ${listed(waitsFor)}`;
    case "ready":
      return run === undefined ? "can begin" : "can go on";
    case "running":
      return (run === undefined ? undefined : at?.(run)) ?? "runs";
    case "waits":
      return `waits for ${oneLine(why)}`;
    case "held":
      return `held back by ${oneLine(why)}`;
    case "failed":
    case "skipped":
      return `${status}: ${oneLine(why)}`;
    case "done":
      return "";
    default:
      return status satisfies never;
  }
}

const MOST_NAMED = 3;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function oneLine(text = ""): string {
  return short(text.replace(/\s+/g, " ").trim(), 160);
}

function short(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

/** `3 open, 12 done` */
function countsOf(tasks: readonly TaskStanding[]): string {
  return FIRST.flatMap((status) => {
    const count = tasks.filter((task) => task.status === status).length;
    return count === 0 ? [] : [`${count} ${status}`];
  }).join(", ");
}
