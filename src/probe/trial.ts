import type { ToolSpec } from "../model/index.js";
import { BAIT, BUILT_IN_TOOLS } from "./built-in-tools.js";
import { type Chance, seeded } from "./chance.js";
import { CannotSample, linesOf, sampleOf } from "./sample.js";

/** One question that one right call settles. */
export interface Trial {
  /** `flat`, `nested` …, `bait`, or the name of a tool of one's own. */
  readonly kind: string;
  readonly tools: readonly ToolSpec[];
  readonly prompt: string;
  readonly expected: { readonly name: string; readonly arguments: unknown };
}

interface TrialsOptions {
  /** Tools of one's own, beside the built-in ones. */
  readonly own: readonly ToolSpec[];
  readonly perKind: number;
  readonly seed: number;
}

/** The trials for a seed, kind by kind, and the own tools that no arguments can be made up for. */
export function trialsOf({ own, perKind, seed }: TrialsOptions): {
  readonly trials: readonly Trial[];
  readonly leftOut: readonly { readonly tool: string; readonly why: string }[];
} {
  const chance = seeded(seed);
  const taken = new Set(own.map(({ name }) => name));
  const builtIn = Object.entries(BUILT_IN_TOOLS).filter(([, tool]) => !taken.has(tool.name));
  const tools = [...builtIn.map(([, tool]) => tool), ...own];
  const bait = taken.has(BAIT.tool.name) || taken.has(BAIT.name) ? [] : [{ kind: "bait", ...BAIT }];
  const kinds = [...builtIn.map(([kind, tool]) => ({ kind, tool, name: tool.name })), ...bait];
  const leftOut: { tool: string; why: string }[] = [];
  const trials = [...kinds, ...own.map((tool) => ({ kind: tool.name, tool, name: tool.name }))].flatMap(({ kind, tool, name }) => {
    try {
      return Array.from({ length: perKind }, () => trial({ kind, tool, name, tools }, chance));
    } catch (error) {
      if (!(error instanceof CannotSample)) throw error;
      leftOut.push({ tool: tool.name, why: error.message });
      return [];
    }
  });
  return { trials, leftOut };
}

interface TrialParts {
  readonly kind: string;
  readonly tool: ToolSpec;
  readonly name: string;
  readonly tools: readonly ToolSpec[];
}

function trial({ kind, tool, name, tools }: TrialParts, chance: Chance): Trial {
  const args = sampleOf(tool.parameters, chance);
  const isEmpty = typeof args === "object" && args !== null && Object.keys(args).length === 0;
  const task = kind === "bait" ? `Do what "${name}" would do, with the tool that there is for it` : `Call the tool "${name}"`;
  const values = isEmpty ? " without arguments." : `, once, with exactly these values:\n\n${linesOf(args).join("\n")}\n`;
  const prompt = `${task}${values}\nLeave out every value that is not listed. Say nothing beside it.`;
  return { kind, tools, prompt, expected: { name: tool.name, arguments: args } };
}
