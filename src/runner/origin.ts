import type { RunState } from "../core/index.js";

const ORIGIN = ["trigger", "channel", "session", "agent"] as const;

/** What gave rise to a run, as far as whoever started it has said so in `launch`: the trigger, the channel, the session, the agent. */
export type Origin = { readonly [K in (typeof ORIGIN)[number]]?: string };

/** A child run has its parent's. */
export function originOf({ started }: RunState): Origin {
  const launch = started?.launch ?? {};
  return Object.fromEntries(ORIGIN.flatMap((name) => (typeof launch[name] === "string" ? [[name, launch[name]]] : [])));
}
