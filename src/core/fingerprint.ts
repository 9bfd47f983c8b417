import { z } from "zod";
import type { AnyCheck, AnyPipeline, AnyStage } from "../dsl/index.js";

/**
 * What a stage was when it ran, as four short digests, so that a changed stage can say what of it changed. The text
 * of its functions counts, what they close over cannot be seen; of a schema its JSON Schema counts, not a refinement.
 */
export interface Fingerprint {
  /** Kind, name, needs, ways back, adapters, limits and other settings. */
  readonly shape: string;
  readonly schema: string;
  readonly checks: string;
  /** The text of its functions, the prompt among them. */
  readonly code: string;
}

/** A digest of a text, as hex. Comes from outside so that the core stays without imports. */
export type Digest = (text: string) => string;

const DIGITS = 12;
const PARTS = { shape: "settings", schema: "output schema", checks: "checks", code: "functions" } as const;

export function fingerprint(stage: AnyStage, digest: Digest): Fingerprint {
  const { checks, pipeline, ...settings } = stage.settings;
  const short = (value: unknown) => digest(JSON.stringify(canonical(value, digest)) ?? "").slice(0, DIGITS);
  const { dod, ...limits } = stage.contract;
  return {
    shape: short([
      stage.kind,
      stage.name,
      Object.entries(stage.needs).map(([key, need]) => [key, need.name]),
      stage.reads.map((read) => read.name),
      Object.entries(stage.rollbacks).map(([because, { to, max }]) => [because, to, max]),
      Object.entries(stage.uses).map(([key, use]) => [key, use.adapter]),
      limits,
      settings,
      pipeline,
    ]),
    schema: short(stage.output),
    checks: short([dod, checks]),
    code: short(stage.functions),
  };
}

/** What changed between two fingerprints, in words: `output schema, functions`. */
export function changedParts(before: Fingerprint, after: Fingerprint): readonly string[] {
  return (Object.keys(PARTS) as (keyof Fingerprint)[]).filter((part) => before[part] !== after[part]).map((part) => PARTS[part]);
}

/** Any setting as plain JSON with sorted keys; functions as their text, schemas as JSON Schema. */
function canonical(value: unknown, digest: Digest): unknown {
  if (typeof value === "function") return String(value);
  if (typeof value === "string") return value.startsWith("file:") ? value.slice(value.lastIndexOf("/") + 1) : value;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof RegExp) return String(value);
  if (isSchema(value)) return jsonSchema(value);
  if (Array.isArray(value)) return value.map((item) => canonical(item, digest));
  if (isPipeline(value)) return [value.name, [value.input, ...value.stages].map((stage) => fingerprint(stage, digest))];
  if (isCheck(value)) return [value.rule, canonical(value.options, digest), String(value.run)];
  const entries = Object.entries(value).map(([key, item]) => [key, canonical(item, digest)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const schemas = new WeakMap<z.ZodType, unknown>();

function jsonSchema(schema: z.ZodType): unknown {
  if (!schemas.has(schema)) schemas.set(schema, z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }));
  return schemas.get(schema);
}

function isSchema(value: object): value is z.ZodType {
  return "_zod" in value;
}

function isPipeline(value: object): value is AnyPipeline {
  return "stages" in value && Array.isArray(value.stages) && "input" in value;
}

function isCheck(value: object): value is AnyCheck {
  return "rule" in value && "run" in value && typeof value.run === "function";
}
