import type { SharedLog } from "../store/index.js";
import { type EndedRun, hasEnded } from "./child-run.js";
import type { RegistryLine } from "./registry-line.js";
import type { RegistryState } from "./registry-state.js";

/** What the parts of the registry have in common. */
export interface Surroundings {
  readonly log: SharedLog<RegistryLine, RegistryState>;
  readonly now: () => Date;
  /** This process, in one word. */
  readonly self: string;
  readonly isGone: (process: string) => boolean;
  readonly trouble: (text: string, fields: Readonly<Record<string, unknown>>) => void;
}

/**
 * What takes down runs that have ended and are not taken down yet, one after the other. What a process that is gone has left is
 * taken over; one that cannot be taken down stays for a later call, and holds up no other.
 */
export function tearingDown(
  { log, now, self, isGone, trouble }: Surroundings,
  tearDown: (run: EndedRun) => Promise<void>,
): (ids: Iterable<string>) => Promise<void> {
  const underWay = new Set<string>();
  const isLeftToUs = ({ stand: { tearDown } }: EndedRun) =>
    tearDown.state === "due" && (tearDown.by === undefined || tearDown.by === self || isGone(tearDown.by));
  const takeOver = (id: string) =>
    log.change((state) => {
      const run = state.runs.get(id);
      if (run === undefined || !hasEnded(run) || !isLeftToUs(run)) return { add: [], gives: undefined };
      const isOurs = run.stand.tearDown.state === "due" && run.stand.tearDown.by === self;
      return { add: isOurs ? [] : [{ type: "tearing-down", id, at: now().toISOString(), by: self }], gives: run };
    });
  return async (ids) => {
    for (const id of [...ids]) {
      if (underWay.has(id)) continue;
      underWay.add(id);
      try {
        const run = await takeOver(id);
        if (run === undefined) continue;
        await tearDown(run);
        await log.change(() => ({ add: [{ type: "torn-down", id, at: now().toISOString() }], gives: undefined }));
      } catch (error) {
        trouble(`a run that has ended was not taken down: ${textOf(error)}`, { id });
      } finally {
        underWay.delete(id);
      }
    }
  };
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
