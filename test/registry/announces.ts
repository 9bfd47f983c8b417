import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openRegistry, RegistrySettings } from "../../src/registry/index.js";

/**
 * A process that goes on with the run on top of a folder's registry, settles what was left, and brings results to it by
 * writing them to a file; killed at a place. For `killed.test.ts`.
 */
async function main([folder = "", killAt = ""]: readonly string[]): Promise<void> {
  const file = (name: string) => join(folder, name);
  const die = (place: string) => {
    if (killAt === place) process.kill(process.pid, "SIGKILL");
  };
  const settings = RegistrySettings.parse({});
  const registry = openRegistry(folder, {
    settings: () => settings,
    agents: () => ["builder"],
    models: () => [],
    now: () => new Date(),
    newId: () => "never",
    tearDown: async ({ id }) => {
      die("before it is taken down");
      appendFileSync(file("torn-down.txt"), `${id}\n`);
      die("before it is noted as taken down");
    },
  });
  await registry.begin("top");
  await registry.settleOrphans();
  if (registry.get("second")?.stand.state === "queued") await registry.end("second", { how: "done" });
  await registry.announceDue({
    announce: async (_parent, { stand: { how } }, key) => {
      die("before it is told");
      appendFileSync(file("told.txt"), `${key} ${how}\n`);
      die("before it is noted as told");
    },
    wasTold: async (key) => existsSync(file("told.txt")) && readFileSync(file("told.txt"), "utf8").includes(`${key} `),
  });
}

await main(process.argv.slice(2));
