import { pauseAfter } from "../core/index.js";
import { type ChildRun, type EndedRun, hasEnded } from "./child-run.js";
import type { RegistryLine } from "./registry-line.js";
import type { RegistrySettings } from "./registry-settings.js";
import type { RegistryState } from "./registry-state.js";
import { type Surroundings, textOf } from "./tear-down.js";

/** How a result comes to a parent. The key is the child's id: it is the same at each try. */
export interface Announcer {
  /** Brings a child's result to its parent. One that throws is tried again. */
  readonly announce: (parent: ChildRun, child: EndedRun, key: string) => Promise<void>;
  /**
   * Whether the parent has it already: asked before each try, since a process may have told it and been killed before it noted
   * that. Left out, `announce` must itself let a key pass only once.
   */
  readonly wasTold?: (key: string) => Promise<boolean>;
  /** Whether a parent can take anything now. One that cannot is passed over, and asked at the next call. Left out, it always can. */
  readonly canTake?: (parent: ChildRun) => Promise<boolean>;
}

/**
 * What brings all results that are due to their parents. A parent's results come one after the other, in the order in which
 * its children ended: one that fails is waited for, and one that is given up no longer. Parents do not wait for each other.
 *
 * That it is brought is written down before, and what came of it after.
 *
 * @returns when to be called again, in milliseconds since 1970; `undefined`: when a run has ended.
 */
export function announcing(
  { log, now, self, isGone, trouble }: Surroundings,
  settings: () => RegistrySettings,
): (announcer: Announcer) => Promise<number | undefined> {
  const underWay = new Set<string>();
  /** When the next result of a parent is due; `undefined` where there is none, or somebody brings it. */
  const dueAt = (child: EndedRun | undefined): number | undefined => {
    const announcement = child?.stand.announcement;
    if (child === undefined || announcement?.state !== "due") return undefined;
    const { begunBy, failedAt, failures } = announcement;
    if (begunBy === self ? underWay.has(child.id) : begunBy !== undefined && !isGone(begunBy)) return undefined;
    return failedAt === undefined ? 0 : Date.parse(failedAt) + pauseAfter(failures, settings().retry);
  };
  const isDue = (child: EndedRun | undefined): child is EndedRun => (dueAt(child) ?? Number.POSITIVE_INFINITY) <= now().getTime();

  const begin = async (parent: string): Promise<string | undefined> => {
    let begun: string | undefined;
    try {
      await log.change((state) => {
        const child = firstFor(state, parent);
        if (!isDue(child)) return { add: [], gives: undefined };
        begun = child.id;
        // Here, and not when it is on the disk: another call in this process may look before that.
        underWay.add(begun);
        return { add: [{ type: "announcing", id: begun, at: now().toISOString(), by: self }], gives: undefined };
      });
      return begun;
    } catch (error) {
      if (begun !== undefined) underWay.delete(begun);
      throw error;
    }
  };
  const note = (add: readonly RegistryLine[]) => log.change(() => ({ add, gives: undefined }));

  const bring = async (child: EndedRun, parent: ChildRun, { announce, wasTold }: Announcer): Promise<void> => {
    const { id, stand } = child;
    const { announcement } = stand;
    const { tries } = settings().retry;
    const at = () => now().toISOString();
    const failures = announcement.state === "due" ? announcement.failures : 0;
    const giveUp = (because: string): RegistryLine => {
      trouble(`a result was given up: ${because}`, { id, parent: parent.id });
      return { type: "given-up", id, at: at(), because };
    };
    try {
      if ((await wasTold?.(id)) !== true) {
        // The last try's process was gone before it noted anything.
        if (failures >= tries) return await note([giveUp(`${triesFailed(failures)}, at the last one the process ended`)]);
        await announce(parent, child, id);
      }
    } catch (error) {
      const why = textOf(error);
      const failed: RegistryLine = { type: "not-delivered", id, at: at(), error: why };
      trouble(`a result was not brought to its parent: ${why}`, { id, parent: parent.id });
      return await note(failures + 1 < tries ? [failed] : [failed, giveUp(`${triesFailed(failures + 1)}, the last one: ${why}`)]);
    }
    await note([{ type: "delivered", id, at: at() }]);
  };

  const bringAllTo = async (parentId: string, announcer: Announcer): Promise<void> => {
    while (isDue(firstFor(log.read(), parentId))) {
      const above = log.read().runs.get(parentId);
      if (above !== undefined && (await announcer.canTake?.(above)) === false) return;
      const id = await begin(parentId);
      if (id === undefined) return;
      try {
        const { runs } = log.read();
        const [child, parent] = [runs.get(id), runs.get(parentId)];
        if (child !== undefined && hasEnded(child) && parent !== undefined) await bring(child, parent, announcer);
      } finally {
        underWay.delete(id);
      }
    }
  };

  return async (announcer) => {
    await Promise.all([...log.read().queues.keys()].map((parent) => bringAllTo(parent, announcer)));
    const state = log.read();
    const times = [...state.queues.keys()].flatMap((parent) => dueAt(firstFor(state, parent)) ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  };
}

function firstFor(state: RegistryState, parent: string): EndedRun | undefined {
  const [first = ""] = state.queues.get(parent) ?? [];
  const run = state.runs.get(first);
  return run !== undefined && hasEnded(run) ? run : undefined;
}

function triesFailed(count: number): string {
  return count === 1 ? "1 try failed" : `${count} tries failed`;
}
