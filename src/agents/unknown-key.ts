import { namesByNearness } from "../dsl/index.js";
import { nameHint } from "./known-name.js";

/** The keys of the front matter, and those inside of `memory`. */
export interface KnownKeys {
  readonly top: readonly string[];
  readonly memory: readonly string[];
}

/** What people look for in an agent's file, and where it stands in the config. */
const IN_CONFIG: ReadonlyMap<string, string> = new Map([
  ...["at", "every", "cron", "zone", "budget", "overlap", "catchUp", "deliver"].map((key) => [key, "jobs.<name>"] as const),
  ...["path", "proof", "when", "routes"].map((key) => [key, "hooks.<name>"] as const),
]);

/** What is wrong with a key that there is none of at a place, and what to do. */
export function unknownKey(key: string, isInMemory: boolean, known: KnownKeys): { readonly what: string; readonly hint: string } {
  const [here, elsewhere] = isInMemory ? [known.memory, known.top] : [known.top, known.memory];
  const misplaced = (hint: string) => ({ what: `"${key}" is in the wrong place`, hint });
  if (elsewhere.includes(key)) return misplaced(isInMemory ? "it belongs at the top level" : 'it belongs in "memory"');
  const [near] = namesByNearness(key, here, { most: 1 / 3 });
  const inConfig = IN_CONFIG.get(key);
  if (near === undefined && inConfig !== undefined) return misplaced(`it belongs in "${inConfig}" of stagewright.config.ts`);
  return { what: `there is no key "${key}"${isInMemory ? ' in "memory"' : ""}`, hint: nameHint(key, here) };
}
