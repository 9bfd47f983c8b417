import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { type Pack, packFrom, type RulePage, type Text } from "../../checks/index.js";
import { type AnyCheck, isStagewrightError, StagewrightError } from "../../dsl/index.js";
import { shortPath } from "../load-pipeline.js";
import { nearest } from "../nearest.js";
import { understandTypeScript } from "../understand-typescript.js";
import type { PackEntry } from "./packs.js";

const DATA = /\.(?:ya?ml|json)$/;
const CODE = /\.[mc]?[jt]s$/;

/** Whether what --pack names is a file, and not one of the packs that come with the library. */
export function isPackFile(name: string): boolean {
  return /[/\\]/.test(name) || DATA.test(name) || CODE.test(name);
}

interface From {
  readonly cwd: string;
  /** The names that other packs have: those that come with the library, and those that were loaded before. */
  readonly taken: readonly string[];
}

/**
 * A pack of the user's: a file of YAML or JSON, or a module whose default export is a `Pack`. Throws `usage/pack` where there is no such file,
 * and `check/pack` where it holds no sound pack.
 */
export async function loadPack(path: string, { cwd, taken }: From): Promise<PackEntry> {
  const file = resolve(cwd, path);
  const shown = shortPath(file, cwd);
  if (!existsSync(file)) throw missing(file, path);
  if (!DATA.test(file) && !CODE.test(file)) {
    throw new StagewrightError("usage/pack", `"${path}" is no pack: its name ends in none of .yaml, .yml, .json, .ts and .js`, {
      hint: "name it like house.checks.yaml",
    });
  }
  const pack = DATA.test(file) ? packFrom(file, { shownAs: shown }) : await packOfModule(file, shown);
  if (taken.includes(pack.name)) {
    throw refused(shown, `it is named "${pack.name}", as another pack is`, "give it another name");
  }
  return { pack, checks: () => pack.checks(), canDisable: true };
}

function missing(file: string, path: string): StagewrightError {
  const folder = dirname(file);
  const others = existsSync(folder) ? readdirSync(folder).filter((name) => isPackFile(name)) : [];
  const near = nearest(basename(file), others);
  return new StagewrightError("usage/pack", `there is no file "${path}"`, {
    hint: near === undefined ? "a path is relative to the working folder" : `did you mean "${join(dirname(path), near)}"?`,
  });
}

const text = z.string().trim().min(1);
const page = z.looseObject({
  id: text,
  why: text,
  fix: text,
  examples: z.looseObject({ bad: z.array(z.string()), good: z.array(z.string()) }),
});
const packShape = z.looseObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, "expected a name in lower case, such as house-style"),
  description: text,
  rules: z.array(page).min(1),
  checks: z.custom((value) => typeof value === "function", "expected a function that gives checks"),
});

type LoadedPack = Pack<object, AnyCheck<Text, never>>;

async function packOfModule(file: string, shown: string): Promise<LoadedPack> {
  const exported = await importDefault(file, shown);
  const shape = packShape.safeParse(exported);
  if (!shape.success) {
    const [issue] = shape.error.issues;
    const key = (issue?.path ?? []).map(String).join(".");
    const what =
      exported === undefined
        ? "there is no default export"
        : `its default export is no pack (${key === "" ? "" : `"${key}": `}${issue?.message})`;
    throw refused(shown, what, "write `export default` before an object with name, description, rules and checks");
  }
  // The one cast at the seam: the shape has been looked at, what `checks` gives is looked at next.
  const pack = exported as LoadedPack;
  // A rule of another program goes by that program's name, whoever lists it.
  const other = pack.rules.find(({ id }) => !id.startsWith(`${pack.name}/`) && !id.startsWith("textlint/"));
  if (other)
    throw refused(shown, `the rule "${other.id}" is not named after its pack`, `name it "${pack.name}/${other.id.replace(/^.*\//, "")}"`);
  assertChecks(pack, shown);
  for (const page of pack.rules) await assertExamples(pack, page, shown);
  return pack;
}

const checksShape = z.array(z.looseObject({ rule: text, run: z.custom((value) => typeof value === "function", "expected a function") }));

function assertChecks(pack: LoadedPack, shown: string): void {
  let given: unknown;
  try {
    given = pack.checks();
  } catch (cause) {
    const hint = isStagewrightError(cause) && cause.hint !== undefined ? cause.hint : "correct it";
    throw refused(shown, `"checks()" throws: ${messageOf(cause)}`, hint, cause);
  }
  const checks = checksShape.safeParse(given);
  if (!checks.success) {
    const [issue] = checks.error.issues;
    const at = (issue?.path ?? []).map(String).join(".");
    throw refused(
      shown,
      `"checks()" gives no list of checks (${at === "" ? "" : `"${at}": `}${issue?.message})`,
      "give a list of { rule, run }",
    );
  }
  const stranger = checks.data.find(({ rule }) => pack.rules.every(({ id }) => id !== rule));
  if (stranger) throw refused(shown, `a check is for the rule "${stranger.rule}", which has no page`, `add a page for it to "rules"`);
}

const FIX_ONE = "correct the rule or the example";

/** As for a pack of YAML: a page whose examples the rule belies would teach the wrong thing. */
async function assertExamples(pack: LoadedPack, { id, examples: { given, bad, good } }: RulePage, shown: string): Promise<void> {
  try {
    const checks = pack.checks(given).filter((check) => check.rule === id && check.given === undefined);
    const foundIn = async (example: string) => (await Promise.all(checks.map((check) => check.run(example, {})))).flat()[0];
    // A rule that is off until it is asked for has nothing to be tried with.
    if (checks.length === 0) return;
    for (const example of bad) {
      if (!(await foundIn(example))) throw refused(shown, `"${id}" finds nothing in its bad example ${JSON.stringify(example)}`, FIX_ONE);
    }
    for (const example of good) {
      const found = await foundIn(example);
      if (found) throw refused(shown, `"${id}" finds in its good example ${JSON.stringify(example)}: ${found.message}`, FIX_ONE);
    }
  } catch (cause) {
    if (isStagewrightError(cause)) throw cause;
    throw refused(
      shown,
      `the check "${id}" throws on an example: ${messageOf(cause)}`,
      "no text may make a check throw: correct it",
      cause,
    );
  }
}

async function importDefault(file: string, shown: string): Promise<unknown> {
  try {
    if (/\.[mc]?ts$/.test(file)) await understandTypeScript();
    const module: unknown = await import(pathToFileURL(file).href);
    const exported = defaultOf(module);
    // A folder whose package.json does not say "type": "module" wraps a file's exports once more.
    return packShape.safeParse(exported).success ? exported : (defaultOf(exported) ?? exported);
  } catch (cause) {
    if (isStagewrightError(cause)) throw cause;
    throw refused(shown, `it cannot be loaded: ${messageOf(cause)}`, "--verbose shows where it happened", cause);
  }
}

function defaultOf(module: unknown): unknown {
  return typeof module === "object" && module !== null && "default" in module ? module.default : undefined;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function refused(shown: string, what: string, hint: string, cause?: unknown): StagewrightError {
  return new StagewrightError("check/pack", `the pack "${shown}" is refused: ${what}`, { hint, place: shown, cause });
}
