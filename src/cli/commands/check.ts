import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { RulePage } from "../../checks/index.js";
import { SEVERITIES, StagewrightError } from "../../dsl/index.js";
import { checkFiles, FORMATS } from "../check/check-files.js";
import { ALL_RULES, type Checker, checkerOf } from "../check/check-text.js";
import { codeTreeIn } from "../check/code-tree.js";
import { isPackFile } from "../check/load-pack.js";
import { packFacts, packList } from "../check/pack-list.js";
import { choosePacks, type PackEntry } from "../check/packs.js";
import { pageText } from "../check/rule-page.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions } from "../common-options.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { didYouMean } from "../nearest.js";
import { onlyOne } from "../only-one.js";
import type { Surroundings } from "../surroundings.js";

interface CheckOptions extends PrintOptions {
  readonly pack?: readonly string[];
  readonly facts?: string;
  readonly code?: string;
  readonly prompt?: string;
  readonly section?: readonly string[];
  readonly ban?: readonly string[];
  readonly holdBack?: readonly string[];
  readonly allow?: readonly string[];
  readonly format?: string;
  readonly failOn: string;
  readonly fix?: true;
  readonly explain?: string;
  readonly list?: true;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  const collect = (value: string, before: readonly string[] = []) => [...before, value];
  const names = (value: string, before: readonly string[] = []) => [
    ...before,
    ...value
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  ];
  command
    .argument("[files...]", "files, patterns of files, or - for standard input")
    .option("--pack <names>", "the packs of rules, by commas (--list shows them), or files of your own such as house.checks.yaml", names)
    .option("--facts <file>", "JSON that the text is compared with, for the packs that need it")
    .option("--code <folder>", "the code that the text speaks of, for the packs that need it")
    .option("--prompt <file>", "what the text answers, which it must not repeat")
    .option("--section <title>", "a section that must be there; several in their order", collect)
    .option("--ban <phrase>", "a phrase that a post does without; several", collect)
    .option("--hold-back <phrase>", "a phrase that must not be in the text; several", collect)
    .option("--allow <text>", "an address, a number or a phrase that safety lets stand; several", collect)
    .option("--format <name>", "text, json, sarif or github (default: text)")
    .option("--fail-on <severity>", "error, warning or info: from which on findings end with 1", "error")
    .option("--fix", "make those changes to the files that cannot change what they say")
    .option("--explain <rule>", "print the page of a rule")
    .option("--list", "list the packs and their rules");
  printOptions(command);
  examples(command, [
    "stagewright check draft.md",
    'stagewright check "posts/**/*.md" --pack publisher,safety --fail-on warning',
    "git show HEAD:README.md | stagewright check -",
    "stagewright check draft.md --format sarif > findings.sarif",
    "stagewright check review.md --code .",
    "stagewright check draft.md --pack tropes,house.checks.yaml",
    "stagewright check --explain safety/secret",
  ]);
  command.addHelpText(
    "after",
    "Exit codes: 0 nothing found, 1 findings at or above --fail-on, 2 bad usage or a file that cannot be read.\n",
  );
  command.action(async (files: readonly string[], options: CheckOptions) => {
    end(await run(files, options, surroundings));
  });
}

async function run(files: readonly string[], options: CheckOptions, surroundings: Surroundings): Promise<ExitCode> {
  onlyOne({ "--json": options.json, "--format": options.format });
  onlyOne({ "--list": options.list, "--explain": options.explain, "--fix": options.fix });
  const format = oneOf(FORMATS, options.format ?? (options.json ? "json" : "text"), "usage/format", "format");
  const failOn = oneOf(SEVERITIES, options.failOn, "usage/severity", "severity");
  const [file] = files;
  if (file !== undefined && (options.list || options.explain !== undefined)) {
    const flag = options.list ? "--list" : "--explain";
    throw new StagewrightError("usage/files", `${flag} checks no text, and "${file}" is named`, { hint: `leave out "${file}" or ${flag}` });
  }
  if (options.list) {
    surroundings.out.write(options.json ? `${JSON.stringify(packFacts(), undefined, 2)}\n` : packList());
    return EXIT.done;
  }
  if (options.explain !== undefined) {
    const page = ruleNamed(options.explain, await ownRules(options.pack, surroundings.cwd));
    surroundings.out.write(options.json ? `${JSON.stringify(page, undefined, 2)}\n` : pageText(page));
    return EXIT.done;
  }
  if (files.length === 0) {
    throw new StagewrightError("usage/files", "no file is named", { hint: "name files or patterns, or - for standard input" });
  }
  if (options.fix && files.includes("-")) {
    throw new StagewrightError("usage/fix", "--fix writes files, and standard input is none", { hint: "leave out --fix, or name a file" });
  }
  const checker = await checkerFor(options, surroundings.cwd);
  return checkFiles(files, { checker, format, failOn, isFixing: options.fix === true }, surroundings);
}

