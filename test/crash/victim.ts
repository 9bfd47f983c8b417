/**
 * A process that carries the story on until it is told, or made, to stop:
 * `victim.ts <folder> step|write <n>` dies there; `victim.ts <folder> <signal> <n>` gets that signal at the n-th event.
 * Says at the end how the run stands and how many steps it took.
 */
import { fileStore } from "../../src/store/index.js";
import { deadlyDisk, unsynced } from "./deadly-disk.js";
import { placesIn } from "./places.js";
import { carryOn, outsideAt } from "./story.js";

const [folder = "", at = "", number = ""] = process.argv.slice(2);
const { runs, outside } = placesIn(folder);

if (at === "step" || at === "write") {
  const deadly = deadlyDisk({ at, number: Number(number) });
  const { status } = await carryOn(fileStore(runs, deadly.disk), { adapters: outsideAt(outside, deadly.step) });
  process.stdout.write(`${status} ${deadly.steps}`);
} else {
  const stop = new AbortController();
  let events = 0;
  process.on(at, () => stop.abort(new Error(at)));
  const { status } = await carryOn(fileStore(runs, unsynced), {
    adapters: outsideAt(outside),
    signal: stop.signal,
    onEvent: () => {
      events += 1;
      if (events === Number(number)) process.kill(process.pid, at);
    },
  });
  process.stdout.write(`${status} ${events}`);
}
