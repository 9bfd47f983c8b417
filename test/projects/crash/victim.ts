/** A process that carries the project on until it is made to die: `victim.ts <folder> step|write <n>`. */
import { join } from "node:path";
import { fileStore } from "../../../src/store/index.js";
import { deadlyDisk } from "../../crash/deadly-disk.js";
import { carryOn } from "./story.js";

const [folder = "", at = "", number = ""] = process.argv.slice(2);
const deadly = deadlyDisk({ at: at === "step" ? "step" : "write", number: Number(number) });
const status = await carryOn(fileStore(join(folder, "runs"), deadly.disk), join(folder, "work"), join(folder, "wrote.txt"), deadly.step);
process.stdout.write(status);
