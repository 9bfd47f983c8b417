import type { Command } from "commander";
import { z } from "zod";
import { StagewrightError } from "../../dsl/index.js";
import { answersIn, Final, finalText } from "../../projects/index.js";
import { coloursFor } from "../colours.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, pipelineOption, printOptions, type StoreOption, storeOption } from "../common-options.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { typedLine } from "../next-lines.js";
import type { Surroundings } from "../surroundings.js";
import { type FoundProject, projectOfRun } from "./project-of-run.js";
import { taskLines } from "./task-lines.js";

interface LookOptions extends PrintOptions, StoreOption {
  readonly pipeline?: string;
  readonly ask?: string;
}

/** `tasks` and `show`, which change nothing. */
export function lookCommands(parent: Command, { surroundings, end }: Invocation): void {
  const { out } = surroundings;
  const tasks = parent
    .command("tasks")
    .description("the tasks of a project: what runs, what waits, for whom and why")
    .argument("<run>", "a run's name, the beginning of it, or last");
  shared(tasks);
  examples(tasks, ["stagewright project tasks last", "stagewright project tasks last --json"]);
  tasks.action(async (run: string, options: LookOptions) => {
    const found = await projectOfRun({ ...options, run }, surroundings);
    out.write(options.json ? json(tasksJson(found)) : tasksText(found, surroundings));
    end(EXIT.done);
  });

  const show = parent
    .command("show")
    .description("what a project has found: summary, outline, counts, and where the report is")
    .argument("<run>", "a run's name, the beginning of it, or last")
    .option("--ask <question>", "the passages of the report that speak of it; the report is looked up, no model is asked");
  shared(show);
  examples(show, ["stagewright project show last", 'stagewright project show last --ask "Who owned the mill?"']);
  show.action(async (run: string, options: LookOptions) => {
    const found = await projectOfRun({ ...options, run }, surroundings);
    if (options.ask !== undefined) return end(await ask(found, options.ask, options, surroundings));
    const final = await finalOfRun(found);
    if (options.json) out.write(json({ ...tasksJson(found), ...(final && { final }) }));
    else out.write(final ? `${finalText(final)}\n` : tasksText(found, surroundings));
    end(EXIT.done);
  });
}

function shared(command: Command): void {
  pipelineOption(command);
  storeOption(command);
  printOptions(command);
}

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

export function tasksText(found: FoundProject, { out, env, program }: Surroundings): string {
  const { run, read, standing, open } = found;
  const colours = coloursFor(out, env);
  const head = `${colours.bold(read.state.pipeline)}  ${colours.dim(run)}  ${read.state.status}\n`;
  if (standing === undefined) return `${head}there is no plan yet\n`;
  const acts = standing.tasks.flatMap(({ task, status, why = "", run: child }) => {
    if (status === "held") return [typedLine(program, ["project", "unblock", run, task.name], open)];
    if (status !== "waits" || child === undefined) return [];
    return [typedLine(program, why.startsWith("a decision at gate") ? ["approve", child] : ["project", "unblock", run, task.name], open)];
  });
  const next = acts.length === 0 ? "" : `\nto go on:\n${[...new Set(acts)].map((line) => `  ${line}\n`).join("")}`;
  return `${head}${taskLines(standing, { colours })}${next}`;
}

function tasksJson({ run, read: { state }, template, standing }: FoundProject) {
  return {
    run,
    kind: template.kind,
    status: state.status,
    tasks: (standing?.tasks ?? []).map(({ task: { name, kind, title, needs = [] }, phase, status, run: child, waitsFor, why }) => ({
      name,
      kind,
      phase,
      title,
      needs,
      status,
      ...(child !== undefined && { run: child }),
      ...(waitsFor.length > 0 && { waitsFor }),
      ...(why !== undefined && { why }),
    })),
    refused: standing?.refused ?? [],
  };
}

/** What a project that is done has returned. */
export async function finalOfRun({ read: { state, load } }: FoundProject): Promise<Final | undefined> {
  const kept = state.stages.get("finalize")?.output;
  return state.status === "done" && kept !== undefined ? Final.parse(await load(kept)) : undefined;
}

const Approved = z.object({ markdown: z.string() });

async function ask(found: FoundProject, question: string, { json: asJson }: LookOptions, { out, err }: Surroundings): Promise<ExitCode> {
  const final = await finalOfRun(found);
  const { state, load } = found.read;
  const kept = state.stages.get("approve")?.output;
  if (final === undefined || kept === undefined) {
    throw new StagewrightError("project/no-report", `run "${found.run}" has no report yet: it is ${state.status}`, {
      hint: `\`stagewright project tasks ${found.run}\` says what is open`,
    });
  }
  // The journal's copy: what was approved, whatever has become of the file.
  const passages = answersIn(Approved.parse(await load(kept)).markdown, question);
  if (asJson) out.write(json({ run: found.run, question, path: final.path, passages }));
  else if (passages.length > 0) {
    out.write(
      passages.map(({ section, line, text }) => `${final.path}:${line}, "${section}"\n${text.replaceAll(/^/gm, "  ")}\n`).join("\n"),
    );
  } else err.write(`the report says nothing of it: ${final.path}\n`);
  return passages.length > 0 ? EXIT.done : EXIT.failed;
}
