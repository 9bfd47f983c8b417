/** `overnight-killed.ts <folder>`: a night of three items whose process is killed in the middle of the second. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { issuesRecording, terminalChat } from "../../adapters/index.js";
import { overnightOf } from "../../pipelines/overnight/night.js";
import { runsIn } from "../../pipelines/overnight/runs.js";
import { gather, input, pipeline } from "../../src/dsl/index.js";
import { models } from "../../src/model/index.js";
import { startRun } from "../../src/runner/index.js";
import { fileStore } from "../../src/store/index.js";

export function killedNight(cwd: string, during: (text: string) => void) {
  const request = input(z.object({ text: z.string() }));
  const step = gather("step", {
    needs: { request },
    output: z.string(),
    run: ({ request: { text } }) => {
      appendFileSync(join(cwd, "log.txt"), `${text}\n`);
      during(text);
      return text;
    },
  });
  const store = fileStore(join(cwd, "runs"));
  const issues = issuesRecording({ answers: { list: () => ({ issues: [], next: null }) } });
  const adapters = [models({ env: {} }), terminalChat({ cwd, print: () => undefined }), issues, runsIn(store)];
  return { overnight: overnightOf({ step: pipeline("step", { input: request, stages: [step] }) }), settings: { store, adapters } };
}

const [, , folder] = process.argv;
if (folder !== undefined && process.argv[1] === import.meta.filename) {
  const { overnight, settings } = killedNight(folder, (text) => {
    if (text === "two") process.kill(process.pid, "SIGKILL");
  });
  const items = ["one", "two", "three"].map((title) => ({ title, pipeline: "step", input: { text: title } }));
  await startRun(overnight, { ...settings, run: "r", input: { items } });
}
