import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { RunState } from "../core/index.js";
import { type AnyImplementation, type AnyPipeline, isStagewrightError, StagewrightError } from "../dsl/index.js";
import { didYouMean } from "./nearest.js";
import { understandTypeScript } from "./understand-typescript.js";

/** The adapters that a pipeline's own module brings. */
export type OwnAdapters =
  | readonly AnyImplementation[]
  | ((options: { readonly cwd: string; readonly recording: boolean; readonly input: unknown }) => readonly AnyImplementation[]);

/** Puts the end of a run into the pipeline's own words. */
export type Report = (outcome: { readonly state: RunState; readonly outputs: Readonly<Record<string, unknown>> }) => string;

export interface LoadedPipeline {
  readonly pipeline: AnyPipeline;
  /** Where it was found: its file, or the name of one that comes with the package. */
  readonly found: FoundPipeline;
  readonly adapters: OwnAdapters | undefined;
  readonly report: Report | undefined;
}

export interface FoundPipeline {
  readonly file: string;
  /** Its name, where it comes with the package: the file is elsewhere after the next install. */
  readonly shipped?: string;
}

const ENDINGS = [".ts", ".mts", ".js", ".mjs"];
/** Beside this package's own src/, or in dist/, where the compiler puts them. */
const SHIPPED = fileURLToPath(new URL("../../pipelines/", import.meta.url));

/**
 * Finds a pipeline by its file, or by a name: `publisher` is `pipelines/publisher.ts` below `cwd`, else the one of
 * that name that comes with the package. Throws `usage/pipeline`, which names the nearest.
 */
export function findPipeline(name: string, cwd: string): FoundPipeline {
  const isPath = /[/\\]/.test(name) || ENDINGS.includes(extname(name));
  if (isPath) {
    const file = resolve(cwd, name);
    if (existsSync(file)) return { file };
    const siblings = pipelinesIn(dirname(file)).map((one) => join(dirname(name), one));
    throw new StagewrightError("usage/pipeline", `there is no file "${name}"`, {
      hint: didYouMean(name, [...siblings, ...pipelineNames(cwd)], `there are no pipelines in "${dirname(file)}"`),
    });
  }
  const local = fileOf(join(cwd, "pipelines"), name);
  if (local !== undefined) return { file: local };
  const shipped = fileOf(SHIPPED, name);
  if (shipped !== undefined) return { file: shipped, shipped: name };
  throw new StagewrightError("usage/pipeline", `there is no pipeline "${name}"`, {
    hint: didYouMean(name, pipelineNames(cwd), `\`stagewright new ${/^[a-z][a-z0-9-]*$/.test(name) ? name : "<name>"}\` writes one`),
  });
}

/** The names that `findPipeline` knows. */
export function pipelineNames(cwd: string): readonly string[] {
  const files = [...pipelinesIn(join(cwd, "pipelines")), ...pipelinesIn(SHIPPED)];
  return [...new Set(files.map((file) => basename(file, extname(file))))].sort();
}

function fileOf(folder: string, name: string): string | undefined {
  return ENDINGS.map((ending) => join(folder, `${name}${ending}`)).find((file) => existsSync(file));
}

function pipelinesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((file) => ENDINGS.includes(extname(file)) && !/\.(d|test)\.m?ts$/.test(file) && !/^index\./.test(file));
}

/** A path as a person would write it: relative where the file lies below `cwd`. */
export function shortPath(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path.startsWith("..") || isAbsolute(path) ? file : path.split(sep).join("/");
}

/** Imports a pipeline's module. Throws `usage/pipeline-file` where it cannot be loaded or holds no pipeline. */
export async function loadPipeline(found: FoundPipeline, cwd: string): Promise<LoadedPipeline> {
  const place = shortPath(found.file, cwd);
  const exported = await importModule(found.file, place);
  const { default: pipeline, adapters, report } = exported;
  if (!isPipeline(pipeline)) {
    const names = Object.keys(exported).filter((name) => name !== "default" && isPipeline(exported[name]));
    throw new StagewrightError("usage/pipeline-file", `"${place}" has no pipeline as its default export`, {
      hint: names.length > 0 ? `it exports "${names[0]}": write \`export default ${names[0]}\`` : "write `export default pipeline(…)`",
      place,
    });
  }
  if (adapters !== undefined && !Array.isArray(adapters) && typeof adapters !== "function") {
    throw new StagewrightError("usage/pipeline-file", `"${place}" exports \`adapters\` that are neither a list nor a function`, {
      hint: "export a list of implementations, or a function ({ cwd, recording, input }) that gives one",
      place,
    });
  }
  if (report !== undefined && typeof report !== "function") {
    throw new StagewrightError("usage/pipeline-file", `"${place}" exports a \`report\` that is no function`, {
      hint: "export a function ({ state, outputs }) that gives a text",
      place,
    });
  }
  // What a file exports is known only by its documented form; the calls of each adapter are checked when they are made.
  return { pipeline, found, adapters: adapters as OwnAdapters | undefined, report: report as Report | undefined };
}

async function importModule(file: string, place: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    if (/\.m?ts$/.test(file)) await understandTypeScript();
    const module: unknown = await import(pathToFileURL(file).href);
    const exported = { ...(module as object) } as Record<string, unknown>;
    // A folder whose package.json does not say "type": "module" wraps a file's exports once more.
    const inner = exported.default;
    return typeof inner === "object" && inner !== null && !isPipeline(inner) && "default" in inner ? { ...inner } : exported;
  } catch (cause) {
    if (isStagewrightError(cause)) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new StagewrightError("usage/pipeline-file", `"${place}" cannot be loaded: ${message}`, {
      hint: "--verbose shows where it happened",
      place,
      cause,
    });
  }
}

export function isPipeline(value: unknown): value is AnyPipeline {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "stages" in value &&
    Array.isArray(value.stages) &&
    "input" in value &&
    typeof value.input === "object"
  );
}
