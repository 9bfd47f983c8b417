import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type CallPlace, StagewrightError } from "../dsl/index.js";
import type { CompleteRequest } from "../model/index.js";
import { type Owner, thisProcess } from "../store/index.js";
import type { NamedPool } from "./pools.js";
import { PoolQueue } from "./queue/pool-queue.js";
import type { Standing } from "./queue/standing.js";
import { waitsFor } from "./queue/waits-for.js";
import { realWatch, type WatchFolder } from "./queue/watch-folder.js";
import { roomOf, tokensNeeded } from "./room.js";
import { readServer } from "./server-address.js";
import { realTimer, type Timer } from "./timer.js";
import { ToldCache } from "./told/told-cache.js";

/** How long a call waits for what a server tells about itself, before it goes by the config. */
const TELL_LIMIT_MS = 2_000;

export interface PermitsOptions {
  /** The state folder of the machine: see `machineState`. */
  readonly state: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly newId?: () => string;
  readonly timer?: Timer;
  readonly watch?: WatchFolder;
  /** Who draws the tickets: this process. */
  readonly self?: Owner;
}

/** A place in a pool that is asked for. */
export interface Wanted extends NamedPool {
  readonly request: CompleteRequest;
  /** How much the model has to read for it. */
  readonly inputTokens: number;
  readonly signal: AbortSignal;
  /** For whom. */
  readonly at?: CallPlace;
  /** Told for whom the call waits: when it begins to, and when others are in front of it. */
  readonly tell: (sentence: string) => void;
}

/** A place in a pool, held until it is given back. */
export interface Permit {
  /** How much of the server's context it may fill. */
  readonly tokens: number;
  release(): void;
}

export interface Permits {
  /** Waits for its turn. @throws StagewrightError `permit/too-large` at once, for a call that can never fit. */
  take(wanted: Wanted): Promise<Permit>;
}

/**
 * The permits of the pools of this machine, as this process holds and waits for them. They lie in files below `state`, one folder
 * for each server; those of a process that has died are nobody's.
 */
export function permits(options: PermitsOptions): Permits {
  const { state, env, fetch: other = fetch, now = Date.now, newId = randomUUID } = options;
  const { timer = realTimer, watch = realWatch, self = thisProcess() } = options;
  const cache = new ToldCache({ env, fetch: other, timer, limitMs: TELL_LIMIT_MS }, now);
  const queues = new Map<string, PoolQueue>();
  const queueOf = (server: string): PoolQueue => {
    const folder = ticketFolder(state, server, self);
    const found = queues.get(folder);
    if (found !== undefined) return found;
    const made = new PoolQueue({ folder, self, timer, watch, now, newId });
    queues.set(folder, made);
    return made;
  };
  return {
    take: async ({ name, pool, entry, request, inputTokens, signal, at, tell }) => {
      signal.throwIfAborted();
      const queue = queueOf(pool.server);
      const { model, contextTokens } = request;
      const room = roomOf(pool, await cache.told(pool.server), {
        model: entry?.model ?? model,
        ...(contextTokens !== undefined && { contextTokens }),
      });
      const tokens = tokensNeeded({ name, pool }, room, { request, inputTokens });
      const limits = { permits: pool.permits, kvTokens: room.kvTokens };
      const told = onChange((standing: Standing, ticket: string) =>
        tell(waitsFor({ pool: name, limits, standing, name: ticket, now: now() })),
      );
      const release = await queue.wait({
        call: { tokens, model, at: new Date(now()).toISOString(), ...(at && { run: at.run, pipeline: at.pipeline, stage: at.stage }) },
        limits,
        signal,
        stands: told,
      });
      return { tokens, release };
    },
  };
}

/** Where the tickets for a server lie. Another machine that shares the disk has others: it cannot see which of our processes live. */
export function ticketFolder(state: string, server: string, { host }: Owner): string {
  const address = readServer(server);
  if ("fault" in address) throw new StagewrightError("permit/server", address.fault);
  return join(state, "permits", host, address.id);
}

/** Not told again and again while the same tickets are in front. */
function onChange(tell: (standing: Standing, name: string) => void): (standing: Standing, name: string) => void {
  let last = "";
  return (standing, name) => {
    const inFront = [...standing.holding, ...standing.waiting].map((ticket) => ticket.name).filter((one) => one < name);
    if (inFront.join() === last) return;
    last = inFront.join();
    tell(standing, name);
  };
}
