import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { openComms, openContext } from "../../src/state/index.js";
import type { Disk } from "../../src/store/index.js";
import { said } from "./comms-room.js";
import { START } from "./room.js";

export type Story = (folder: string, disk: Disk) => Promise<void>;

const now = () => new Date(START);

/** What can be done again: whoever is killed in the midst of it begins anew. Each step is noted once it is on the disk. */
export const STORIES = {
  context: async (folder, disk) => {
    const context = openContext(folder, { now, disk, compactAbove: 4 });
    const task = { by: "chief", task: "post" };
    for (const [name, step] of Object.entries({
      started: () => context.startTask({ ...task, title: "Write" }),
      blocked: () => context.block({ ...task, why: "no facts" }),
      ranked: () => context.setPriorities({ ...task, priorities: ["post", "mail"] }),
    })) {
      await step();
      note(folder, name);
    }
  },
  comms: async (folder, disk) => {
    const comms = openComms(folder, { now, disk, rotateAboveBytes: 300 });
    for (const ids of [["a", "b"], ["c"], ["d", "e", "f"]]) {
      await comms.record(ids.map((id) => said(id)));
      for (const id of ids) note(folder, id);
    }
    await comms.rotate();
  },
} satisfies Readonly<Record<string, Story>>;

function note(folder: string, step: string): void {
  appendFileSync(join(folder, "noted.txt"), `${step}\n`);
}
