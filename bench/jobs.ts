import { Jobs, jobClock, jobStore, listJobs } from "../src/triggers/index.js";
import { inFolder, type Measure, median, msOf } from "./measure.js";

const FEW = 500;
const MANY = 1_000;
const TIMES = 3;
const HOURS = 3;
const START = Date.parse("2026-12-01T00:30:00Z");
const HOUR_MS = 3_600_000;
const ZONES = ["Europe/Bucharest", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"];
const PATTERNS = ["0 * * * *", "*/30 * * * *", "15 * * * *", "0 4 * * *", "30 8 * * 1-5"];

/** What a thousand jobs cost against five hundred: three hours of their clock, with every due time fired and noted on the disk. */
export const jobs: Measure = async () => {
  const few: Cost[] = [];
  const many: Cost[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    few.push(await costOf(FEW));
    many.push(await costOf(MANY));
  }
  const ratio = (of: (cost: Cost) => number) => median(many.map((cost, nth) => of(cost) / of(few[nth] ?? cost)));
  const ms = (costs: readonly Cost[], of: (cost: Cost) => number) => `${median(costs.map(of)).toFixed(0)} ms`;
  const fired = many[0]?.fired ?? 0;
  return [
    {
      what: "three hours of 1,000 jobs against 500, time",
      ratio: ratio(({ runMs }) => runMs),
      most: 2.3,
      detail: `${ms(many, ({ runMs }) => runMs)}, ${ms(few, ({ runMs }) => runMs)}; ${fired} due times were fired`,
    },
    {
      what: "start and list of 1,000 jobs against 500, time",
      ratio: ratio(({ startMs }) => startMs),
      most: 2.3,
      detail: `${ms(many, ({ startMs }) => startMs)}, ${ms(few, ({ startMs }) => startMs)}`,
    },
  ];
};

interface Cost {
  readonly startMs: number;
  readonly runMs: number;
  readonly fired: number;
}

function costOf(count: number): Promise<Cost> {
  return inFolder(async (root) => {
    let now = START;
    let fired = 0;
    let timer: { readonly at: number; readonly then: () => void } | undefined;
    const definitions = Jobs.parse(
      Object.fromEntries(
        Array.from({ length: count }, (_, nth) => [
          `job-${nth}`,
          { cron: PATTERNS[nth % PATTERNS.length], zone: ZONES[Math.floor(nth / PATTERNS.length) % ZONES.length], pipeline: "publisher" },
        ]),
      ),
    );
    const store = jobStore(root);
    const clock = jobClock({
      jobs: definitions,
      store,
      now: () => new Date(now),
      setTimer: (ms, then) => {
        timer = { at: now + ms, then };
        return { stop: () => {} };
      },
      fire: async ({ began, key }) => {
        fired += 1;
        await began(key);
        return { outcome: "done" };
      },
    });
    const startMs = await msOf(async () => {
      await clock.start();
      await clock.idle();
      listJobs(definitions, store.read(), new Date(now));
    });
    const runMs = await msOf(async () => {
      while (timer !== undefined && timer.at <= START + HOURS * HOUR_MS) {
        const { at, then } = timer;
        timer = undefined;
        now = at;
        then();
        await clock.idle();
      }
    });
    await clock.stop();
    return { startMs, runMs, fired };
  });
}
