import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { Context, contextFromLog, openComms, openContext } from "../../src/state/index.js";
import { emptyFolder } from "../store/files/folder.js";
import { idsOf } from "./comms-room.js";
import { compiled, signalOf } from "./compiled.js";
import { START, unsynced } from "./room.js";
import { STORIES } from "./story.js";

let victim: Awaited<ReturnType<typeof compiled>>;
before(async () => {
  victim = await compiled("victim");
});

const now = () => new Date(START);
const textAt = (folder: string, name: string) => readFileSync(join(folder, "state", name), "utf8");

/** What was noted as done. */
function notedIn(folder: string): readonly string[] {
  const path = join(folder, "noted.txt");
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
}

/** Kills one process after another, each a change of the disk further on, until one comes to its end; gives how many died. */
async function killEverywhere(
  story: keyof typeof STORIES,
  at: "step" | "write",
  { prepare = async () => {}, check }: { prepare?: (folder: string) => Promise<void>; check: (folder: string) => Promise<void> },
): Promise<number> {
  let number = 0;
  let isThrough = false;
  const next = async () => {
    while (!isThrough) {
      number += 1;
      const folder = emptyFolder();
      await prepare(folder);
      isThrough = (await signalOf(victim(folder, story, at, String(number)))) === null || isThrough;
      await check(folder);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  return number;
}

/** Two operations, and then a person's edit that nobody has taken in. */
async function edited(folder: string): Promise<void> {
  const context = openContext(folder, { now, disk: unsynced });
  await context.startTask({ by: "ana", task: "mail", title: "Read" });
  await context.setPriorities({ by: "ana", priorities: ["mail"] });
  writeFileSync(context.path, textAt(folder, "context.json").replace('"title": "Read"', '"title": "Read it"'));
}

for (const [at, least] of [
  ["step", 30],
  ["write", 7],
] as const) {
  test(`a process that is killed before any ${at} of its operations leaves a whole context with all that was done, and the next one goes on`, async () => {
    const whole = emptyFolder();
    await edited(whole);
    await STORIES.context(whole, unsynced);
    const end = JSON.parse(textAt(whole, "context.json")) as unknown;
    const kills = await killEverywhere("context", at, {
      prepare: edited,
      check: async (folder) => {
        const { context, fault } = openContext(folder, { now }).read();
        assert.equal(fault, undefined);
        Context.parse(JSON.parse(textAt(folder, "context.json")));
        const noted = notedIn(folder);
        assert.deepEqual(
          {
            edited: context.activeTasks[0]?.title,
            started: context.activeTasks.length === 2 || !noted.includes("started"),
            blocked: context.blockers.length === 1 || !noted.includes("blocked"),
            ranked: context.priorities.length === 2 || !noted.includes("ranked"),
          },
          { edited: "Read it", started: true, blocked: true, ranked: true },
        );
        await STORIES.context(folder, unsynced);
        assert.deepEqual(JSON.parse(textAt(folder, "context.json")), end);
        assert.deepEqual(contextFromLog(textAt(folder, "context.log.jsonl")), end);
      },
    });
    assert.ok(kills > least, `only ${kills} were there`);
  });

  test(`a process that is killed before any ${at} while it records and puts aside loses nothing and doubles nothing`, async () => {
    const all = ["a", "b", "c", "d", "e", "f"];
    const kills = await killEverywhere("comms", at, {
      check: async (folder) => {
        const follower = openComms(folder, { now });
        const ids = idsOf(follower.last(99));
        assert.deepEqual(ids, all.slice(0, Math.max(ids.length, notedIn(folder).length)));
        await STORIES.comms(folder, unsynced);
        assert.deepEqual(idsOf(follower.last(99)), all);
        assert.deepEqual(idsOf(openComms(folder, { now }).last(99)), all);
      },
    });
    assert.ok(kills > (at === "step" ? 20 : 3), `only ${kills} were there`);
  });
}
