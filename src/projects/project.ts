import { z } from "zod";
import { groundedIn, sections, words } from "../checks/index.js";
import {
  type AnyCheck,
  type AnyPipeline,
  type Check,
  check,
  deliver,
  gate,
  gather,
  input,
  type Pipeline,
  pipeline,
  rollbackTo,
  type StageTool,
  StagewrightError,
  tasks,
  write,
} from "../dsl/index.js";
import { sha256 } from "../store/index.js";
import { Collected, collectedFrom } from "./collected.js";
import { contextFor, MOST_GOAL_CHARS } from "./context.js";
import { Final, finalOf } from "./final.js";
import { type AnyGatherer, sources as sourcesGatherer } from "./gatherer.js";
import { proposedTasks } from "./growth.js";
import { FIRST_NOTE, MOST_NOTE_CHARS, Note, nextNote } from "./note.js";
import { Plan, planOf, type Source } from "./plan.js";
import { reportPrompt, SUMMARY } from "./prompt.js";
import { taskPipeline } from "./task-pipeline.js";
import { readTemplate, type Template, type TemplateSource } from "./template.js";
import { TEMPLATES, type TemplateName } from "./templates/index.js";
import { workspace } from "./workspace.js";
import { WORKSPACE_TOOLS } from "./workspace-tools.js";

const Goal = z.string().trim().min(1).max(MOST_GOAL_CHARS).describe("what the project is to find out or bring about, in a sentence or two");

/** What a project is started with. */
export interface ProjectInput {
  /** May be left out where the project was made for one goal. */
  readonly goal?: string | undefined;
  readonly sources?: string[] | undefined;
  readonly out?: string | undefined;
  readonly ask?: boolean | undefined;
}

export interface ProjectOptions {
  /** What the project is for, where each run of it is for the same. */
  readonly goal?: string;
  /** The sources of a run that names none. */
  readonly sources?: readonly string[];
  /** Where the report goes, for a run that does not say. */
  readonly out?: string;
  /** Gatherers beside `sources`, by the names under which the template has them. */
  readonly gatherers?: Readonly<Record<string, AnyGatherer>>;
  /** Tools beside those of the workspace. */
  readonly tools?: readonly StageTool[];
}

/** So often the report may be sent back. */
const MOST_REVISIONS = 3;
const Markdown = z.object({ markdown: z.string() });

/**
 * Makes a pipeline of a template: plan, the tree of tasks, the report and its checks, a person where one is wanted, the file, the end.
 * What comes out is a pipeline like any other: it runs, waits, resumes and replays as such.
 *
 * @throws StagewrightError `project/template`, `project/unknown`.
 *
 * @example
 * export default project("dossier", { goal: "What is known about the mill at Pont?" });
 */
