import { isAlive, type Owner, thisProcess } from "../../store/index.js";
import { compactHooks, type HookLine, type HookStates, type HookStore, type OpenWork } from "./hook-store.js";
import type { HookWork } from "./hook-work.js";

export interface HookQueueOptions {
  readonly store: HookStore;
  /** Does the work. It is called again for the same id if its process ends before it has ended, or if it rejects. */
  readonly work: (work: HookWork) => Promise<void>;
  readonly now: () => Date;
  readonly setTimer: (ms: number, then: () => void) => { stop(): void };
  /** Default: 4. */
  readonly atOnce?: number;
  /** Told of what went wrong and is tried again, or was given up. */
  readonly trouble?: (error: unknown) => void;
  readonly me?: Owner;
  readonly isGone?: (owner: Owner, claimedAt: number) => boolean;
}

export interface HookQueue {
  /** Puts work on the disk. "known" where this delivery was taken before. It is done once the queue has been started. */
  take(work: HookWork): Promise<"taken" | "known">;
  /** Goes on with what is there, also with what another process left behind. */
  start(): Promise<void>;
  /** Begins nothing more, and waits for what goes on. */
  stop(): Promise<void>;
  /** Resolves when nothing is left that can be done now. */
  idle(): Promise<void>;
}

const MOST_TRIES = 3;
/** After a failure, by how often it was tried. */
const PAUSES_MS = [10_000, 120_000];
const LOOKS_EVERY_MS = 60_000;
/** What another machine has claimed cannot be asked whether it lives. */
const FOREIGN_MS = 86_400_000;

/** What this process is doing, whichever of its queues does it. */
const held = new Set<string>();

function failure({ hook, id }: HookWork, reason: string, again?: string): Error {
  const next = again === undefined ? "it is given up" : `tried again at ${again.slice(0, 19)}Z`;
  return new Error(`hook "${hook}": what came as ${id} was not done, ${next}: ${reason}`);
}

export function hookQueue(options: HookQueueOptions): HookQueue {
  const { store, work: doWork, now, setTimer, atOnce = 4, trouble = () => {}, me = thisProcess() } = options;
  const isGone =
    options.isGone ?? ((owner, claimedAt) => (owner.host === me.host ? !isAlive(owner) : now().getTime() - claimedAt > FOREIGN_MS));
  const active = new Map<string, Promise<void>>();
  let isStopped = true;
  let timer: { stop(): void } | undefined;
  let looks: Promise<void> = Promise.resolve();

  const heldAs = (id: string) => `${store.path}\n${id}`;
  const isFree = ({ work, owner, claimedAt = 0, notBefore }: OpenWork) => {
    if (held.has(heldAs(work.id))) return false;
    if (owner === undefined) return notBefore <= now().getTime();
    const isMine = owner.host === me.host && owner.pid === me.pid && owner.startedAt === me.startedAt;
    return isMine || isGone(owner, claimedAt);
  };

  /** Claims what is free, the oldest first, as far as there is room. */
  const claim = ({ open }: HookStates) => {
    const add: HookLine[] = [];
    const gives: OpenWork[] = [];
    for (const one of open.values()) {
      if (active.size + gives.length >= atOnce) break;
      if (!isFree(one)) continue;
      const at = now().toISOString();
      if (one.tries >= MOST_TRIES) {
        const reason = `its process ended ${MOST_TRIES} times before it was done`;
        add.push({ type: "failed", at, id: one.work.id, reason });
        trouble(failure(one.work, reason));
        continue;
      }
      add.push({ type: "claimed", at, id: one.work.id, owner: me, tries: one.tries + 1 });
      gives.push({ ...one, tries: one.tries + 1 });
    }
    return { add, gives };
  };

  const look = async () => {
    if (isStopped) return;
    timer?.stop();
    try {
      if (active.size < atOnce && [...store.read().open.values()].some(isFree)) {
        for (const one of await store.change(claim)) {
          held.add(heldAs(one.work.id));
          active.set(one.work.id, carryOut(one));
        }
      }
    } catch (error) {
      trouble(error);
    }
    if (!isStopped) timer = setTimer(soonestMs(), () => void wake());
  };

  const soonestMs = () => {
    let soonest = LOOKS_EVERY_MS;
    const at = now().getTime();
    for (const { owner, notBefore } of store.read().open.values()) {
      if (owner === undefined && notBefore > at) soonest = Math.min(soonest, notBefore - at);
    }
    return soonest;
  };

  const wake = (): Promise<void> => {
    looks = looks.then(look);
    return looks;
  };

  const carryOut = async ({ work, tries }: OpenWork): Promise<void> => {
    let line: HookLine;
    try {
      await doWork(work);
      line = { type: "done", at: now().toISOString(), id: work.id };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const pauseMs = PAUSES_MS[tries - 1];
      const again = pauseMs === undefined || tries >= MOST_TRIES ? undefined : new Date(now().getTime() + pauseMs).toISOString();
      line = { type: "failed", at: now().toISOString(), id: work.id, reason, ...(again !== undefined && { again }) };
      trouble(failure(work, reason, again));
    }
    try {
      await store.change(() => ({ add: [line], gives: undefined }));
    } catch (error) {
      // Its end is not on the disk: it is done again under the same id.
      trouble(error);
    }
    active.delete(work.id);
    held.delete(heldAs(work.id));
    if (!isStopped) void wake();
  };

  return {
    take: async (work) => {
      const taken = await store.change(({ known }): { add: readonly HookLine[]; gives: "taken" | "known" } =>
        known.get(work.hook)?.has(work.id) === true
          ? { add: [], gives: "known" }
          : { add: [{ type: "taken", at: now().toISOString(), work }], gives: "taken" },
      );
      if (taken === "taken") void wake();
      return taken;
    },
    start: async () => {
      isStopped = false;
      await compactHooks(store, now());
      await wake();
    },
    stop: async () => {
      isStopped = true;
      timer?.stop();
      await looks;
      await Promise.all(active.values());
    },
    idle: async () => {
      for (let before: unknown; before !== looks || active.size > 0; ) {
        before = looks;
        await looks;
        await Promise.all(active.values());
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    },
  };
}
