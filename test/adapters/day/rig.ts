import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { z } from "zod";
import { type DayFolderOptions, day, dayFolder } from "../../../adapters/day/index.js";

const FIXTURES = join(import.meta.dirname, "../../../fixtures/day");
export const ZONE = "Europe/Bucharest";

/** A folder of its own, with the fixtures of a day in it. */
export function dayRoom(t: TestContext, options: Partial<DayFolderOptions> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), "day-"));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  const root = join(cwd, ".stagewright");
  cpSync(join(FIXTURES, "state"), join(root, "state"), { recursive: true });
  cpSync(join(FIXTURES, "memory"), join(root, "memory"), { recursive: true });
  const now = () => new Date("2026-03-19T12:00:00.000Z");
  const open = (more: Partial<DayFolderOptions> = {}) =>
    dayFolder({ cwd, now, shippedLessons: [], freeBytes: async () => 5e9, ...options, ...more });
  return { cwd, root, open, ask: asking(open, t.signal) };
}

type Calls = (typeof day)["calls"];

/** Asks through the schemas, as a run does; each call through an implementation that was opened anew. */
function asking(open: () => ReturnType<typeof dayFolder>, signal: AbortSignal) {
  return async <K extends keyof Calls>(name: K, request: z.input<Calls[K]["takes"]>, key = ""): Promise<z.output<Calls[K]["gives"]>> => {
    const call: Calls[K] = day.calls[name];
    const answer = await open().calls[name]?.perform(call.takes.parse(request), { key, signal });
    return call.gives.parse(answer) as z.output<Calls[K]["gives"]>;
  };
}
