import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { finalText, projectReport, type TaskStanding } from "../../projects/index.js";
import { holdTask, openBlockers, releaseTask, resumeRun, unblock } from "../../runner/index.js";
import type { Invocation } from "../command-list.js";
import {
  examples,
  modelOption,
  type PrintOptions,
  pipelineOption,
  printOptions,
  type StoreOption,
  storeOption,
} from "../common-options.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { foreground } from "../foreground.js";
import { goingOn } from "../going-on.js";
import { assertStage } from "../known-stage.js";
import { didYouMean } from "../nearest.js";
import type { Surroundings } from "../surroundings.js";
import { liveTasks } from "./live-tasks.js";
import { finalOfRun } from "./look-commands.js";
import { type FoundProject, projectOfRun } from "./project-of-run.js";

interface GoOnOptions extends PrintOptions, StoreOption {
  readonly pipeline?: string;
  readonly model?: string;
  readonly from?: string;
  readonly acceptChanges?: true;
}

interface BlockOptions extends GoOnOptions {
  readonly reason: string;
}

interface UnblockOptions extends GoOnOptions {
  readonly note?: string;
  readonly resume: boolean;
}

/** `resume`, `block`, `unblock` and `finalize`. */
export function goOnCommands(parent: Command, { surroundings, end }: Invocation): void {
  const { err } = surroundings;
  const resume = parent
    .command("resume")
    .description("go on with a project that was interrupted, waits or failed")
    .argument("<run>", RUN)
    .option("--from <stage>", "go back to this stage first: work does all tasks again, report writes it anew")
    .option("--accept-changes", "go on although the template has changed");
  modelOption(resume, "the one that it ran with");
  shared(resume);
  examples(resume, ["stagewright project resume last", "stagewright project resume last --from report"]);
  resume.action(async (run: string, options: GoOnOptions) =>
    end(await goOn(await projectOfRun({ ...options, run }, surroundings), options, surroundings)),
  );

  const block = parent
    .command("block")
    .description("hold a task back that has not begun; those that do not need it go on")
    .argument("<run>", RUN)
    .argument("<task>", "the task's name")
    .requiredOption("--reason <text>", "why, for whoever looks");
  shared(block);
  examples(block, ['stagewright project block last rehearse --reason "the release scripts change today"']);
  block.action(async (run: string, task: string, { reason, ...options }: BlockOptions) => {
    const found = await projectOfRun({ ...options, run }, surroundings);
    const { status, run: child } = taskNamed(found, task);
    if (status !== "held" && (child !== undefined || !isOpen(status))) {
      throw new StagewrightError("task/begun", `task "${task}" cannot be held back: it ${isOpen(status) ? "has begun" : HAS[status]}`, {
        hint: "only a task that has not begun can be; `stagewright cancel <run>` ends the whole project",
      });
    }
    await holdTask(found.loaded.pipeline, found.run, { task, reason }, optionsOf(found, surroundings));
    if (options.json) surroundings.out.write(`${JSON.stringify({ run: found.run, task, held: true, reason }, undefined, 2)}\n`);
    else err.write(`${task} is held back\n`);
    end(EXIT.done);
  });

  const unblocks = parent
    .command("unblock")
    .description("let a task go that is held back or blocked, and go on")
    .argument("<run>", RUN)
    .argument("[task]", "the task's name; not needed where only one is held back or blocked")
    .option("--note <text>", "what whoever goes on with the task should know")
    .option("--no-resume", "only note it");
  shared(unblocks);
  examples(unblocks, ["stagewright project unblock last", 'stagewright project unblock last survey --note "the archive is mounted now"']);
  unblocks.action(async (run: string, name: string | undefined, options: UnblockOptions) => {
    const found = await projectOfRun({ ...options, run }, surroundings);
    const { task, status, run: child } = name === undefined ? onlyOneStuck(found) : taskNamed(found, name);
    await letGo(found, { task: task.name, status, child, note: options.note }, surroundings);
    if (!options.json || !options.resume) err.write(`${task.name} is let go\n`);
    if (options.resume) return end(await goOn(found, options, surroundings));
    if (options.json) surroundings.out.write(`${JSON.stringify({ run: found.run, task: task.name, unblocked: true }, undefined, 2)}\n`);
    end(EXIT.done);
  });

  const finalize = parent
    .command("finalize")
    .description("write the report of a project whose tasks are done; refused while one is open")
    .argument("<run>", RUN);
  modelOption(finalize, "the one that it ran with");
  shared(finalize);
  examples(finalize, ["stagewright project finalize last"]);
  finalize.action(async (run: string, options: GoOnOptions) => {
    const found = await projectOfRun({ ...options, run }, surroundings);
    const final = await finalOfRun(found);
    if (final === undefined) {
      assertAllDone(found);
      return end(await goOn(found, options, surroundings));
    }
    surroundings.out.write(options.json ? `${JSON.stringify({ run: found.run, final }, undefined, 2)}\n` : `${finalText(final)}\n`);
    end(EXIT.done);
  });
}

