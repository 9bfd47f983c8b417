import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "../config/index.js";
import { isStagewrightError, StagewrightError } from "../dsl/index.js";
import { shortPath } from "./load-pipeline.js";
import { nearest } from "./nearest.js";
import { understandTypeScript } from "./understand-typescript.js";

const NAME = "stagewright.config";
const ENDINGS = [".ts", ".mts", ".js", ".mjs", ".json"];

export interface LoadedConfig {
  readonly config: Config;
  /** The file, as it is named in messages; not there where there is none. */
  readonly file?: string;
}

/**
 * Reads the config that is named, else that of a folder. Folders above are not looked at: like the store, a config belongs to
 * the folder that a run is started in. `asOf` makes a file be read anew that was loaded before.
 *
 * @throws StagewrightError `config/missing` where the named one is not there, `config/two` where there are several,
 * `config/file` where it cannot be loaded, `config/invalid` where it is not right.
 */
export async function loadConfig(cwd: string, named?: string, { asOf }: { readonly asOf?: string } = {}): Promise<LoadedConfig> {
  const file = named === undefined ? ownFile(cwd) : namedFile(cwd, named);
  if (file === undefined) return { config: {} };
  const value = file.endsWith(".json") ? jsonIn(cwd, file) : await exportOf(cwd, file, asOf);
  // What a config is made of is loaded only where there is one: most folders have none.
  const { readConfig } = await import("../config/index.js");
  return { config: readConfig(value, file), file };
}

function ownFile(cwd: string): string | undefined {
  const [file, other] = ENDINGS.map((ending) => `${NAME}${ending}`).filter((name) => existsSync(join(cwd, name)));
  if (other === undefined) return file;
  throw new StagewrightError("config/two", `there are two configs, "${file}" and "${other}"`, { hint: "keep one of them", place: cwd });
}

function namedFile(cwd: string, named: string): string {
  const path = resolve(cwd, named);
  const found = statSync(path, { throwIfNoEntry: false });
  const missing = (message: string, what: string) =>
    new StagewrightError("config/missing", message, {
      hint: `${what.endsWith("?") ? what : `${what};`} without --config it is the "${NAME}.ts" of the folder that counts, where there is one`,
      place: path,
    });
  if (found === undefined) throw missing(`there is no config "${named}"`, nearTo(path, named));
  if (!found.isFile())
    throw missing(`the config "${named}" is a folder`, `name the file in it, for example "${join(named, `${NAME}.ts`)}"`);
  if (!ENDINGS.includes(extname(path))) {
    throw missing(`the config "${named}" is no file of a kind that can be read`, `a config ends with ${ENDINGS.join(", ")}`);
  }
  return shortPath(path, cwd);
}

function nearTo(path: string, named: string): string {
  const folder = dirname(path);
  if (!existsSync(folder)) return `there is no folder "${folder}"`;
  const near = nearest(
    basename(path),
    readdirSync(folder).filter((name) => ENDINGS.includes(extname(name))),
  );
  return near === undefined ? "name a file that is there" : `did you mean "${join(dirname(named), near)}"?`;
}

function jsonIn(cwd: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(resolve(cwd, file), "utf8"));
  } catch (cause) {
    throw broken(file, cause);
  }
}

async function exportOf(cwd: string, file: string, asOf: string | undefined): Promise<unknown> {
  const exported = await imported(cwd, file, asOf);
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

async function imported(cwd: string, file: string, asOf: string | undefined): Promise<Readonly<Record<string, unknown>>> {
  try {
    if (/\.m?ts$/.test(file)) await understandTypeScript();
    const { href } = pathToFileURL(resolve(cwd, file));
    // A module is loaded once under one address: another one makes it be read anew.
    return { ...(await import(asOf === undefined ? href : `${href}?as-of=${encodeURIComponent(asOf)}`)) };
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
