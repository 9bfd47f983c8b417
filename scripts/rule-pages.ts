/**
 * Writes the pages of the checks' rules from the rules themselves, docs/checks/README.md and docs/checks/rules/: `npm run docs:rules`. A test
 * says when the pages are not what the rules say.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { DISABLE_RULES, maskSecrets, type Pack } from "../src/checks/index.js";
import { PACKS } from "../src/cli/check/packs.js";
import { pageMarkdown } from "../src/cli/check/rule-page.js";

const FOLDER = "docs/checks/rules";
const BY = "<!-- Written by `npm run docs:rules` from the rules in src/checks. -->";

type Described = Pick<Pack, "name" | "description" | "rules">;

const DESCRIBED: readonly Described[] = [
  ...PACKS.map(({ pack }) => pack),
  { name: "disable", description: "the comments that switch a rule off, whichever packs are used", rules: DISABLE_RULES },
];

/** Each page by its path. */
export function rulePages(): ReadonlyMap<string, string> {
  return new Map([["docs/checks/README.md", index()], ...DESCRIBED.map((pack) => [`${FOLDER}/${pack.name}.md`, page(pack)] as const)]);
}

function index(): string {
  const sections = DESCRIBED.flatMap(({ name, description, rules }) => [
    `## ${name}`,
    `${sentence(description)} [All its rules with their examples](rules/${name}.md).`,
    ["| rule | why |", "|---|---|", ...rules.map(({ id, why }) => `| [\`${id}\`](rules/${name}.md#${anchor(id)}) | ${cell(why)} |`)].join(
      "\n",
    ),
  ]);
  return pageOf([
    "# Checks",
    BY,
    [
      "Deterministic reviewers of prose: in a stage as `dod` or `check`, and on the command line as `stagewright check`.",
      "A check reads Markdown as a person does, says where something stands and what to do about it, and comes to the same findings each time.",
    ].join("\n"),
    [
      "- [Checking texts on the command line](command.md)",
      "- [Writing a rule in five minutes](your-own-rules.md), [the pattern language of phrase rules](patterns.md)",
      "- [Reviews of code](code-claims.md)",
      "- [Rules of textlint](textlint.md)",
    ].join("\n"),
    ...sections,
  ]);
}

function page({ name, description, rules }: Described): string {
  const parts = rules.flatMap((rule) => [`## ${rule.id}`, maskSecrets(pageMarkdown(rule))]);
  return pageOf([`# The pack \`${name}\``, BY, sentence(description), ...parts]);
}

function pageOf(parts: readonly string[]): string {
  return `${parts.join("\n\n")}\n`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** What GitHub makes of a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = dirname(import.meta.dirname);
  rmSync(join(root, FOLDER), { recursive: true, force: true });
  for (const [path, text] of rulePages()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
