/** `poller.ts <folder> <address> <last>`: fetches again and again, until the message `last` is there, and prints what it has then. */
import { telegram } from "../../../adapters/chat/index.js";
import { hear, textsOf } from "./ask.js";
import { ANA } from "./fake-telegram.js";

const [cwd = "", apiRoot = "", last = ""] = process.argv.slice(2);
const bot = telegram({ cwd, chats: [ANA], apiRoot });
for (;;) {
  const texts = textsOf(await hear(bot));
  if (!texts.includes(last)) continue;
  process.stdout.write(JSON.stringify(texts));
  break;
}
