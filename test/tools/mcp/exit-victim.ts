import { spawn } from "node:child_process";
import { watchOver } from "../../../src/tools/mcp/children.js";

/** Starts a server that ends by no kind word, and ends itself as soon as it is told that the server runs. */
const [server = "", port = ""] = process.argv.slice(2);
const child = spawn(process.execPath, [server, "stubborn"], {
  env: { ...process.env, NOTES_WATCH: port },
  stdio: ["pipe", "ignore", "inherit"],
});
if (child.pid !== undefined) watchOver(child.pid);
process.stdin.once("data", () => process.exit(0));
