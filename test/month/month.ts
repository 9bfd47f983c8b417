import { emptyFolder } from "../store/files/folder.js";
import { accounts } from "./accounts.js";
import { chance } from "./chance.js";
import { provider } from "./chat-world.js";
import { machine } from "./machine.js";
import { DAYS, START } from "./month-jobs.js";
import { monthProcess } from "./month-process.js";
import { MonthTime } from "./month-time.js";
import { simulatedRuns } from "./simulated-runs.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What people write: for rules, for a model, and what cannot be done. */
const TEXTS = [
  "/status",
  "/help",
  "/run dossier {}",
  "/run nothing {}",
  "/run publisher {",
  "/stop",
  "/lesson publisher Keep titles short.",
  "write the post, please",
  "Could somebody look into the numbers of the spring?",
  "And into those of the winter.",
  "I need something about gardens.",
] as const;

export interface Month {
  readonly folder: string;
  /** What is not as it has to be; none where all is well. */
  readonly faults: readonly string[];
  /** How much there was of everything, for whoever wonders whether anything was tried. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A month of `up` with everything that goes wrong in one, the same for the same seed. */
export async function month(seed: number, folder = emptyFolder()): Promise<Month> {
  const luck = chance(seed);
  const time = new MonthTime(START);
  const box = machine(time, luck);
  const providers = [provider("chat", true), provider("post", false)];
  const [chat] = providers;
  const runs = simulatedRuns(folder, { time, machine: box, luck });
  const troubles: string[] = [];
  const counts = { lives: 0, stops: 0, jumps: 0, written: 0 };

  const begin = async () => {
    counts.lives += 1;
    const life = box.life();
    const process = monthProcess({
      ...{ root: folder, time, life, providers, runs, luck },
      trouble: (from, error) => {
        const text = error instanceof Error ? error.message : String(error);
        // The same again and again is one fault.
        if (!text.endsWith(" is down") && !troubles.some((one) => one.endsWith(text)))
          troubles.push(`${time.now().toISOString()} ${from}: ${text}`);
      },
    });
    process.start().catch((error: unknown) => {
      if (!life.isDead) troubles.push(`${time.now().toISOString()} start: ${String(error)}`);
    });
    await box.settled();
    return { life, process };
  };
  const write = () => {
    counts.written += 1;
    const id = String(counts.written);
    const from = luck.oneOf(["ana", "bo"]);
    const at = time.now().toISOString();
    chat?.written.push({ id, chat: from, from: { id: from, name: from }, text: luck.oneOf(TEXTS), at });
  };

  let up = await begin();
  const troubled = Date.parse(START) + (DAYS - 1) * DAY;
  while (time.ms < troubled) {
    if (luck.is(0.07)) for (let left = luck.is(0.2) ? 7 : 1; left > 0; left -= 1) write();
    if (luck.is(runs.isModelDown ? 0.3 : 0.02)) runs.isModelDown = !runs.isModelDown;
    for (const there of providers) if (luck.is(there.isDown ? 0.4 : 0.03)) there.isDown = !there.isDown;
    if (luck.is(0.03)) {
      counts.jumps += 1;
      time.jump(luck.is(0.6) ? luck.between(5, 540) * MINUTE : -luck.between(5, 180) * MINUTE);
    }
    if (luck.is(0.03)) up.life.dieAtWrite(luck.between(1, 200));
    if (luck.is(0.005)) up.life.kill();
    if (luck.is(0.01) && !up.life.isDead) {
      counts.stops += 1;
      up.process.stop().catch(() => {});
      await box.settled();
      up.life.kill();
    }
    await time.pass(luck.between(20, 100) * MINUTE, box.settled);
    if (!up.life.isDead) continue;
    // Nobody is there for a while.
    if (luck.is(0.7)) time.jump(luck.between(1, 600) * MINUTE);
    if (luck.is(0.3)) write();
    up = await begin();
  }
  runs.isModelDown = false;
  for (const there of providers) there.isDown = false;
  up.life.dieAtWrite(Number.POSITIVE_INFINITY);
  await time.pass(DAY, box.settled);
  const quietAt = time.ms;
  up.process.quiet();
  await time.pass(2 * DAY, box.settled);
  up.life.kill();
  const { faults, counts: counted } = accounts(folder, { providers, runs, quietAt });
  return { folder, faults: [...troubles, ...faults], counts: { ...counts, ...counted } };
}
