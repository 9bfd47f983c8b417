/**
 * A process with a clock over a store, whose time its parent sets by messages. What it fires it writes into `fired.txt` beside
 * the log. A job whose name begins with `claimed` never begins its run, and one with `began` never ends it: there its parent kills it.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { Jobs, jobClock, jobStore } from "../../../src/triggers/index.js";
import { FakeTime } from "./clock-world.js";

const [root = "", jobs = "{}", start = ""] = process.argv.slice(2);
const time = new FakeTime(start);
const never = new Promise<never>(() => {});
const clock = jobClock({
  jobs: Jobs.parse(JSON.parse(jobs)),
  store: jobStore(root),
  now: time.now,
  setTimer: time.setTimer,
  fire: async ({ job, due, key, tries, began }) => {
    if (job.startsWith("claimed")) await never;
    appendFileSync(join(root, "fired.txt"), `${job} ${due.toISOString()} ${tries}\n`);
    await began(`run-${key}`);
    if (job.startsWith("began")) await never;
    return { outcome: "done" };
  },
});
const tell = (what: string) => process.send?.(what);
process.on("message", (iso: string) => {
  time.until(iso, clock.idle).then(() => tell(iso));
});
await clock.start();
tell("started");
