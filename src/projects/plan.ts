import { z } from "zod";
import type { Task } from "../dsl/index.js";
import { type Part, partsOf } from "./parts.js";
import type { PlannedTask, Template } from "./template.js";

/** A source as it was when the project began. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

const PlanTask = z.object({
  name: z.string(),
  kind: z.string(),
  title: z.string(),
  needs: z.array(z.string()),
  allowFailed: z.array(z.string()),
  withAdded: z.array(z.string()).exactOptional(),
  about: z.record(z.string(), z.json()),
});

/** What a project begins with: its kind, what it is for, and its tasks. */
export const Plan = z.object({
  kind: z.string(),
  goal: z.string(),
  sources: z.array(z.object({ path: z.string(), chars: z.int() })),
  tasks: z.array(PlanTask),
});
export type Plan = z.output<typeof Plan>;

/** Spells a template's tasks out for the sources that there are. */
export function planOf(template: Template, goal: string, sources: readonly Source[]): Plan {
  const named = new Map(template.tasks.map((planned) => [planned.name, spelledOut(planned, template, sources)]));
  const all = (names: readonly string[]) => names.flatMap((name) => named.get(name)?.map((task) => task.name) ?? []);
  return {
    kind: template.kind,
    goal,
    sources: sources.map(({ path, text }) => ({ path, chars: text.length })),
    tasks: template.tasks.flatMap(({ name, kind, needs, allowFailed, withAdded }) =>
      (named.get(name) ?? []).map((task) => ({
        ...task,
        kind,
        needs: all(needs),
        allowFailed: all(allowFailed),
        ...(withAdded.length > 0 && { withAdded: all(withAdded) }),
      })),
    ),
  };
}

type Named = Required<Pick<Task, "name" | "title">> & { readonly about: PlannedTask["about"] };

function spelledOut(planned: PlannedTask, { partChars, kinds }: Template, sources: readonly Source[]): readonly Named[] {
  const { name, title, about, forEach } = planned;
  if (forEach === undefined) {
    const isReader = kinds[planned.kind]?.gathers.includes("sources") === true;
    return [{ name, title, about: isReader ? { ...about, sources: sources.map(({ path }) => path) } : about }];
  }
  const stretches = sources.flatMap(({ path, text }) => {
    const parts: readonly (Part | undefined)[] = forEach === "part" ? partsOf(text, partChars) : [undefined];
    return parts.map((part, index) => ({ path, part, number: index + 1, of: parts.length }));
  });
  return stretches.map(({ path, part, number, of }, index) => ({
    name: `${name}-${index + 1}`,
    title: of === 1 ? `${title}: ${path}` : `${title}: ${path}, part ${number} of ${of}`,
    about: { ...about, source: path, ...(part && { from: part.from, to: part.to }) },
  }));
}
