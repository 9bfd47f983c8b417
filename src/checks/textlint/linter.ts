import { pathToFileURL } from "node:url";
import type { TextlintKernelOptions, TextlintMessage } from "@textlint/kernel";
import { StagewrightError } from "../../dsl/index.js";
import { findPackage, type InstalledPackage } from "./installed-package.js";
import { defaultOf, type LoadedRule } from "./rule-module.js";

/** The packages that run rules, none of which Stagewright brings along. */
const KERNEL = "@textlint/kernel";
const MARKDOWN = "@textlint/textlint-plugin-markdown";
/** The release that findings were compared with. */
const RELEASE = "15";

export interface LinterPackages {
  readonly kernel: InstalledPackage;
  readonly markdown: InstalledPackage;
}

/** The packages that run rules, from the first of the folders that has each. */
export function findLinter(rule: string, folders: readonly string[]): LinterPackages {
  const find = (name: string) => {
    for (const folder of folders) {
      const found = findPackage(name, folder);
      if (found) return found;
    }
    throw new StagewrightError("check/textlint", `"${rule}" is run by the package "${name}", which is not installed`, {
      hint: `run \`npm install ${KERNEL}@${RELEASE} ${MARKDOWN}@${RELEASE}\``,
    });
  };
  return { kernel: find(KERNEL), markdown: find(MARKDOWN) };
}

export interface RuleToRun extends LoadedRule {
  readonly id: string;
  readonly options: object | undefined;
  /** Relative paths in its options start here. */
  readonly folder: string;
}

/** One rule, ready to be run on any number of texts. */
export type Linter = (markdown: string) => Promise<readonly TextlintMessage[]>;

/** Loads textlint; only its kernel, which reads no configuration and no file. */
export async function linterOf(packages: LinterPackages, { id, rule, options, presetOptions, folder }: RuleToRun): Promise<Linter> {
  const { TextlintKernel } = defaultOf(await load(packages.kernel)) as typeof import("@textlint/kernel");
  const plugin = defaultOf(await load(packages.markdown)) as typeof import("@textlint/textlint-plugin-markdown").default;
  const kernel = new TextlintKernel();
  const settings: TextlintKernelOptions = {
    ext: ".md",
    plugins: [{ pluginId: "markdown", plugin }],
    rules: [{ ruleId: id, rule, options: options ?? presetOptions ?? {} }],
    configBaseDir: folder,
  };
  return async (markdown) => {
    const { messages } = await kernel.lintText(markdown, settings).catch((cause) => {
      throw failed(id, cause);
    });
    const [unread] = messages.filter(({ ruleId }) => ruleId === UNREAD);
    if (unread) {
      const why = unread.message.split("\n").find((line) => /^\w*Error: /.test(line)) ?? unread.message;
      throw new StagewrightError("check/textlint", `textlint cannot read the text: ${why}`, { hint: "shorten or unnest the text" });
    }
    return messages;
  };
}

/** The rule id that the kernel gives to a text that it could not parse. */
const UNREAD = "plugin-error";

function failed(id: string, cause: unknown): StagewrightError {
  const why = (cause instanceof Error ? cause.message : String(cause)).replace(/^Error while loading rule '[^']*': /, "");
  return new StagewrightError("check/textlint", `the textlint rule "${id}" failed: ${why}`, {
    hint: "correct its options, or take it out of the checks",
    cause,
  });
}

// The casts above: what comes of an import by path has no types.
function load({ entry }: InstalledPackage): Promise<unknown> {
  return import(pathToFileURL(entry).href);
}
