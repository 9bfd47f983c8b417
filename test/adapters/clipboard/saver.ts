/** `saver.ts <folder> <name> <count>`: says that it is ready, and when it is told to saves as many items, and one under a key of all. */
import { localClipboard } from "../../../adapters/clipboard/index.js";
import { opened } from "./folder.js";

const [cwd = "", name = "", count = "0"] = process.argv.slice(2);
const { save } = opened(localClipboard({ cwd }));
process.once("message", async () => {
  const shared = await save("shared", { text: `shared, by ${name}` });
  for (let number = 0; number < Number(count); number++) await save(`${name} ${number}`, { text: `${name} ${number}` });
  process.send?.(shared);
  process.disconnect();
});
process.send?.("ready");
