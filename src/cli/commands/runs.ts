import type { Command } from "commander";
import type { RunState } from "../../core/index.js";
import { isStagewrightError } from "../../dsl/index.js";
import { coloursFor } from "../colours.js";
import { columns } from "../columns.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions, type StoreOption, storeOption } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { stateOrDamage } from "../find-run.js";
import { openStore } from "../open-store.js";
import { refusalsOrNone, roomAtOf } from "../room.js";
import { utcClock } from "../utc-clock.js";

interface RunsOptions extends PrintOptions, StoreOption {
  readonly all?: true;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command.option("--all", "the runs that stages started, too");
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright runs", "stagewright runs --all --json", "stagewright runs --store /var/lib/runs"]);
  command.action(async (options: RunsOptions) => {
    const { store, root } = openStore(options.store, surroundings.cwd);
    const rows: Row[] = [];
    for (const run of await store.runs()) {
      const state = await stateOrDamage(store, run);
      const row = rowOf(run, state, (await store.owner(run)) !== undefined);
      const refusals = row.status === "blocked" ? await refusalsOrNone(store, run) : [];
      const roomAt = roomAtOf(refusals);
      rows.push({ ...row, ...(refusals.length > 0 && { waiting: { on: "budget", ...(roomAt !== undefined && { roomAt }) } }) });
    }
    const listed = inOrder(rows).filter((row) => options.all || row.parent === undefined);
    if (options.json) surroundings.out.write(`${JSON.stringify({ store: root, runs: listed }, undefined, 2)}\n`);
    else if (listed.length === 0) surroundings.out.write(`no runs in ${root}\n`);
    else surroundings.out.write(table(listed, coloursFor(surroundings.out, surroundings.env)));
    end(EXIT.done);
  });
}

interface Row {
  readonly run: string;
  readonly pipeline?: string;
  readonly status: RunState["status"] | "damaged" | "interrupted";
  readonly startedAt?: string;
  /** The last stage that was done. */
  readonly lastStage?: string;
  readonly parent?: string;
  /** Of a run that waits for its budget, also in a child run, with the time from which there is room again. */
  readonly waiting?: { readonly on: "budget"; readonly roomAt?: string };
  /** What is wrong with the journal of a damaged run. */
  readonly damage?: { readonly message: string; readonly hint?: string };
}

function rowOf(run: string, state: RunState | Error, isOwned: boolean): Row {
  if (state instanceof Error) {
    const hint = isStagewrightError(state) ? state.hint : undefined;
    return { run, status: "damaged", damage: { message: state.message, ...(hint !== undefined && { hint }) } };
  }
  const { pipeline, started, lastDone } = state;
  // A run that is under way has a process that writes it; without one it was cut off.
  const status = state.status === "running" && !isOwned ? "interrupted" : state.status;
  return {
    run,
    pipeline,
    status,
    ...(started && { startedAt: started.at }),
    ...(lastDone && { lastStage: lastDone.stage }),
    ...(started?.parent && { parent: started.parent.run }),
  };
}

/** Oldest first, each child behind its parent; what cannot be read comes last. */
function inOrder(rows: readonly Row[]): readonly Row[] {
  const key = (row: Row) => `${row.startedAt ?? "~"} ${row.run}`;
  const byStart = [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const known = new Set(rows.map(({ run }) => run));
  const below = (parent: string): readonly Row[] =>
    byStart.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.run)]);
  return byStart.filter(({ parent }) => parent === undefined || !known.has(parent)).flatMap((row) => [row, ...below(row.run)]);
}

const COLOUR = {
  done: "green",
  failed: "red",
  damaged: "red",
  blocked: "yellow",
  interrupted: "yellow",
  cancelled: "dim",
  running: "cyan",
} as const;

function table(rows: readonly Row[], colours: ReturnType<typeof coloursFor>): string {
  return columns([
    ["run", "pipeline", "status", "started", "last stage done"].map((head) => colours.dim(head)),
    ...rows.map(({ run, pipeline, status, startedAt, lastStage, parent, damage, waiting }) => [
      `${parent === undefined ? "" : "  "}${run}`,
      pipeline ?? "",
      colours[COLOUR[status]](status),
      startedAt?.replace("T", " ").slice(0, 19) ?? "",
      damage?.message ?? [lastStage, waitingText(waiting)].filter(Boolean).join("; "),
    ]),
  ]);
}

function waitingText(waiting: Row["waiting"]): string {
  if (waiting === undefined) return "";
  return waiting.roomAt === undefined ? "waits for its budget" : `waits for its budget, until ${utcClock(waiting.roomAt)}`;
}
