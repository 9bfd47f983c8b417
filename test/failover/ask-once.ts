import { coolDownFiles, failover, pause, resolved } from "../../src/failover/index.js";
import { askModels, type Catalog } from "../../src/model/index.js";

/** A process of its own that asks once and says what came of it: `ask-once.ts <folder> <model>`. */
const [folder = "", model = ""] = process.argv.slice(2);
const { env } = process;
const catalog: Catalog = { big: { model, keys: ["KEY_A", "KEY_B"] } };
const complete = failover(resolved(askModels({ env }), catalog), {
  catalog,
  env,
  coolDowns: coolDownFiles(folder),
  now: () => new Date(),
  wait: pause,
  random: () => 0,
});
const request = { model: "big", messages: [{ role: "user" as const, content: "Say hello." }] };
const { tried = [] } = await complete(request, { key: "", signal: new AbortController().signal });
process.stdout.write(JSON.stringify(tried.map(({ key, next }) => [key, next])));
