/** A process that takes what is sent to a hook and never comes to do it: it tells its port, and its parent kills it. */
import { Hooks, hookQueue, hookServer, hookStore } from "../../../src/triggers/index.js";

const [root = ""] = process.argv.slice(2);
const now = () => new Date();
const queue = hookQueue({
  store: hookStore(root),
  work: () => new Promise<never>(() => {}),
  now,
  setTimer: (ms, then) => {
    const timer = setTimeout(then, ms);
    return { stop: () => clearTimeout(timer) };
  },
  atOnce: 1,
});
const server = hookServer({
  hooks: Hooks.parse({ in: { path: "/in", proof: "none", pipeline: "dossier", delivery: { at: "body.id" } } }),
  queue,
  secretOf: () => undefined,
  now,
  newId: () => "unused",
  trouble: console.error,
});
await queue.start();
const { port } = await server.listen();
process.send?.(port);
