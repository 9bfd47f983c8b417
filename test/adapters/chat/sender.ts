/** `sender.ts <folder> <address>`: sends a message; whoever started it kills it while Telegram is at it. */
import { telegram } from "../../../adapters/chat/index.js";
import { send } from "./ask.js";
import { ANA } from "./fake-telegram.js";

const [cwd = "", apiRoot = ""] = process.argv.slice(2);
await send(telegram({ cwd, chats: [ANA], apiRoot }), { chat: ANA, text: "Hello" });
