import { pathToFileURL } from "node:url";
import type { RulePage } from "../../checks/index.js";
import type { Severity, StagewrightError, TextEdit } from "../../dsl/index.js";
import { sha256 } from "../../store/index.js";
import type { PlacedFinding, Report } from "./check-text.js";
import { pageMarkdown, pageText } from "./rule-page.js";
import { STANDARD_INPUT } from "./sources.js";

const LEVEL: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

interface Run {
  readonly reports: readonly Report[];
  readonly errors: readonly StagewrightError[];
  readonly rules: readonly RulePage[];
  readonly version: string;
}

/** SARIF 2.1.0, for code scanning and editors. No text of a file is in it but what messages quote and fixes put in. */
export function formatSarif({ reports, errors, rules, version }: Run): string {
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "stagewright", ...(/^\d+\.\d+\.\d+/.test(version) && { semanticVersion: version }), rules: rules.map(ruleOf) },
        },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: errors.length === 0,
            toolExecutionNotifications: errors.map(({ code, message }) => ({
              level: "error",
              descriptor: { id: code },
              message: { text: message },
            })),
          },
        ],
        artifacts: reports.map(({ path }) => ({ location: { uri: uriOf(path) } })),
        results: reports.flatMap((report, artifact) => resultsOf(report, artifact, indexes)),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function ruleOf(page: RulePage): object {
  return {
    id: page.id,
    shortDescription: { text: page.why },
    fullDescription: { text: `${page.why} ${page.fix}` },
    help: { text: pageText(page), markdown: pageMarkdown(page) },
  };
}

function resultsOf(report: Report, index: number, rules: ReadonlyMap<string, number>): readonly object[] {
  const location = { uri: uriOf(report.path), index };
  const seen = new Map<string, number>();
  return report.findings.map((finding) => {
    const { rule, severity, message, fix } = finding;
    const ruleIndex = rules.get(rule);
    return {
      ruleId: rule,
      ...(ruleIndex !== undefined && { ruleIndex }),
      level: LEVEL[severity],
      message: { text: message },
      locations: [
        { physicalLocation: { artifactLocation: location, ...(finding.at && { region: regionOf(finding, finding.at, report.text) }) } },
      ],
      partialFingerprints: { "stagewrightFinding/v1": fingerprint(finding, report.shown, seen) },
      ...(fix && { fixes: [fixOf(fix, location)] }),
    };
  });
}

function regionOf({ length }: PlacedFinding, at: NonNullable<PlacedFinding["at"]>, text: string): object {
  const quoted = text.slice(at.offset, at.offset + length);
  const lastFeed = quoted.lastIndexOf("\n");
  const endLine = at.line + quoted.split("\n").length - 1;
  const endColumn = lastFeed === -1 ? at.column + quoted.length : quoted.length - lastFeed;
  return { startLine: at.line, startColumn: at.column, endLine, endColumn, charOffset: at.offset, charLength: quoted.length };
}

function fixOf({ from, to, insert }: TextEdit, artifactLocation: object): object {
  const deletedRegion = { charOffset: from, charLength: to - from };
  return {
    description: { text: insert === "" ? "take it out" : `put in ${JSON.stringify(insert)}` },
    artifactChanges: [{ artifactLocation, replacements: [{ deletedRegion, insertedContent: { text: insert } }] }],
  };
}

const LONGEST_LINE = 1_000;

/** The same as long as the rule finds the same line, wherever it moves to; lines that are alike are counted. Of a secret only its length goes in. */
function fingerprint({ rule, at }: PlacedFinding, shown: string, seen: Map<string, number>): string {
  const start = at ? at.offset - at.column + 1 : 0;
  const [first = ""] = at ? shown.slice(start, start + LONGEST_LINE).split("\n", 1) : [];
  const line = first.replace(/\s+/g, " ").trim();
  const key = `${rule}\0${line}`;
  const nth = seen.get(key) ?? 0;
  seen.set(key, nth + 1);
  return sha256(`${key}\0${nth}`).slice(0, 32);
}

function uriOf(path: string): string {
  if (path === STANDARD_INPUT) return "stdin";
  return path.startsWith("/") ? pathToFileURL(path).href : path.split("/").map(encodeURIComponent).join("/");
}
