import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { StagewrightError } from "../../dsl/index.js";
import { ToolSpec } from "../../model/index.js";
import { understandTypeScript } from "../understand-typescript.js";

/** The tools that a module exports, one by one, in lists, or as its default; each `tool(…)` or a plain description of one. */
export async function loadTools(file: string, cwd: string): Promise<readonly ToolSpec[]> {
  const path = resolve(cwd, file);
  if (!existsSync(path))
    throw new StagewrightError("usage/tools", `there is no file "${file}"`, { hint: "--tools takes a module that exports tools" });
  let exported: Readonly<Record<string, unknown>>;
  try {
    if (/\.m?ts$/.test(path)) await understandTypeScript();
    exported = { ...(await import(pathToFileURL(path).href)) };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new StagewrightError("usage/tools", `"${file}" cannot be loaded: ${message}`, { place: file, cause });
  }
  const found = Object.values(exported).flat().flatMap(specOf);
  const specs = [...new Map(found.map((spec) => [spec.name, spec])).values()];
  if (specs.length > 0) return specs;
  throw new StagewrightError("usage/tools", `"${file}" exports no tool`, { hint: "export what `tool({ … })` gives", place: file });
}

function specOf(value: unknown): readonly ToolSpec[] {
  const spec = typeof value === "object" && value !== null && "spec" in value ? value.spec : value;
  const read = ToolSpec.safeParse(spec);
  return read.success ? [read.data] : [];
}
