import { LaneSettings, laneRunner, openLanes } from "../src/lanes/index.js";
import { inFolder, inTurn, type Measure, msOf } from "./measure.js";
import { unsynced } from "./unsynced.js";

const FEW = 5_000;
const MANY = 10_000;
const OWNERS = 100;

/** What 10,000 items cost against 5,000: each is queued, has its turn and ends, with all of it noted on the disk. */
export const lanes: Measure = async () => {
  const { ratio, oursMs, theirsMs } = await inTurn(
    3,
    () => costOf(MANY),
    () => costOf(FEW),
  );
  return [
    {
      what: "10,000 items through the lanes against 5,000, time",
      ratio,
      most: 2.3,
      detail: `${(oursMs / 1_000).toFixed(1)} s, ${(theirsMs / 1_000).toFixed(1)} s`,
    },
  ];
};

function costOf(count: number): Promise<number> {
  return inFolder(async (root) => {
    const settings = LaneSettings.parse({});
    const now = () => new Date();
    const opened = openLanes(root, { settings: () => settings, now, disk: unsynced });
    const runner = laneRunner({
      lanes: opened,
      settings: () => settings,
      now,
      start: async () => ({ outcome: "done" }),
    });
    return msOf(async () => {
      for (let nth = 0; nth < count; nth += 1) {
        await opened.enqueue({ id: `item-${nth}`, lane: "main", owner: `owner-${nth % OWNERS}`, work: null });
      }
      await runner.look();
      await runner.idle();
    });
  });
}
