import { pathToFileURL } from "node:url";
import type { TextlintRuleModule } from "@textlint/kernel";
import { StagewrightError } from "../../dsl/index.js";
import { findPackage, type InstalledPackage, nearestRule } from "./installed-package.js";
import type { RuleName } from "./rule-name.js";

/** A rule that can be run, with what its preset says of its options. */
export interface LoadedRule {
  readonly rule: TextlintRuleModule;
  readonly presetOptions?: object;
}

/** The first of the packages that a name may mean, as the project in `folder` has it installed. */
export function findRule({ id, packages }: RuleName, folder: string): InstalledPackage {
  for (const name of packages) {
    const found = findPackage(name, folder);
    if (found) return found;
  }
  const near = nearestRule(id, folder);
  const install = `run \`npm install ${packages[0]}\``;
  const sought = packages.map((name) => `"${name}"`).join(" and ");
  throw new StagewrightError("check/textlint", `the textlint rule "${id}" is not installed: looked for ${sought} from "${folder}"`, {
    hint: near === undefined ? install : `did you mean "${near}"? otherwise ${install}`,
  });
}

export async function loadRule({ id, member }: RuleName, { name, entry }: InstalledPackage): Promise<LoadedRule> {
  const loaded = defaultOf(await imported(id, name, entry));
  const preset = presetOf(loaded);
  if (preset && member !== undefined) return memberOf(preset, member, name);
  if (preset) {
    throw new StagewrightError("check/textlint", `"${name}" is a preset of textlint rules, expected one rule`, {
      hint: `name one of its rules: ${namesOf(preset, `${id}/`)}`,
    });
  }
  if (member !== undefined) {
    throw new StagewrightError("check/textlint", `"${name}" is no preset of textlint rules, so "${member}" is not in it`, {
      hint: `leave "/${member}" out, or name a preset`,
    });
  }
  return { rule: asRule(loaded, `the package "${name}"`) };
}

async function imported(id: string, name: string, entry: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(entry).href);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StagewrightError("check/textlint", `the textlint rule "${id}" cannot be loaded: ${why}`, {
      hint: `run \`npm install ${name}\` again, or another version of it`,
      cause,
    });
  }
}

/** Below `default` where a module has one, twice for what was CommonJS made of an ES module. */
export function defaultOf(module: unknown): unknown {
  const inner = isObject(module) && "default" in module ? module.default : module;
  return isObject(inner) && "default" in inner ? inner.default : inner;
}

/** Refuses what textlint could not run. */
export function asRule(value: unknown, what: string): TextlintRuleModule {
  if (typeof value === "function" || (isObject(value) && typeof value.linter === "function")) {
    // The one cast: more of a rule than that it is a function cannot be seen before it runs.
    return value as TextlintRuleModule;
  }
  throw new StagewrightError("check/textlint", `${what} holds no textlint rule`, {
    hint: "a rule is a function of its context, or an object with such a function as `linter`",
  });
}

interface Preset {
  readonly rules: Readonly<Record<string, unknown>>;
  readonly rulesConfig: Readonly<Record<string, unknown>>;
}

function presetOf(loaded: unknown): Preset | undefined {
  if (!isObject(loaded) || !isObject(loaded.rules)) return undefined;
  return { rules: loaded.rules, rulesConfig: isObject(loaded.rulesConfig) ? loaded.rulesConfig : {} };
}

function memberOf(preset: Preset, member: string, name: string): LoadedRule {
  if (!Object.hasOwn(preset.rules, member)) {
    throw new StagewrightError("check/textlint", `the preset "${name}" has no rule "${member}"`, { hint: `it has ${namesOf(preset)}` });
  }
  const presetOptions = preset.rulesConfig[member];
  const rule = asRule(defaultOf(preset.rules[member]), `"${member}" of the preset "${name}"`);
  return { rule, ...(isObject(presetOptions) && { presetOptions }) };
}

function namesOf({ rules }: Preset, before = ""): string {
  return Object.keys(rules)
    .map((rule) => `"${before}${rule}"`)
    .join(", ");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