async function checkerFor(options: CheckOptions, cwd: string): Promise<Checker> {
  const { pack = [], section = [], ban = [], holdBack = [], allow = [] } = options;
  const entries = await choosePacks(pack, { hasFacts: options.facts !== undefined, hasCode: options.code !== undefined, cwd });
  if (options.facts !== undefined && !entries.some(({ needsFacts }) => needsFacts)) {
    throw new StagewrightError("usage/facts", "--facts is given, and none of the packs compares with facts", {
      hint: "leave out --facts, or name a pack that does",
    });
  }
  assertUsed("--section", section.length > 0, "publisher", entries);
  assertUsed("--ban", ban.length > 0, "publisher", entries);
  assertUsed("--hold-back", holdBack.length > 0, "safety", entries);
  assertUsed("--allow", allow.length > 0, "safety", entries);
  assertUsed("--code", options.code !== undefined, "code-claims", entries);
  assertUsed("--prompt", options.prompt !== undefined, "repetition", entries);
  const prompt = options.prompt === undefined ? undefined : await readNamed("--prompt", options.prompt, cwd);
  const code = options.code === undefined ? undefined : await codeTreeIn(options.code, cwd);
  const facts = options.facts === undefined ? undefined : parsed(await readNamed("--facts", options.facts, cwd), options.facts);
  return checkerOf(entries, { sections: section, banned: ban, heldBack: holdBack, allow, prompt, code, facts });
}

/** A flag that nothing reads would look as if it had been obeyed. */
function assertUsed(flag: string, isGiven: boolean, name: string, entries: readonly PackEntry[]): void {
  if (!isGiven || entries.some(({ pack }) => pack.name === name)) return;
  throw new StagewrightError("usage/flags", `${flag} is for the pack "${name}", which is not among those named`, {
    hint: `add it: --pack ${[...entries.map(({ pack }) => pack.name), name].join(",")}`,
  });
}

async function readNamed(flag: string, name: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, name), "utf8");
  } catch (cause) {
    throw new StagewrightError("usage/file", `the file "${name}" of ${flag} cannot be read`, { cause });
  }
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StagewrightError("usage/facts", `the facts in "${name}" are no JSON: ${why}`, { place: name, cause });
  }
}

function oneOf<const Value extends string>(values: readonly Value[], given: string, code: string, noun: string): Value {
  const found = values.find((value) => value === given);
  if (found === undefined) throw new StagewrightError(code, `there is no ${noun} "${given}"`, { hint: didYouMean(given, values, "") });
  return found;
}

/** The rules of the packs that were named as files. */
async function ownRules(packs: readonly string[] = [], cwd: string): Promise<readonly RulePage[]> {
  const entries = await choosePacks(packs.filter(isPackFile), { hasFacts: true, hasCode: true, cwd });
  return packs.some(isPackFile) ? entries.flatMap(({ pack }) => pack.rules) : [];
}

function ruleNamed(id: string, own: readonly RulePage[]) {
  const rules = [...ALL_RULES, ...own];
  const page = rules.find((one) => one.id === id);
  const ids = rules.map((one) => one.id);
  if (page === undefined) throw new StagewrightError("usage/rule", `there is no rule "${id}"`, { hint: didYouMean(id, ids, "") });
  return page;
}
