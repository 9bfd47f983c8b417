import { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";

const Program = z.strictObject({
  /** A name that is found on the PATH, or an absolute path. */
  program: z.string().min(1),
  /** The words of the command line, as they are. Of an agent, `{task}` in one of them is what it is told. */
  args: z.array(z.string()).default([]),
  /** Names of variables of the environment that it is given beside the harmless ones. Never their values. */
  env: z.array(z.string().regex(/^[A-Za-z_]\w*$/, "is no name of a variable")).default([]),
  /** Default 30 minutes. */
  timeoutMs: z.int().positive().default(1_800_000),
  /** The most that it may write. Default 8 MiB. */
  maxBytes: z.int().positive().default(8_388_608),
});
export type AgentProgram = z.output<typeof Program>;

/** The programs that may run, by the names that requests have for them, and where a branch goes. */
export const AgentRules = z.strictObject({
  /** Programs that change code. One without `{task}` in its arguments reads it from its standard input. */
  agents: z.record(z.string().min(1), Program).default({}),
  /** Programs that test it. */
  tests: z.record(z.string().min(1), Program).default({}),
  /** A remote by its name in the repository, or its address. Default: `origin` where there is one; else the branch stays in the repository. */
  remote: z.string().regex(/^[^-]/, "must not begin with a dash").optional(),
  /** Where people look at a branch, with `{branch}` in it. */
  link: z.string().min(1).optional(),
  /** Who commits what a program leaves uncommitted. */
  author: z
    .strictObject({ name: z.string().min(1), address: z.string().min(1) })
    .default({ name: "stagewright", address: "stagewright@localhost" }),
});
export type AgentRules = z.output<typeof AgentRules>;
export type AgentRulesInput = z.input<typeof AgentRules>;

/** The program that a request names. Throws `coding-agent/not-allowed`, which says what is. */
export function programOf(kind: "agents" | "tests", name: string, rules: AgentRules, place: string): AgentProgram {
  const found = Object.hasOwn(rules[kind], name) ? rules[kind][name] : undefined;
  if (found !== undefined) return found;
  const names = Object.keys(rules[kind]).map((one) => `"${one}"`);
  throw new StagewrightError("coding-agent/not-allowed", `"${name}" is not among the ${kind} that may run`, {
    hint:
      names.length === 0 ? `there are none: allow it under "${kind}" in ${place}` : `${place} has ${names.join(", ")}: name one, or add it`,
  });
}

/** The command of a program that is told a text: in its arguments where they have a place for it, else on its standard input. */
export function commandOf({ program, args }: AgentProgram, text: string) {
  if (!args.some((word) => word.includes("{task}"))) return { program, args, input: text };
  return { program, args: args.map((word) => word.replaceAll("{task}", () => text)) };
}
