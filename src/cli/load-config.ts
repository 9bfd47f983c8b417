import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Config, readConfig } from "../config/index.js";
import { isStagewrightError, StagewrightError } from "../dsl/index.js";
import { understandTypeScript } from "./understand-typescript.js";

const NAME = "stagewright.config";
const ENDINGS = [".ts", ".mts", ".js", ".mjs", ".json"];

export interface LoadedConfig {
  readonly config: Config;
  /** The file's name; not there where there is none. */
  readonly file?: string;
}

/**
 * Reads the config of a folder. Folders above are not looked at: like the store, a config belongs to the folder that a
 * run is started in.
 *
 * @throws StagewrightError `config/two` where there are several, `config/file` where it cannot be loaded,
 * `config/invalid` where it is not right.
 */
export async function loadConfig(cwd: string): Promise<LoadedConfig> {
  const [file, other] = ENDINGS.map((ending) => `${NAME}${ending}`).filter((name) => existsSync(join(cwd, name)));
  if (file === undefined) return { config: {} };
  if (other !== undefined) {
    throw new StagewrightError("config/two", `there are two configs, "${file}" and "${other}"`, { hint: "keep one of them", place: cwd });
  }
  const value = file.endsWith(".json") ? jsonIn(cwd, file) : await exportOf(cwd, file);
  return { config: readConfig(value, file), file };
}

function jsonIn(cwd: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(join(cwd, file), "utf8"));
  } catch (cause) {
    throw broken(file, cause);
  }
}

async function exportOf(cwd: string, file: string): Promise<unknown> {
  const exported = await imported(cwd, file);
  // A folder whose package.json does not say "type": "module" wraps a file's exports once more.
  const value = isWrapped(exported.default) ? exported.default.default : exported.default;
  if (value !== undefined) return value;
  const names = Object.keys(exported);
  throw new StagewrightError("config/file", `"${file}" has no default export`, {
    hint:
      names.length > 0 ? `it exports "${names[0]}": write \`export default ${names[0]}\`` : "write `export default defineConfig({ … })`",
    place: file,
  });
}

async function imported(cwd: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    if (/\.m?ts$/.test(file)) await understandTypeScript();
    return { ...(await import(pathToFileURL(join(cwd, file)).href)) };
  } catch (cause) {
    throw isStagewrightError(cause) ? cause : broken(file, cause);
  }
}

function isWrapped(value: unknown): value is { readonly default: unknown } {
  return typeof value === "object" && value !== null && "default" in value;
}

function broken(file: string, cause: unknown): StagewrightError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new StagewrightError("config/file", `"${file}" cannot be loaded: ${message}`, {
    hint: "--verbose shows where it happened",
    place: file,
    cause,
  });
}