const RUN = "a run's name, the beginning of it, or last";

function shared(command: Command): void {
  pipelineOption(command);
  storeOption(command);
  printOptions(command);
}

function optionsOf({ open }: FoundProject, { environment }: Surroundings) {
  return { store: open.store, ...(environment && { environment }) };
}

async function goOn(found: FoundProject, options: GoOnOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { from, acceptChanges = false, model, store, pipeline } = options;
  const { rig: built } = await goingOn({ run: found.run, store, pipeline, model, of: "root", surroundings });
  const rig = { ...built, loaded: { ...built.loaded, report: built.loaded.report ?? projectReport } };
  if (from !== undefined) assertStage(rig.loaded.pipeline, from);
  const below = liveTasks(found.template, surroundings);
  const how = { json: options.json === true, verbose: options.verbose === true, below, surroundings };
  return foreground(
    rig,
    (runner) => resumeRun(rig.loaded.pipeline, found.run, { ...runner, acceptChanges, ...(from !== undefined && { from }) }),
    how,
  );
}

function isOpen(status: TaskStanding["status"]): status is "open" | "ready" {
  return status === "open" || status === "ready";
}

const HAS: Readonly<Record<Exclude<TaskStanding["status"], "open" | "ready" | "held">, string>> = {
  running: "has begun",
  waits: "has begun, and waits",
  done: "is done",
  failed: "has failed",
  skipped: "was skipped",
};

function taskNamed({ standing, run }: FoundProject, name: string): TaskStanding {
  const tasks = standing?.tasks ?? [];
  const found = tasks.find(({ task }) => task.name === name);
  if (found) return found;
  throw new StagewrightError("task/unknown", `run "${run}" has no task "${name}"`, {
    hint: didYouMean(
      name,
      tasks.map(({ task }) => task.name),
      "it has no plan yet",
    ),
  });
}

function onlyOneStuck({ standing, run }: FoundProject): TaskStanding {
  const stuck = (standing?.tasks ?? []).filter(({ status, why }) => status === "held" || (status === "waits" && !isAtGate(why)));
  const [only] = stuck;
  if (only !== undefined && stuck.length === 1) return only;
  if (only === undefined) {
    throw new StagewrightError("task/not-blocked", `no task of run "${run}" is held back or blocked`, {
      hint: `\`stagewright project tasks ${run}\` says how they stand`,
    });
  }
  const lines = stuck.map(({ task, why }) => `${task.name}: ${why}`);
  throw new StagewrightError(
    "task/several",
    [`${stuck.length} tasks of run "${run}" are held back or blocked; which one is meant?`, ...lines].join("\n"),
    {
      hint: `name the task, for example ${only.task.name}`,
    },
  );
}

function isAtGate(why: string | undefined): boolean {
  return why?.startsWith("a decision at gate") === true;
}

interface Stuck {
  readonly task: string;
  readonly status: TaskStanding["status"];
  readonly child: string | undefined;
  readonly note: string | undefined;
}

async function letGo(found: FoundProject, { task, status, child, note }: Stuck, surroundings: Surroundings): Promise<void> {
  const options = optionsOf(found, surroundings);
  if (status === "held") return releaseTask(found.loaded.pipeline, found.run, { task }, options);
  const [blocker] = status === "waits" && child !== undefined ? await openBlockers(found.open.store, child) : [];
  if (blocker !== undefined) return unblock(blocker.run, note === undefined ? {} : { note }, options);
  throw new StagewrightError("task/not-blocked", `task "${task}" is neither held back nor blocked`, {
    hint: status === "waits" && child !== undefined ? `it waits for a decision: \`stagewright approve ${child}\`` : `it is ${status}`,
  });
}

/** @throws StagewrightError `project/open-tasks`, which names each and what it waits for. */
function assertAllDone({ standing, run }: FoundProject): void {
  const tasks = standing?.tasks ?? [];
  const done = new Set(tasks.flatMap(({ task }) => task.allowFailed ?? []));
  const open = tasks.filter(({ task, status }) => status !== "done" && !(status === "failed" && done.has(task.name)));
  if (standing !== undefined && open.length === 0) return;
  const lines = open.map(({ task, status, why, waitsFor }) => {
    const because = why ?? (waitsFor.length > 0 ? `needs ${waitsFor.join(", ")}` : "");
    return `${task.name}: ${status}${because === "" ? "" : `, ${because}`}`;
  });
  const message =
    standing === undefined
      ? `run "${run}" has no plan yet`
      : `run "${run}" has ${open.length === 1 ? "an open task" : `${open.length} open tasks`}:`;
  throw new StagewrightError("project/open-tasks", [message, ...lines].join("\n"), {
    hint: `\`stagewright project resume ${run}\` goes on with them`,
  });
}
