import { AGENT_VARIABLE } from "../../src/core/index.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What programs need in order to run at all; no key, no agent's socket, no loader's hook is among them. */
const HARMLESS = ["PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TZ", "SYSTEMROOT", "PATHEXT"];

/** The environment of a command: the harmless part, one language, what its rule names, and the word that it is no person who calls. */
export function cleanEnvironment(env: Environment, alsoNamed: readonly string[] = []): Environment {
  const kept = [...HARMLESS, ...alsoNamed].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return {
    ...Object.fromEntries(kept),
    LC_ALL: "C.UTF-8",
    NO_COLOR: "1",
    PAGER: "cat",
    GIT_PAGER: "cat",
    TERM: "dumb",
    [AGENT_VARIABLE]: "commands",
  };
}

/** The values that must not come back: those that a rule let through by name. */
export function secretsOf(env: Environment, names: readonly string[] = []): string[] {
  const values = names.flatMap((name) => env[name] ?? []).filter((value) => value.length >= 6);
  return values.sort((a, b) => b.length - a.length);
}
