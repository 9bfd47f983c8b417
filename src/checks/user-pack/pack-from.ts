import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { StagewrightError } from "../../dsl/index.js";
import type { Pack } from "../pack.js";
import { placesOf } from "../text/places.js";
import type { PackData } from "./pack-data.js";
import type { PackFault } from "./pack-fault.js";
import { type PackText, packText } from "./pack-text.js";
import { readPack } from "./ready-pack.js";

const HINT = "docs/checks/your-own-rules.md shows the form of a pack";
/** Who corrects ten faults sees which are left. */
const FAULTS_AT_MOST = 10;

/**
 * A pack from its data. Throws `check/pack`, which names all that is wrong and where.
 *
 * @example
 * packOf({ name: "house", rules: [{ id: "no-utilise", why: "It says no more than use.", instead: "use", phrases: ["utili(s|z)e"] }] })
 */
export function packOf(data: PackData): Pack {
  const read = readPack(data);
  if ("pack" in read) return read.pack;
  throw packError(read.faults.map(({ path, message }) => ({ place: pathText(path), message })));
}

/**
 * A pack from a file of YAML or JSON, read at once, so that a pipeline can use its checks. Throws `check/pack`, which names all that is wrong with
 * it by line and column, and `check/package` where a file of YAML is read without the package `yaml`.
 *
 * @example
 * packFrom(new URL("./house.checks.yaml", import.meta.url)).checks()
 */
export function packFrom(file: string | URL, { shownAs }: { readonly shownAs?: string } = {}): Pack {
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const name = shownAs ?? (file instanceof URL ? basename(path) : file);
  let source: string;
  try {
    source = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/, .*/, "") : String(cause);
    throw new StagewrightError("check/pack", `the pack "${name}" cannot be read: ${why}`, {
      hint: "name a file of YAML or JSON",
      place: name,
      cause,
    });
  }
  const text: PackText = packText(source, name);
  const read = "faults" in text ? text : readPack(text.data);
  if ("pack" in read) return read.pack;
  const placeAt = placesOf(source);
  const placed = read.faults.map((fault) => ({ ...placeAt(text.offsetOf(fault)), message: fault.message }));
  const inOrder = placed.sort((one, other) => one.offset - other.offset);
  throw packError(inOrder.map(({ line, column, message }) => ({ place: `${name}:${line}:${column}`, message })));
}

function packError(faults: readonly { readonly place: string; readonly message: string }[]): StagewrightError {
  const lines = faults.slice(0, FAULTS_AT_MOST).map(({ place, message }) => (place === "" ? message : `${place}: ${message}`));
  if (faults.length > FAULTS_AT_MOST) lines.push(`and ${faults.length - FAULTS_AT_MOST} more`);
  const place = faults[0]?.place;
  return new StagewrightError("check/pack", lines.join("\n"), { hint: HINT, ...(place !== undefined && place !== "" && { place }) });
}

/** `rules[2].pattern`, as a person who wrote the data in TypeScript finds it. */
function pathText(path: PackFault["path"]): string {
  return path.map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`)).join("");
}
