import type { z } from "zod";
import { type Ended, type LaneItem, LaneSettings, laneRunner, openLanes, type Starting } from "../../src/lanes/index.js";
import { thisProcess } from "../../src/store/index.js";
import { emptyFolder } from "../store/files/folder.js";

const START = Date.parse("2026-03-19T12:00:00Z");

/** Lanes whose items end when the test says so. */
export function lanesRoom(given: z.input<typeof LaneSettings> = {}, folder = emptyFolder()) {
  let time = START;
  let settings = LaneSettings.parse(given);
  const now = () => new Date(time);
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  const lanes = openLanes(folder, { settings: () => settings, now, pause });
  const running = new Map<string, { item: LaneItem; starting: Starting; end: (ended: Ended) => void }>();
  const started: string[] = [];
  const ended: string[] = [];
  const open = (isGone: (process: string) => boolean = () => false, me = thisProcess()) =>
    laneRunner({
      lanes,
      settings: () => settings,
      now,
      me,
      isGone,
      start: (item, starting) =>
        new Promise((resolve, reject) => {
          started.push(item.id);
          running.set(item.id, {
            item,
            starting,
            end: (how) => {
              running.delete(item.id);
              if (how.because === "thrown") reject(new Error("it broke"));
              else resolve(how);
            },
          });
        }),
      ended: ({ id }, { outcome, because }) => ended.push(because === undefined ? `${id} ${outcome}` : `${id} ${outcome}: ${because}`),
    });
  const runner = open();
  const settled = async () => {
    for (let time = 0; time < 40; time += 1) await pause();
  };
  return {
    folder,
    lanes,
    runner,
    open,
    started,
    ended,
    running,
    settled,
    put: (id: string, lane = "main", owner = "ana") => lanes.enqueue({ id, lane, owner, work: { id } }),
    look: async (one = runner) => {
      await one.look();
      await settled();
    },
    end: async (id: string, how: Ended = { outcome: "done" }) => {
      running.get(id)?.end(how);
      await settled();
    },
    later: (seconds: number) => {
      time += seconds * 1000;
    },
    change: (next: z.input<typeof LaneSettings>) => {
      settings = LaneSettings.parse(next);
    },
    ids: () => [...running.keys()],
  };
}
