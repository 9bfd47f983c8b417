import { z } from "zod";
import { StagewrightError } from "../dsl/index.js";
import { crossFaults } from "./template-faults.js";

export const PHASES = ["gather", "work", "verify"] as const;
export type Phase = (typeof PHASES)[number];

const Slug = z
  .string()
  .max(40, "at most 40 characters")
  .regex(/^[a-z][a-z0-9-]*$/, "small letters, digits and dashes, a letter first");
const Line = z.string().trim().min(1, "expected a text, found none").max(200, "at most 200 characters");
const Words = z.strictObject({ min: z.int().nonnegative().default(0), max: z.int().positive() });

/** What a task's text must be before the task is done. */
const Done = z.strictObject({
  /** The titles of its sections, in their order, behind "Summary", which every text begins with. */
  sections: z.array(Line).min(1, "expected at least one section").max(10),
  words: Words.default({ min: 0, max: 600 }),
  /** Whether exact details (numbers, names, paths, quotations) must stand in what the task was given or its tools showed. */
  cites: z.boolean().default(true),
});

/** One kind of task: who does it, what it takes up, and when it is done. */
export const TaskKind = z.strictObject({
  phase: z.enum(PHASES),
  /** Who does it: "an engineer on call who reads logs". */
  role: Line,
  /** What is to be done in each task of this kind, in a few sentences. */
  does: z.string().trim().min(1).max(2_000),
  /** What code collects before the model is asked: `sources`, or the name of a gatherer of one's own. */
  gathers: z.array(Slug).default([]),
  /** With tools the task is a `work` stage, without it is one answer. */
  tools: z.array(z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, "a tool's name")).default([]),
  /** Files that the task must have made; `{task}` stands for the task's name. */
  artifacts: z.array(Line).default([]),
  done: Done,
  /** The kinds of tasks that a task of this kind may propose. */
  proposes: z.array(Slug).default([]),
  /** A person decides about its text before it counts. */
  gate: z.union([z.literal(3), z.literal(4), z.literal(5)]).optional(),
  retries: z.int().nonnegative().max(5).default(1),
});
export type TaskKind = z.output<typeof TaskKind>;

const PlannedTask = z.strictObject({
  name: Slug,
  kind: Slug,
  title: Line,
  /** Tasks that must be done before. One that stands for several stands for all of them. */
  needs: z.array(Slug).default([]),
  /** Those of them without which it goes on. */
  allowFailed: z.array(Slug).default([]),
  /** Those of them of which it also waits for what they add. */
  withAdded: z.array(Slug).default([]),
  /** One such task for each source, or for each part of each source. */
  forEach: z.enum(["source", "part"]).optional(),
  /** What only this task is about. */
  about: z.record(z.string(), z.json()).default({}),
});
export type PlannedTask = z.output<typeof PlannedTask>;

/** A kind of project as data: its kinds of tasks, the tasks that it begins with, how far it may grow, and its report. */
export const Template = z.strictObject({
  kind: Slug,
  title: Line,
  kinds: z.record(Slug, TaskKind),
  tasks: z.array(PlannedTask).min(1).max(500),
  /** How many tasks may be added in all, how far from the plan, how many one task may propose, and what they may cost in all. */
  grow: z
    .strictObject({
      max: z.int().positive().max(500),
      depth: z.int().positive().max(5).default(1),
      perTask: z.int().positive().max(20).default(3),
      budgetUsd: z.number().positive().exactOptional(),
    })
    .optional(),
  /** How long a part of a source is, in characters. */
  partChars: z.int().min(200).max(40_000).default(8_000),
  concurrency: z.int().positive().max(32).default(4),
  report: z.strictObject({
    role: Line,
    sections: z.array(Line).min(1, "expected at least one section").max(12),
    words: Words.default({ min: 0, max: 1_200 }),
  }),
  /** From which tier on a person decides about the report: 1 nobody is asked, 4 the draft is reviewed. */
  gate: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]).default(1),
});
export type Template = z.output<typeof Template>;
export type TemplateSource = z.input<typeof Template>;

/** What a template may name beside what every project has. */
export interface Known {
  readonly gatherers: readonly string[];
  readonly tools: readonly string[];
}

/** @throws StagewrightError `project/template`, with every fault and its place. */
export function readTemplate(value: unknown, known: Known): Template {
  const parsed = Template.safeParse(value);
  const name = nameOf(value);
  if (!parsed.success) throw refused(name, parsed.error.issues.map(issueText));
  const faults = crossFaults(parsed.data, known);
  if (faults.length > 0) throw refused(name, faults);
  return parsed.data;
}

function refused(name: string, faults: readonly string[]): StagewrightError {
  return new StagewrightError("project/template", [`the template ${name} is not right:`, ...faults].join("\n"), {
    hint: "docs/templates.md has a template with every field",
  });
}

function nameOf(value: unknown): string {
  const kind = typeof value === "object" && value !== null && "kind" in value ? value.kind : undefined;
  return typeof kind === "string" ? `"${kind}"` : "without a kind";
}

function issueText(issue: z.core.$ZodIssue): string {
  const place = issue.path.length === 0 ? "the whole" : placeOf(issue.path);
  if (issue.code === "unrecognized_keys") {
    return `${place}: there is no ${issue.keys.map((key) => `"${key}"`).join(" and no ")} here`;
  }
  return `${place}: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`;
}

/** `tasks[2].needs[0]`, as it would be written in code. */
function placeOf(path: readonly PropertyKey[]): string {
  return path.map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key)}`)).join("");
}
