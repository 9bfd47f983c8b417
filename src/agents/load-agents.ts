import { join } from "node:path";
import { z } from "zod";
import { type Disk, isMissing, realDisk } from "../store/index.js";
import { AGENT_NAME, type Agent, frontMatterWith } from "./agent.js";
import type { AgentFault } from "./fault.js";
import { type FrontMatter, frontMatterOf } from "./front-matter.js";
import { issueFaults } from "./issue-faults.js";

/** All that is needed of a disk: nothing here can write. */
export type ReadingDisk = Pick<Disk, "readFileSync" | "readdirSync">;

export interface LoadAgentsOptions<Rules> {
  /** What `memory` may hold: `MemoryRules`. */
  readonly memory: z.ZodType<Rules>;
  /** How the folder is called in faults. Default: as it is given. */
  readonly shownAs?: string;
  readonly disk?: ReadingDisk;
}

export interface LoadedAgents<Rules> {
  /** Those without a fault, by name. */
  readonly agents: readonly Agent<Rules>[];
  /** By file and line. */
  readonly faults: readonly AgentFault[];
  /** The names of those that have a fault. */
  readonly refused: readonly string[];
}

const FILE = "AGENT.md";

type Fault = Omit<AgentFault, "file">;

/**
 * Reads the agents of a folder: each is a folder with an `AGENT.md`. A folder that is not there has none.
 *
 * @throws StagewrightError `agents/package` where there is an agent, and the package `yaml` is not installed.
 */
export function loadAgents<Rules>(folder: string, options: LoadAgentsOptions<Rules>): LoadedAgents<Rules> {
  const { memory, shownAs = folder, disk = realDisk } = options;
  const agents: Agent<Rules>[] = [];
  const faults: AgentFault[] = [];
  const refused: string[] = [];
  for (const name of namesIn(disk, folder)) {
    const file = join(shownAs, name, FILE);
    const text = textOf(disk, join(folder, name, FILE));
    // A file beside the folders is no agent.
    if (text === undefined) continue;
    const read = typeof text === "string" ? agentOf(text, { name, file, memory }) : { faults: [text] };
    if ("agent" in read) agents.push(read.agent);
    else {
      refused.push(name);
      faults.push(...read.faults.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)).map((fault) => ({ file, ...fault })));
    }
  }
  return { agents, faults, refused };
}

interface AgentFile<Rules> {
  readonly name: string;
  readonly file: string;
  readonly memory: z.ZodType<Rules>;
}

function agentOf<Rules>(text: string, { name, file, memory }: AgentFile<Rules>): { agent: Agent<Rules> } | { faults: readonly Fault[] } {
  const matter = frontMatterOf(text, file);
  if (!("data" in matter)) return matter;
  const schema = frontMatterWith(memory);
  const { data, error } = schema.safeParse(matter.data);
  // Of what could not be read at all no key is missing.
  const isSound = matter.faults.every(({ key }) => key !== undefined);
  const known = { top: Object.keys(schema.shape), memory: memory instanceof z.ZodObject ? Object.keys(memory.shape) : [] };
  const ofKeys = isSound && error !== undefined ? issueFaults(matter, error.issues, known) : [];
  const faults = [...matter.faults, ...ofKeys, ...ownFaults(name, matter)];
  if (faults.length > 0 || data === undefined) return { faults };
  const { name: _, model, memory: rules, ...rest } = data;
  return {
    agent: {
      name,
      file,
      ...rest,
      ...(model !== undefined && { model }),
      ...(rules !== undefined && { memory: rules }),
      instruction: matter.body,
      lines: linesOf(matter, { ...rest, model }),
    },
  };
}

/** What no key can see by itself. */
function ownFaults(folder: string, { data, body, lineOf }: FrontMatter): readonly Fault[] {
  const faults: Fault[] = [];
  const name = typeof data === "object" && data !== null && "name" in data ? data.name : undefined;
  if (!AGENT_NAME.test(folder)) {
    faults.push({ line: 1, what: `"${folder}" is no name of an agent`, hint: "rename its folder: small letters, digits and dashes" });
  } else if (typeof name === "string" && name !== "" && name !== folder) {
    const what = `the name is "${name}", and the folder is "${folder}"`;
    faults.push({ line: lineOf(["name"]), key: "name", what, hint: `write \`name: ${folder}\`, or leave it out` });
  }
  if (body === "") {
    faults.push({ line: 1, what: "there is no instruction", hint: "say below the front matter what the agent does, and what it does not" });
  }
  return faults;
}

function linesOf({ lineOf }: FrontMatter, named: Readonly<Record<string, unknown>>): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const [key, value] of Object.entries(named)) {
    lines.set(key, lineOf([key]));
    if (Array.isArray(value)) for (const index of value.keys()) lines.set(`${key}[${index}]`, lineOf([key, index]));
  }
  return lines;
}

function namesIn(disk: ReadingDisk, folder: string): readonly string[] {
  try {
    return disk
      .readdirSync(folder)
      .filter((name) => !name.startsWith("."))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The text of a file, what is wrong with it, or nothing where its folder is none. */
function textOf(disk: ReadingDisk, path: string): string | Fault | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(disk.readFileSync(path));
  } catch (error) {
    if (isMissing(error)) return { what: "there is no such file", hint: "write it, or take its folder away" };
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    const why = error instanceof Error ? error.message : String(error);
    return { what: `it cannot be read (${why})`, hint: "make it a readable file of text in UTF-8" };
  }
}
