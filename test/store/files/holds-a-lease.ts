/** A process of its own that, once told to, takes the lease of a run, says so, and then waits to be ended: `holds-a-lease.ts <store> <run>`. */
import { once } from "node:events";
import { fileStore } from "../../../src/store/index.js";

const [root = "", run = ""] = process.argv.slice(2);
process.stdout.write("ready\n");
await once(process.stdin, "data");
try {
  await fileStore(root).lease(run);
  process.stdout.write("held\n");
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
}
