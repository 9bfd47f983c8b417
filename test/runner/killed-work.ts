/** A run of one `work` stage that kills its own process in the middle of the second tool. Its folder is the first argument. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { input, pipeline, work } from "../../src/dsl/index.js";
import { startRun } from "../../src/runner/index.js";
import { fileStore } from "../../src/store/index.js";
import { tool } from "../../src/tools/index.js";
import { fakeModel } from "./rig.js";

export function killedWork(folder: string, during: () => string) {
  const logged = (line: string, result: string) => {
    appendFileSync(join(folder, "log.txt"), `${line}\n`);
    return result;
  };
  const takes = z.object({});
  const pay = tool({ name: "pay", description: "Pays.", kind: "write", takes, run: () => logged("pay", "paid") });
  const send = tool({
    name: "send",
    description: "Sends.",
    kind: "write",
    takes,
    run: () => {
      logged("send", "sent");
      return during();
    },
  });
  const settle = work("settle", { tools: [pay, send], prompt: () => "Settle it.", output: z.string() });
  return pipeline("bill", { input: input(z.object({})), stages: [settle] });
}

const [, , folder] = process.argv;
if (folder !== undefined && process.argv[1] === import.meta.filename) {
  const asks = (name: string) => ({ calls: [{ id: name, name, arguments: {} }] });
  const { implementation } = fakeModel(asks("pay"), asks("send"));
  const die = () => {
    process.kill(process.pid, "SIGKILL");
    return "";
  };
  await startRun(killedWork(folder, die), { store: fileStore(folder), adapters: [implementation], model: "fake", run: "r", input: {} });
}
