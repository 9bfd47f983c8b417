import { dirname, join } from "node:path";
import { icsFolder, localMailbox } from "../adapters/index.js";
import triage from "../pipelines/email-triage.js";
import { models } from "../src/model/index.js";
import { fileSources, openQuestions, startRun } from "../src/runner/index.js";
import { fileStore } from "../src/store/index.js";
import { unsynced } from "./unsynced.js";

/** Sorts one mailbox and says what that took: for `triage.ts`, which wants a process for each. */
async function main([root = "", mailbox = ""]: readonly string[]): Promise<void> {
  const cwd = dirname(root);
  const store = fileStore(root, unsynced);
  const adapters = [localMailbox({ cwd }), icsFolder({ cwd: root }), models({ env: {} })];
  const begun = performance.now();
  const sources = fileSources(join(import.meta.dirname, ".."));
  await startRun(triage, { store, adapters, sources, run: "r", input: { mailbox: [mailbox], maxMails: 5_000 } });
  const ms = performance.now() - begun;
  // In kilobytes on every system that Node runs on.
  const rssBytes = process.resourceUsage().maxRSS * 1_024;
  const asked = (await openQuestions(store, triage, "r")).length;
  console.log(JSON.stringify({ ms, rssBytes, asked }));
}

await main(process.argv.slice(2));
