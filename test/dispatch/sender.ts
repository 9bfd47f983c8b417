import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DispatchRules, dispatchDue, openOutbox } from "../../src/dispatch/index.js";
import { thisProcess } from "../../src/store/index.js";

/** A process that sends what is in the outbox of a folder to a file, and is killed at a place; for `killed.test.ts`. */
const [folder = "", killAt = ""] = process.argv.slice(2);
const arrived = join(folder, "arrived.txt");
const die = (place: string) => {
  if (killAt === place) process.kill(process.pid, "SIGKILL");
};
const rules = DispatchRules.parse({ chats: { ana: { channel: "file", chat: "1" } } });
const outbox = openOutbox(folder, { rules: () => rules, channels: () => ["file"], now: () => new Date(), newId: () => "never" });

async function main(): Promise<void> {
  await dispatchDue({
    outbox,
    rules: () => rules,
    channels: () => ({
      file: {
        send: async ({ text }, key) => {
          die("before it is sent");
          appendFileSync(arrived, `${key} ${text}\n`);
          die("before it is recorded");
          return [key];
        },
        lookup: async (key) => {
          const isThere = existsSync(arrived) && readFileSync(arrived, "utf8").includes(`${key} `);
          return isThere ? { happened: "yes", answer: [key] } : { happened: "no" };
        },
      },
    }),
    me: thisProcess(),
    now: () => new Date(),
    signal: new AbortController().signal,
    record: async ({ key }) => {
      appendFileSync(join(folder, "recorded.txt"), `${key}\n`);
      die("before it is noted as sent");
    },
    close: async ({ id }) => {
      appendFileSync(join(folder, "closed.txt"), `${id}\n`);
    },
  });
}

await main();
