import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { LaneSettings, laneRunner, openLanes } from "../../src/lanes/index.js";

/** A process that runs the lanes of a folder, notes what it starts, and is killed at an item or ends when all are over; for `killed.test.ts`. */
async function main([folder = "", killAt = ""]: readonly string[]): Promise<void> {
  const settings = LaneSettings.parse({ lanes: { main: { maxConcurrent: 1 } } });
  const now = () => new Date();
  const runner = laneRunner({
    lanes: openLanes(folder, { settings: () => settings, now }),
    settings: () => settings,
    now,
    start: async ({ id }, { interrupted }) => {
      appendFileSync(join(folder, "started.txt"), `${id}${interrupted ? " again" : ""}\n`);
      if (id === killAt) process.kill(process.pid, "SIGKILL");
      return { outcome: "done" };
    },
  });
  await runner.look();
  await runner.idle();
}

await main(process.argv.slice(2));
