import { isStagewrightError } from "../dsl/index.js";
import { resumeRun } from "../runner/index.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { foreground, type How } from "./foreground.js";
import { goingOn } from "./going-on.js";
import { openStore } from "./open-store.js";
import { errorJson, errorText, exitCodeOf } from "./print-error.js";
import { type WaitsForRoom, waitingForRoom } from "./room.js";
import { utcClock } from "./utc-clock.js";

interface Asked {
  readonly store: string | undefined;
  readonly config: string | undefined;
  readonly model: string | undefined;
  readonly acceptChanges: boolean;
}

/**
 * Resumes every run of a store that waited for its budget and has room now, one after the other. What one of them ends
 * with keeps none of the others from going on; the worst of it is what all end with.
 */
export async function resumeDue(asked: Asked, how: How): Promise<ExitCode> {
  const { surroundings, json } = how;
  const open = openStore(asked.store, surroundings.cwd);
  const now = (surroundings.environment?.now() ?? new Date()).toISOString();
  const waiting = await waitingForRoom(open.store);
  const isDue = ({ roomAt }: WaitsForRoom) => roomAt !== undefined && roomAt <= now;
  const later = waiting.filter((one) => !isDue(one));
  const resumed: unknown[] = [];
  const codes: ExitCode[] = [];
  for (const { run } of waiting.filter(isDue)) {
    if (codes.includes(EXIT.interrupted)) break;
    const { code, told } = await resumeOne(run, asked, how);
    codes.push(code);
    resumed.push(told);
  }
  if (json) {
    const waits = later.map(({ run, roomAt }) => ({ run, ...(roomAt !== undefined && { roomAt }) }));
    surroundings.out.write(`${JSON.stringify({ store: open.root, now, resumed, waiting: waits }, undefined, 2)}\n`);
  } else {
    if (codes.length === 0) surroundings.out.write("no run has room again in its budget\n");
    for (const { run, roomAt } of later)
      surroundings.out.write(`  ${run} waits ${roomAt === undefined ? "for a larger budget" : `until ${utcClock(roomAt)}`}\n`);
  }
  return WORST_FIRST.find((code) => codes.includes(code)) ?? EXIT.done;
}

const WORST_FIRST: readonly ExitCode[] = [EXIT.interrupted, EXIT.failed, EXIT.usage, EXIT.waits];

async function resumeOne(
  run: string,
  { acceptChanges, ...asked }: Asked,
  how: How,
): Promise<{ readonly code: ExitCode; readonly told?: unknown }> {
  // Nobody is asked: a gate that one of them comes to is left for `approve`, and the next run has its turn.
  const surroundings = { ...how.surroundings, canAsk: false };
  const told: string[] = [];
  // As JSON all of them are one value, so what each says is taken in first.
  const out = how.json ? { ...surroundings.out, write: (text: string) => void told.push(text) } : surroundings.out;
  try {
    const { rig } = await goingOn({ ...asked, run, pipeline: undefined, of: "root", surroundings });
    const code = await foreground(rig, (runner) => resumeRun(rig.loaded.pipeline, run, { ...runner, acceptChanges }), {
      ...how,
      surroundings: { ...surroundings, out },
    });
    return { code, ...(how.json && { told: JSON.parse(told.join("")) }) };
  } catch (error) {
    // Another process, woken by the same clock, was quicker.
    if (isStagewrightError(error) && (error.code === "store/leased" || error.code === "run/ended"))
      return { code: EXIT.done, told: { run, skipped: error.message } };
    if (!how.json) surroundings.err.write(`run ${run}:\n${errorText(error, how)}`);
    return { code: exitCodeOf(error), told: { run, ...JSON.parse(errorJson(error)) } };
  }
}
