import type { Severity, StagewrightError } from "../../dsl/index.js";
import type { Report } from "./check-text.js";

const COMMAND: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

/** Workflow commands, which GitHub shows beside the changed lines. */
export function formatGithub({ path, text, findings }: Report): string {
  return findings
    .map(({ rule, severity, message, at, length }) => {
      // Columns are shown only within one line.
      const isOneLine = at !== undefined && !text.slice(at.offset, at.offset + length).includes("\n");
      const place = at && { line: at.line, col: at.column, ...(isOneLine && { endColumn: at.column + length }) };
      return command(COMMAND[severity], { file: path, ...place, title: rule }, message);
    })
    .join("");
}

export function githubError(error: StagewrightError): string {
  return command("error", { title: error.code }, error.hint === undefined ? error.message : `${error.message}: ${error.hint}`);
}

function command(name: string, properties: Readonly<Record<string, string | number>>, message: string): string {
  const given = Object.entries(properties).map(([key, value]) => `${key}=${inProperty(String(value))}`);
  return `::${name} ${given.join(",")}::${inMessage(message)}\n`;
}

function inMessage(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function inProperty(text: string): string {
  return inMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
