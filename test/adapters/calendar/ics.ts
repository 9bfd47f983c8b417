import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** A calendar's file, the lines of each VEVENT given. */
export function icsText(...events: readonly (readonly string[])[]): string {
  const lines = events.flatMap((event) => ["BEGIN:VEVENT", ...event, "END:VEVENT"]);
  return `${["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", ...lines, "END:VCALENDAR"].join("\r\n")}\r\n`;
}

/** A folder whose calendar holds these files. */
export function folderOf(t: TestContext, files: Readonly<Record<string, string>>): string {
  const cwd = mkdtempSync(join(tmpdir(), "calendar-"));
  t.after(() => rmSync(cwd, { recursive: true }));
  mkdirSync(join(cwd, "calendar"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, "calendar", name), text);
  return cwd;
}
