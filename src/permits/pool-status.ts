import { type Owner, thisProcess } from "../store/index.js";
import { ticketFolder } from "./permits.js";
import type { NamedPool } from "./pools.js";
import { standingOf } from "./queue/standing.js";
import type { Ticket } from "./queue/ticket.js";
import { TicketFolder } from "./queue/ticket-folder.js";
import { heldSince, tokensOfAll } from "./queue/waits-for.js";
import { type Room, roomOf } from "./room.js";
import { realTimer, type Timer } from "./timer.js";
import { askServer } from "./told/ask-server.js";

/** Somebody who looks does not wait for a server that is not there. */
const LOOK_LIMIT_MS = 1_000;

/** Who holds a permit, or waits for one. */
export interface PermitUser {
  readonly pid: number;
  readonly run?: string;
  readonly pipeline?: string;
  readonly stage?: string;
  readonly model?: string;
  readonly tokens: number;
  /** Since when it holds, or waits. */
  readonly since?: string;
}

/** A pool as it stands. */
export interface PoolStatus {
  readonly name: string;
  readonly server: string;
  readonly isReachable: boolean;
  /** Why it is not. */
  readonly why?: string;
  /** What runs there, where it told. */
  readonly software?: string;
  readonly permits: { readonly all: number; readonly held: number; readonly free: number };
  readonly tokens: { readonly all: number; readonly held: number; readonly free: number; readonly from: Room["from"] };
  /** The most that one call may hold. */
  readonly windowTokens: number;
  readonly holding: readonly PermitUser[];
  /** First the one whose turn comes first. */
  readonly waiting: readonly PermitUser[];
}

export interface PoolStatusOptions {
  readonly state: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch?: typeof fetch;
  readonly timer?: Timer;
  readonly self?: Owner;
}

/** How a pool stands. Nothing is changed by looking. */
export async function poolStatus(
  { name, pool }: NamedPool,
  { state, env, fetch: other = fetch, timer = realTimer, self = thisProcess() }: PoolStatusOptions,
): Promise<PoolStatus> {
  const asked = await askServer(pool.server, { env, fetch: other, timer, limitMs: LOOK_LIMIT_MS });
  const told = asked.isReachable ? asked.told : undefined;
  const room = roomOf(pool, told);
  const tickets = new TicketFolder(ticketFolder(state, pool.server, self), self).tickets({ clear: false });
  const { holding, waiting } = standingOf(tickets, { permits: pool.permits, kvTokens: room.kvTokens });
  const held = Math.min(tokensOfAll(holding, room.kvTokens), room.kvTokens);
  return {
    name,
    server: pool.server,
    isReachable: asked.isReachable,
    ...(!asked.isReachable && { why: asked.why }),
    ...(told !== undefined && { software: told.software }),
    permits: { all: pool.permits, held: holding.length, free: pool.permits - holding.length },
    tokens: { all: room.kvTokens, held, free: room.kvTokens - held, from: room.from },
    windowTokens: room.windowTokens,
    holding: holding.map((ticket) => userOf(ticket, room, heldSince(ticket))),
    waiting: waiting.map((ticket) => userOf(ticket, room, ticket.call?.at)),
  };
}

function userOf({ pid, call }: Ticket, room: Room, since: string | undefined): PermitUser {
  const { run, pipeline, stage, model } = call ?? {};
  return {
    pid,
    ...(run !== undefined && { run }),
    ...(pipeline !== undefined && { pipeline }),
    ...(stage !== undefined && { stage }),
    ...(model !== undefined && { model }),
    tokens: call?.tokens ?? room.kvTokens,
    ...(since !== undefined && { since }),
  };
}
