import { z } from "zod";
import { StagewrightError } from "../dsl/index.js";
import { type Counts, Guards } from "../tools/index.js";
import type { AttemptContext } from "./attempt-context.js";
import { issuesOf } from "./bound-adapters.js";

/** What a try has used of what may be used up. */
export type Used = { readonly [K in "rounds" | "calls" | "tokens" | "usd" | "seconds"]: number };

export const NOTHING_USED: Used = { rounds: 0, calls: 0, tokens: 0, usd: 0, seconds: 0 };

export function usedWith(used: Used, { rounds, calls, inputTokens, outputTokens, usd }: Counts, seconds: number): Used {
  return {
    rounds: used.rounds + rounds,
    calls: used.calls + calls,
    tokens: used.tokens + inputTokens + outputTokens,
    usd: used.usd + usd,
    seconds,
  };
}

/** The limits of a stage: its own, else the run's. Those are noted, since whoever replays a run need not have its config. */
export async function limitsOf({ stage, calls, settings }: AttemptContext): Promise<Guards> {
  const ofRun = z.record(z.string(), z.number()).parse(await calls.call("settings", "guards", {}, async () => settings.guards));
  const own = z.record(z.string(), z.number()).parse(stage.settings.guards ?? {});
  return guardsFrom({ ...ofRun, ...own });
}

function guardsFrom(given: Readonly<Record<string, number>>): Guards {
  const parsed = Guards.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new StagewrightError("tools/guards", `the limits do not fit: ${issuesOf(parsed.error).join("; ")}`);
}

/** What is left after a refusal, or the name of the limit that leaves nothing. */
export function leftOf(limits: Guards, used: Used): { readonly guards: Guards } | { readonly spent: keyof Used } {
  const guards = { ...limits };
  for (const name of ["rounds", "calls", "tokens", "usd", "seconds"] as const) {
    const left = limits[name] - used[name];
    // Money comes in any fraction, all else in whole numbers.
    guards[name] = name === "usd" ? left : Math.ceil(left);
    if (guards[name] <= 0) return { spent: name };
  }
  return { guards };
}