export function project(what: TemplateName | TemplateSource, options: ProjectOptions = {}): Pipeline<ProjectInput, AnyPipeline["stages"]> {
  const gatherers = { sources: sourcesGatherer, ...options.gatherers };
  const tools = options.tools ?? [];
  const template = readTemplate(typeof what === "string" ? shipped(what) : what, {
    gatherers: Object.keys(gatherers),
    tools: [...WORKSPACE_TOOLS, ...tools.map(({ spec }) => spec.name)],
  });
  const { kind: kindOfProject, kinds } = template;
  const request = input(
    z.strictObject({
      goal: options.goal === undefined ? Goal : Goal.default(options.goal),
      sources: z
        .array(z.string().min(1))
        .default([...(options.sources ?? [])])
        .describe("files to work from, as paths or patterns below the folder"),
      out: z
        .string()
        .min(1)
        .default(options.out ?? `${kindOfProject}-report.md`)
        .describe("where the report goes, below the folder"),
      ask: z.boolean().default(false).describe("have a person review the report"),
    }),
  );

  const plan = gather("plan", {
    needs: { request },
    uses: { workspace },
    output: Plan,
    dod: [fromTemplate(template)],
    run: async ({ request: { goal, sources } }, env) => {
      const found: Source[] = [];
      for (const path of sources.length === 0 ? [] : await env.workspace.find({ patterns: sources })) {
        const read = await env.workspace.read({ path });
        if (read !== null && read.text.trim() !== "") found.push({ path, text: read.text });
      }
      assertSources(template, sources, found);
      return planOf(template, goal, found);
    },
  });

  const work = tasks("work", {
    needs: { plan },
    kinds: Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => [name, taskPipeline(template, name, kind, { gatherers, tools })]),
    ),
    plan: ({ plan: begun }) => begun.tasks,
    input: ({ plan: begun }, at) => contextFor(template, begun.goal, at),
    note: { schema: Note, first: FIRST_NOTE, next: nextNote, maxChars: MOST_NOTE_CHARS },
    ...(template.grow && { grow: { ...template.grow, propose: proposedTasks } }),
    concurrency: template.concurrency,
  });

  const collect = gather("collect", {
    needs: { plan, work },
    output: Collected,
    dod: [fromTemplate(template)],
    run: ({ plan: begun, work: ended }) => collectedFrom(kindOfProject, begun, plannedNow(template, begun), ended.tasks),
  });

  const report = write("report", {
    needs: { collect },
    output: Markdown,
    prompt: ({ collect: collected }) => reportPrompt(template, collected),
    parse: (markdown) => ({ markdown }),
    retries: 1,
  });
  const held: readonly AnyCheck<z.output<typeof Markdown>, "collect">[] = [
    sections({ titles: [SUMMARY, ...template.report.sections], prose: true }),
    words(template.report.words),
    groundedIn(collect, { allow: [SUMMARY, ...template.report.sections] }),
  ];
  const review = check("review", { of: report, checks: held, onFail: rollbackTo(report, { max: MOST_REVISIONS }) });
  const approve = gate("approve", {
    shows: report,
    needs: { request },
    tier: ({ request: { ask } }) => (ask && template.gate < 4 ? 4 : template.gate),
    onReject: rollbackTo(report, { max: MOST_REVISIONS }),
  });
  // A person may have changed the text: what goes out is held to the same.
  const recheck = check("recheck", { of: approve, checks: held, onFail: rollbackTo(approve, { max: MOST_REVISIONS }) });
  const file = deliver("file", {
    needs: { request, approve, recheck },
    to: workspace,
    call: (to, { request: { out }, approve: { markdown } }) => to.write({ path: out, text: markdown }),
    retries: 1,
  });
  const finalize = gather("finalize", {
    needs: { plan, work, approve, file },
    uses: { workspace },
    output: Final,
    run: async ({ plan: begun, work: ended, approve: { markdown }, file: { path } }, env) => {
      const read = await env.workspace.read({ path });
      if (read?.text !== markdown) {
        throw new StagewrightError("project/altered", `the report at "${path}" is not the one that was approved`, {
          hint: "`stagewright resume <run> --from file` writes it again",
        });
      }
      const counts = { planned: begun.tasks.length, results: ended.tasks, refused: ended.refused.length };
      return finalOf(markdown, counts, { path, sha256: sha256(markdown) });
    },
  });

  return pipeline(`project-${kindOfProject}`, {
    description: template.title,
    input: request,
    stages: [plan, work, collect, report, review, approve, recheck, file, finalize],
  });
}

function shipped(name: TemplateName): TemplateSource {
  if (Object.hasOwn(TEMPLATES, name)) return TEMPLATES[name];
  throw new StagewrightError("project/unknown", `there is no project "${name}"`, {
    hint: `there are ${Object.keys(TEMPLATES)
      .map((one) => `"${one}"`)
      .join(", ")}; docs/templates.md says how to write one`,
  });
}

/** A plan is held to the template that it is from; as an option of a check the whole template is part of the stage's fingerprint. */
function fromTemplate(template: Template): Check<unknown> {
  return { rule: TEMPLATE_RULE, options: { template }, run: () => [] };
}

const TEMPLATE_RULE = "project/template";

/** The template that a pipeline was made of; undefined for one that is no project. */
export function templateOf({ stages }: AnyPipeline): Template | undefined {
  const dod = stages.find(({ name }) => name === "plan")?.contract.dod ?? [];
  const options = dod.find(({ rule }) => rule === TEMPLATE_RULE)?.options;
  // Only `fromTemplate` makes a check of this rule, maybe in another copy of the library.
  return typeof options === "object" && options !== null && "template" in options ? (options.template as Template) : undefined;
}

/** The tasks that a template asks for now: those of the plan, and what was put into the template since. */
function plannedNow(template: Template, begun: Plan): Plan["tasks"] {
  const isPlanned = (name: string) => begun.tasks.some((task) => task.name === name);
  const since = planOf({ ...template, tasks: template.tasks.filter(({ forEach }) => forEach === undefined) }, begun.goal, []);
  return [...begun.tasks, ...since.tasks.filter(({ name }) => !isPlanned(name))];
}

function assertSources({ tasks: planned, kind }: Template, asked: readonly string[], found: readonly Source[]): void {
  if (asked.length === 0 && planned.every(({ forEach }) => forEach === undefined)) return;
  if (found.length > 0) return;
  const message =
    asked.length === 0
      ? `a project of kind "${kind}" works from sources, and none is given`
      : `no file with a text matches ${asked.map((one) => `"${one}"`).join(", ")}`;
  throw new StagewrightError("project/no-sources", message, { hint: "name files or patterns below the folder: `--sources notes/**/*.md`" });
}
