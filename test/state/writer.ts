/** A process that writes to all three files of a folder in turn, and says what it has written: `writer.ts <folder> <nth> <count>`. */
import { join } from "node:path";
import { lessonFile } from "../../src/lessons/index.js";
import { openComms, openContext } from "../../src/state/index.js";
import { said } from "./comms-room.js";
import { unsynced as disk } from "./room.js";

const [folder = "", who = "", count = "0"] = process.argv.slice(2);
const now = () => new Date();
const context = openContext(folder, { now, disk });
const comms = openComms(folder, { now, disk, rotateAboveBytes: 100_000 });
const lessons = lessonFile(join(folder, "lessons"), "all", { disk });

const writes = {
  start: (id: string) => context.startTask({ by: who, task: id, title: id }),
  complete: (id: string) => context.completeTask({ by: who, task: id }),
  comms: (id: string) => comms.record([said(id, { from: who })]),
  lesson: (id: string) => lessons.append([{ at: "2026-12-03T08:00:00Z", id, severity: "info", description: `Lesson ${id}.` }]),
};
// Not all at the same file at the same time.
const orders = [
  ["start", "complete", "comms", "lesson"],
  ["comms", "start", "complete", "lesson"],
  ["lesson", "comms", "start", "complete"],
] as const;
const order = orders[Number(who.replace(/\D/g, "")) % orders.length] ?? orders[0];
for (let nth = 0; nth < Number(count); nth += 1) {
  const kind = order[nth % order.length] ?? order[0];
  const id = `${who}-${Math.floor(nth / order.length)}`;
  await writes[kind](id);
  process.stdout.write(`${kind} ${id}\n`);
}
