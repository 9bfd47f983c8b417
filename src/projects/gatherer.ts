import { z } from "zod";
import type { Adapters, Env, Uses } from "../dsl/index.js";
import { StagewrightError } from "../dsl/index.js";
import type { TaskContext } from "./context.js";
import { cutText } from "./one-line.js";
import { workspace } from "./workspace.js";

/** What code has collected for a task, and where it is from. */
export const Material = z.object({ source: z.string(), text: z.string() });
export type Material = z.output<typeof Material>;

/** All that one task is handed of it: about 10,000 tokens. */
const MOST_MATERIAL = 40_000;

/** A gatherer whose adapters are known only by name. */
export interface AnyGatherer {
  readonly uses: Uses;
  readonly gather: (context: TaskContext, env: Env) => Promise<readonly Material[]>;
}

/**
 * Code that collects what a kind of task is about, through adapters or without. A template names it in `gathers`.
 *
 * @example
 * const history = gatherer({
 *   uses: { git },
 *   gather: async (_, { git }) => [{ source: "git log", text: JSON.stringify(await git.log({ repo: ".", day: "2026-03-19" })) }],
 * });
 */
export function gatherer<const U extends Uses = Readonly<Record<never, never>>>(spec: {
  readonly uses?: U;
  readonly gather: (context: TaskContext, env: Env & Adapters<U>) => Promise<readonly Material[]>;
}): AnyGatherer {
  // The stage that calls it uses the union of all gatherers' adapters, these among them, under the same keys.
  return Object.freeze({ uses: spec.uses ?? {}, gather: spec.gather as AnyGatherer["gather"] });
}

const AboutPart = z.object({ source: z.string(), from: z.int().optional(), to: z.int().optional() });
const AboutAll = z.object({ sources: z.array(z.string()) });

/** The source, or the part of one, that a task is about; else all the sources that the project was given. */
export const sources: AnyGatherer = gatherer({
  uses: { workspace },
  gather: async ({ task: { about } }, env) => {
    const one = AboutPart.safeParse(about);
    const all = AboutAll.safeParse(about);
    const asked = one.success ? [one.data] : (all.data?.sources ?? []).map((source) => ({ source, from: undefined, to: undefined }));
    const texts: Material[] = [];
    for (const { source, from, to } of asked) {
      const read = await env.workspace.read({ path: source, ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
      if (read === null) {
        throw new StagewrightError("project/no-source", `the source "${source}" is not there any more`, {
          hint: "put it back, and resume",
        });
      }
      texts.push({ source, text: read.text });
    }
    return texts;
  },
});

/** The material within what a task may be handed: each piece has its share, and says where it was cut. */
export function fitted(material: readonly Material[]): readonly Material[] {
  const total = material.reduce((sum, { text }) => sum + text.length, 0);
  if (total <= MOST_MATERIAL) return material;
  const share = Math.max(200, Math.floor(MOST_MATERIAL / material.length));
  return material.slice(0, MOST_MATERIAL / 200).map(({ source, text }) => ({ source, text: cutText(text, share) }));
}
