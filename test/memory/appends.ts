/**
 * A process that remembers: `appends <folder> <name> <times>`. It says "ready", waits for a line, and says the number of
 * each event and entry once it is on the disk; for `processes.test.ts`.
 */
import { once } from "node:events";
import { openMemory } from "../../src/memory/index.js";

const [root = "", name = "", times = ""] = process.argv.slice(2);
const memory = openMemory(root, { zone: "UTC", now: () => new Date("2026-03-19T12:00:00Z") });
process.stdout.write("ready\n");
await once(process.stdin, "data");
for (let nth = 1; nth <= Number(times); nth += 1) {
  await memory.note(`${name} ${nth} ${"x".repeat(nth % 90)}.`);
  process.stdout.write(`event ${nth}\n`);
  if (nth % 5 > 0) continue;
  await memory.journal(`${name} ${nth}\n\n${"y".repeat(nth * 40)}.`);
  process.stdout.write(`entry ${nth}\n`);
  await memory.curate({ title: name, text: `${nth} are done.` });
}
process.exit();
