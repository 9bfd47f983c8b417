/** A process that does a story and is killed on the way: `victim.ts <folder> <story> step|write <n>`; see killed.test.ts. */
import type { Disk } from "../../src/store/index.js";
import { deadlyDisk } from "../crash/deadly-disk.js";
import { unsynced } from "./room.js";
import { STORIES } from "./story.js";

const [folder = "", story = "", at = "", number = ""] = process.argv.slice(2);
if ((story === "context" || story === "comms") && (at === "step" || at === "write")) {
  const { disk } = deadlyDisk({ at, number: Number(number) });
  const openSync: Disk["openSync"] = (path, flags, mode) => (flags === "r" ? unsynced : disk).openSync(path, flags, mode);
  // To die before a file is opened to be read is to die before the next change.
  await STORIES[story](folder, new Proxy(disk, { get: (real, name) => (name === "openSync" ? openSync : Reflect.get(real, name)) }));
}
