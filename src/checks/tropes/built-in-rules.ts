import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Graph, graphOf } from "./graph.js";
import { readPhraseRules, type WholePhraseRule } from "./phrase-rules.js";

/** The rules of the files in one folder, in the order of the files, and the graph of their patterns. */
interface RuleSet {
  readonly rules: readonly WholePhraseRule[];
  /** Its owners are the rules' places in their list. */
  readonly graph: Graph;
}

/** What is written down beside the files, so that their patterns need not be read again. */
interface WrittenDown extends RuleSet {
  /** A digest of the files that it was made from. */
  readonly of: string;
}

const FOLDER = join(import.meta.dirname, "rules");
const WRITTEN_DOWN = "rules.read.json";

let builtIn: RuleSet | undefined;

/** The rules beside this file, read at first use: most commands need none. */
export function builtInRules(): RuleSet {
  builtIn ??= ruleSetOf(FOLDER, join(import.meta.dirname, WRITTEN_DOWN));
  return builtIn;
}

/**
 * The rules of a folder: what was written down of them where that was made from the very same files, or else the files themselves, which
 * takes ten times as long.
 */
export function ruleSetOf(folder: string, writtenDown: string): RuleSet {
  const files = ruleFiles(folder);
  return known(writtenDown, digestOf(files)) ?? read(files);
}

/** Writes down the rules of `folder` as the file `writtenDown`: what a build does, so that no start has to read the patterns. */
export function writeDownRules(folder: string, writtenDown: string): void {
  const files = ruleFiles(folder);
  const all: WrittenDown = { of: digestOf(files), ...read(files) };
  writeFileSync(writtenDown, JSON.stringify(all));
}

function ruleFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => join(folder, file));
}

function read(files: readonly string[]): RuleSet {
  const ready = files.flatMap(readPhraseRules);
  return { rules: ready.map(({ sequences: _, ...rule }) => rule), graph: graphOf(ready.map(({ sequences }) => sequences)) };
}

function known(file: string, digest: string): RuleSet | undefined {
  try {
    const text = readFileSync(file, "utf8");
    // The digest comes first, so that what is out of date is not read as a whole. The one cast: the file is what `writeDownRules` of this
    // very version wrote, or its digest would differ.
    if (!text.startsWith(`{"of":"${digest}"`)) return undefined;
    const { rules, graph } = JSON.parse(text) as WrittenDown;
    return { rules, graph };
  } catch {
    // Not there, or cut off while it was written: the files themselves say all that it says.
    return undefined;
  }
}

/** Of the files' names and texts, and of how a graph is written down. */
function digestOf(files: readonly string[]): string {
  const hash = createHash("sha256").update(FORM);
  for (const file of files)
    hash
      .update(file.slice(file.lastIndexOf("/") + 1))
      .update("\0")
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

/** To be changed with `Graph` and with what `readPhraseRules` makes of a file. */
const FORM = "1";
