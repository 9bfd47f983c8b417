import type { Colours } from "../colours.js";
import type { Report } from "./check-text.js";
import { shownLine, withoutControl } from "./shown-line.js";

const COLOUR = { error: "red", warning: "yellow", info: "cyan" } as const;

/** For people and for editors that read `path:line:column`. */
export function formatText({ path, shown, findings }: Report, colours: Colours): string {
  return findings
    .map(({ rule, severity, message, at, length }) => {
      const place = withoutControl(at ? `${path}:${at.line}:${at.column}` : path);
      const head = `${colours.bold(place)} ${colours[COLOUR[severity]](severity)} ${rule} ${withoutControl(message)}\n`;
      if (!at) return head;
      const [line, carets] = shownLine(shown, at, length);
      const number = String(at.line);
      const rows = [`  ${number} | ${line}`, `  ${" ".repeat(number.length)} | ${colours[COLOUR[severity]](carets)}`];
      return `${head}${rows.map((row) => `${row.trimEnd()}\n`).join("")}`;
    })
    .join("");
}
