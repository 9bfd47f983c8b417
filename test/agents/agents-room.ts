import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agentFaultText, loadAgents } from "../../src/agents/index.js";
import { MemoryRules } from "../../src/memory/index.js";
import { emptyFolder } from "../store/files/folder.js";

/** Loads agents of which each is a file in a folder of its name. */
export function loaded(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = emptyFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, "AGENT.md"), text);
  }
  return loadAgents(folder, { memory: MemoryRules, shownAs: "agents" });
}

/** The faults of one agent, as a person reads them, with the front matter's lines given. */
export function faultsOf(lines: readonly string[], body = "Do it."): readonly string[] {
  return loaded({ writer: `---\n${lines.join("\n")}\n---\n\n${body}\n` }).faults.map(agentFaultText);
}
