import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NewEvent } from "../../../src/core/index.js";
import { CHAIN_START, encodeLine } from "../../../src/store/index.js";
import { numbered } from "../../core/run-events.js";

/** The lines of a small, sound journal: a run that has begun, and a stage for each name that has begun as well. */
export function journalLines(...stages: readonly string[]): string[] {
  const start: NewEvent = {
    type: "run-started",
    format: 1,
    run: "r1",
    pipeline: "posts",
    stages,
    input: { inline: {} },
    by: "me",
    model: "embedded",
    launch: {},
  };
  let chain = CHAIN_START;
  return numbered([start, ...stages.map((stage): NewEvent => ({ type: "stage-started", stage, version: 1, attempt: 1 }))]).map((event) => {
    const encoded = encodeLine(event, chain);
    chain = encoded.chain;
    return encoded.line;
  });
}

/** Puts a journal of run "r1" below `root` and gives its path. */
export function putJournal(root: string, text: string | Uint8Array): string {
  mkdirSync(join(root, "r1"), { recursive: true });
  const path = join(root, "r1", "journal.jsonl");
  writeFileSync(path, text);
  return path;
}
