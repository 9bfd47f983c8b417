import { type JournalEntry, PRIORITIES } from "./system.js";
import { message } from "./wanted.js";

/**
 * Reads `journalctl -o json`: an object a line. A field that is not UTF-8 is an array of its bytes, one that stands
 * there several times an array of its values, one that is too long null. What is no object (a line cut short) is passed over.
 */
export function parseJournal(output: string): JournalEntry[] {
  return output.split("\n").flatMap((line) => {
    const fields = objectOf(line);
    const microseconds = Number(fields === undefined ? Number.NaN : textOf(fields.__REALTIME_TIMESTAMP));
    if (fields === undefined || !Number.isSafeInteger(microseconds)) return [];
    const pid = Number(textOf(fields._PID) ?? textOf(fields.SYSLOG_PID) ?? Number.NaN);
    const { text, isCut } = message(textOf(fields.MESSAGE) ?? "");
    return [
      {
        at: new Date(microseconds / 1_000).toISOString(),
        priority: PRIORITIES[Number(textOf(fields.PRIORITY) ?? Number.NaN)] ?? null,
        unit: textOf(fields._SYSTEMD_UNIT) ?? textOf(fields.UNIT) ?? null,
        identifier: textOf(fields.SYSLOG_IDENTIFIER) ?? textOf(fields._COMM) ?? null,
        pid: Number.isSafeInteger(pid) ? pid : null,
        message: text,
        isCut: isCut || fields.MESSAGE === null,
      },
    ];
  });
}

function objectOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function textOf(field: unknown): string | undefined {
  if (typeof field === "string") return field;
  if (!Array.isArray(field)) return undefined;
  if (field.every((byte) => typeof byte === "number")) return Buffer.from(field).toString("utf8");
  return textOf(field[0]);
}
