import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { StagewrightError } from "../dsl/index.js";
import { isCredentialName } from "./credential-name.js";

/** What others than the owner may do with a file. */
const OTHERS = 0o077;

/**
 * The names and values of a credentials file; undefined where there is no such file.
 *
 * Throws `credentials/open-to-others`, `credentials/file`, `credentials/line`.
 */
export function readCredentialsFile(path: string): ReadonlyMap<string, string> | undefined {
  const text = textOf(path);
  return text === undefined ? undefined : parseCredentials(text, path);
}

function textOf(path: string): string | undefined {
  let file: number | undefined;
  try {
    // Looked at and read through one handle, so that nobody can put another file between the two.
    file = openSync(path, "r");
    const found = fstatSync(file);
    if (!found.isFile()) throw unreadable(path, "it is no file");
    // Windows has no such modes: there it is up to the folder.
    if (process.platform !== "win32" && (found.mode & OTHERS) !== 0) throw openToOthers(path, found.mode);
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof StagewrightError) throw error;
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw unreadable(path, typeof code === "string" ? code : "it cannot be opened");
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** `NAME=value`, a line for each; empty lines and lines that begin with # say nothing. No message repeats any of a line. */
function parseCredentials(text: string, path: string): ReadonlyMap<string, string> {
  const found = new Map<string, { readonly line: number; readonly value: string }>();
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  for (const [index, written] of lines.entries()) {
    const line = index + 1;
    if (/^\s*(#|$)/.test(written)) continue;
    const [, name = "", given = ""] = /^\s*(?:export\s+)?([^\s=]+)\s*=\s*(.*?)\s*$/.exec(written) ?? [];
    const value = unquoted(given);
    if (!isCredentialName(name) || value === undefined) throw badLine(path, line, "is not NAME=value");
    const before = found.get(name);
    if (before !== undefined) throw badLine(path, line, `has the same name as line ${before.line}`);
    found.set(name, { line, value });
  }
  return new Map([...found].map(([name, { value }]) => [name, value]));
}

/** Without the quotes around it; undefined where these do not close. Within, all is taken as it is. */
function unquoted(value: string): string | undefined {
  const [quote] = value;
  if (quote !== '"' && quote !== "'") return value;
  return value.length > 1 && value.endsWith(quote) ? value.slice(1, -1) : undefined;
}

function badLine(path: string, line: number, what: string): StagewrightError {
  return new StagewrightError("credentials/line", `line ${line} of the credentials file "${path}" ${what}`, {
    hint: "write a line for each as NAME=value, the name in capitals, with quotes around the value or without",
    place: `${path}:${line}`,
  });
}

function openToOthers(path: string, mode: number): StagewrightError {
  const shown = (mode & 0o777).toString(8).padStart(3, "0");
  return new StagewrightError(
    "credentials/open-to-others",
    `the credentials file "${path}" is open to others: its mode is ${shown}, not 600`,
    {
      hint: `chmod 600 ${/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`,
      place: path,
    },
  );
}

function unreadable(path: string, because: string): StagewrightError {
  return new StagewrightError("credentials/file", `the credentials file "${path}" cannot be read: ${because}`, {
    hint: "make it a file that you may read, and nobody else",
    place: path,
  });
}
