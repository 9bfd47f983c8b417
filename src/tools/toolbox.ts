import { StagewrightError } from "../dsl/index.js";
import type { ToolSpec } from "../model/index.js";
import { nearestOf } from "./nearest.js";
import type { Tool } from "./tool.js";

/** The tool that the loop adds of itself: it reads on in results that were too long to show. */
export const READ_RESULT = "read_result";
/** The tool that ends the work where it cannot go on. */
export const BLOCKED = "blocked";
/** What each of them does, for whoever takes the name for a tool of their own. */
const OF_THE_LOOP: Readonly<Record<string, string>> = { [READ_RESULT]: "reads long results", [BLOCKED]: "says that a task is blocked" };

/** The tools of a stage: what its list allows, and nothing else. */
export interface Toolbox {
  /** What the model is told of. */
  readonly specs: readonly ToolSpec[];
  /** The tool of that name, if the stage may use it. */
  find(name: string): Tool | undefined;
  /** There is such a tool, and this stage may not use it. */
  isDenied(name: string): boolean;
}

/**
 * Tools and the list of those that a stage may use, by name. What the list does not name is neither offered nor run.
 *
 * @throws StagewrightError `tools/allow` for a name on the list that no tool has, `tools/name` for two tools of one name.
 */
export function toolbox({ tools, allow }: { readonly tools: readonly Tool[]; readonly allow: readonly string[] }): Toolbox {
  const all = new Map<string, Tool>();
  for (const tool of tools) {
    const { name } = tool.spec;
    const taken = OF_THE_LOOP[name];
    if (taken !== undefined) {
      throw new StagewrightError("tools/name", `no tool can be named "${name}"`, {
        hint: `the tool that ${taken} has this name in every stage: choose another`,
      });
    }
    if (all.has(name)) {
      throw new StagewrightError("tools/name", `there are two tools named "${name}"`, {
        hint: "give one another name; the tools of an MCP server can have a prefix",
      });
    }
    all.set(name, tool);
  }
  for (const name of allow) if (!all.has(name)) throw notThere(name, [...all.keys()]);
  const allowed = new Map([...all].filter(([name]) => allow.includes(name)));
  return Object.freeze({
    specs: [...allowed.values()].map(({ spec }) => spec),
    find: (name: string) => allowed.get(name),
    isDenied: (name: string) => all.has(name) && !allowed.has(name),
  });
}

function notThere(name: string, known: readonly string[]): StagewrightError {
  const nearest = nearestOf(name, known);
  return new StagewrightError("tools/allow", `the list allows "${name}", and there is no such tool`, {
    hint: nearest === undefined ? "no tools were given" : `the nearest is "${nearest}"`,
  });
}
