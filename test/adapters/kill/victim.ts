/** `victim.ts <folder> <delivery>`: makes the effect for real, and is killed before anybody can write that down. */
import { startRun } from "../../../src/runner/index.js";
import { fileStore } from "../../../src/store/index.js";
import { deliveries, pipelineOf } from "./deliveries.js";

const [folder = "", name = ""] = process.argv.slice(2);
const delivery = deliveries[name];
if (delivery === undefined) throw new Error(`no delivery "${name}"`);
const real = delivery.real(folder, process.env);
const call = real.calls[delivery.call];
if (call === undefined) throw new Error(`no call "${delivery.call}"`);
const perform: typeof call.perform = async (request, context) => {
  await call.perform(request, context);
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => undefined);
};
const deadly = { ...real, calls: { ...real.calls, [delivery.call]: { ...call, perform } } };
await startRun(pipelineOf(delivery, process.env), { input: {}, run: name, store: fileStore(`${folder}/runs`), adapters: [deadly] });
