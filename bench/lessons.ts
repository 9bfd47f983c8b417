import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { overlayOf, parseLessons } from "../src/lessons/index.js";
import { type Measure, median, msOf } from "./measure.js";

const FEW = 100_000;
const MANY = 1_000_000;
const NOW = new Date("2026-12-01T12:00:00Z");
const DAY_MS = 86_400_000;
const MOST_OVERLAY_MS = 50;
const OVERLAYS = 21;

const WORDS = "name count cut open close write read check quote link order number title file commit test day reader reason result".split(
  " ",
);
const SEVERITIES = ["info", "warning", "error"];
const STAGES = ["draft", "facts", "review", undefined];

/** What a million lessons cost: to load, to keep, and to choose five of. */
export const lessons: Measure = async () => {
  const few = await loaded(FEW);
  const many = await loaded(MANY);
  const factor = MANY / FEW;
  return [
    {
      what: "load of 1,000,000 lessons against 100,000, by lesson",
      ratio: many.loadMs / few.loadMs / factor,
      most: 1.3,
      detail: `${(many.loadMs / 1e3).toFixed(1)} s, ${(few.loadMs / 1e3).toFixed(2)} s`,
    },
    {
      what: "heap held by 1,000,000 lessons against 100,000, by lesson",
      ratio: many.bytes / few.bytes / factor,
      most: 1.2,
      detail: `${(many.bytes / MANY).toFixed(0)} bytes, ${(few.bytes / FEW).toFixed(0)} bytes a lesson`,
    },
    {
      what: "overlay of 1,000,000 lessons after load, against 50 ms",
      ratio: many.overlayMs / MOST_OVERLAY_MS,
      most: 1,
      detail: `${many.overlayMs.toFixed(2)} ms in the middle, ${many.slowestMs.toFixed(2)} ms the slowest of ${OVERLAYS}; of 100,000 ${few.overlayMs.toFixed(2)} ms`,
    },
    {
      what: "heap after 21 overlays of 1,000,000 lessons, against before",
      ratio: many.bytesAfter / many.bytes,
      most: 1.01,
      detail: `${(many.bytes / 1e6).toFixed(1)} MB, ${(many.bytesAfter / 1e6).toFixed(1)} MB`,
    },
  ];
};

/** Load includes the order that the first overlay makes, so that the ones that are measured only choose. */
async function loaded(count: number) {
  const text = fileOf(count);
  const before = heapInUse();
  let list: ReturnType<typeof parseLessons> | undefined;
  const loadMs = await msOf(() => {
    list = parseLessons(text);
    overlayOf(list.lessons, { now: NOW });
  });
  const bytes = heapInUse() - before;
  const times: number[] = [];
  for (let nth = 0; nth < OVERLAYS; nth += 1) {
    const asked = { now: new Date(NOW.getTime() + nth * DAY_MS), stage: "draft", pipeline: "post", task: TASKS[nth % TASKS.length] ?? "" };
    times.push(await msOf(() => overlayOf(list?.lessons ?? [], asked)));
  }
  const bytesAfter = heapInUse() - before;
  // Held until here, so that what is measured is in use.
  if (list === undefined || text.length === 0) throw new Error("nothing was loaded");
  return { loadMs, bytes, bytesAfter, overlayMs: median(times), slowestMs: Math.max(...times) };
}

/** Some speak of what lessons speak of, and one of nothing that any does: then none can be passed over early. */
const TASKS = ["write a title for the reader", "check the number of each commit", "zzz yyy xxx"];

function fileOf(count: number): string {
  const lines: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const word = (by: number) => WORDS[Math.floor(nth / by) % WORDS.length];
    const stage = STAGES[nth % STAGES.length];
    lines.push(
      JSON.stringify({
        at: new Date(NOW.getTime() - ((nth * 7_919) % 95) * DAY_MS - (nth % 86_400) * 1_000).toISOString(),
        id: `l-${nth.toString(16).padStart(12, "0")}`,
        category: "TONE",
        severity: SEVERITIES[nth % 3],
        description: `Where the ${word(1)} is a ${word(20)}, ${word(400)} the ${word(8_000)} before case ${nth}.`,
        ...(stage !== undefined && { stage }),
        run: `post-${nth}`,
      }),
    );
  }
  return lines.join("\n");
}

/** The heap, and the arrays of numbers that lie beside it. */
function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
