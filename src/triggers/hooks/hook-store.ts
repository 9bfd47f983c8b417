import { join } from "node:path";
import { z } from "zod";
import { type Disk, type Owner, type SharedLog, sharedLog } from "../../store/index.js";
import { HookWork } from "./hook-work.js";

const OwnerOf = z.object({ host: z.string(), pid: z.number(), startedAt: z.string() });
const line = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), at: z.iso.datetime(), ...shape });

const HookLine = z.discriminatedUnion("type", [
  /** `tries` and `notBefore` are there where the log was written anew. */
  line("taken", { work: HookWork, tries: z.int().optional(), notBefore: z.number().optional() }),
  /** A process does the work, and no other may. */
  line("claimed", { id: z.string(), owner: OwnerOf, tries: z.int() }),
  line("done", { id: z.string() }),
  /** It is tried again at `again`; without, it is given up. */
  line("failed", { id: z.string(), reason: z.string(), again: z.iso.datetime().optional() }),
  /** Deliveries that were taken before the log was written anew. */
  line("known", { hook: z.string(), ids: z.array(z.string()) }),
]);
export type HookLine = z.output<typeof HookLine>;

/** Work that is not done yet. */
export interface OpenWork {
  readonly work: HookWork;
  readonly tries: number;
  readonly owner?: Owner;
  /** When another process claimed it. */
  readonly claimedAt?: number;
  readonly notBefore: number;
}

export interface HookStates {
  readonly open: Map<string, OpenWork>;
  /** The deliveries of each hook, the latest last. */
  readonly known: Map<string, Set<string>>;
  /** What was given up and has not been sent again since, the latest last. */
  readonly givenUp: { readonly work: HookWork; readonly reason: string; readonly at: string }[];
}

/** The log of all hooks of a store, and what it means. */
export type HookStore = SharedLog<HookLine, HookStates>;

/** A sender that sends again does so within days; so many deliveries of each hook are remembered. */
const KNOWN_KEPT = 10_000;
const GIVEN_UP_KEPT = 100;
const MOST_LINES = 40_000;

/** Opens `<root>/hooks/log.jsonl`. Nothing is made before there is something to write. */
export function hookStore(
  root: string,
  options: { readonly disk?: Disk; readonly me?: Owner; readonly pause?: (ms: number) => Promise<void> } = {},
): HookStore {
  return sharedLog<HookLine, HookStates>({
    path: join(root, "hooks", "log.jsonl"),
    what: "the log of hooks",
    lockedCode: "hooks/locked",
    line: HookLine,
    empty: () => ({ open: new Map(), known: new Map(), givenUp: [] }),
    fold,
    ...options,
  });
}

/** Keeps what is open, and which deliveries are known, where the log has grown long. */
export function compactHooks(store: HookStore, now: Date, above: number = MOST_LINES): Promise<void> {
  const at = now.toISOString();
  return store.compact(above, ({ open, known, givenUp }) => [
    ...[...known].map(([hook, ids]) => ({ type: "known" as const, at, hook, ids: [...ids] })),
    ...givenUp.flatMap(({ work, reason, at: failedAt }) => [
      { type: "taken" as const, at, work },
      { type: "failed" as const, at: failedAt, id: work.id, reason },
    ]),
    ...[...open.values()].flatMap(({ work, tries, notBefore, owner, claimedAt }): readonly HookLine[] => [
      { type: "taken", at, work, tries, notBefore },
      ...(owner === undefined ? [] : [{ type: "claimed" as const, at: new Date(claimedAt ?? 0).toISOString(), id: work.id, owner, tries }]),
    ]),
  ]);
}

function fold(states: HookStates, line: HookLine): HookStates {
  const { open, known, givenUp } = states;
  switch (line.type) {
    case "known":
      for (const id of line.ids) remember(known, line.hook, id);
      return states;
    case "taken":
      remember(known, line.work.hook, line.work.id);
      forget(givenUp, line.work.id);
      open.set(line.work.id, { work: line.work, tries: line.tries ?? 0, notBefore: line.notBefore ?? 0 });
      return states;
    case "claimed": {
      const found = open.get(line.id);
      const { owner, tries } = line;
      if (found !== undefined) open.set(line.id, { work: found.work, tries, owner, claimedAt: Date.parse(line.at), notBefore: 0 });
      return states;
    }
    case "done":
      open.delete(line.id);
      return states;
    case "failed": {
      const found = open.get(line.id);
      if (found === undefined) return states;
      if (line.again !== undefined) {
        open.set(line.id, { work: found.work, tries: found.tries, notBefore: Date.parse(line.again) });
        return states;
      }
      open.delete(line.id);
      // Sent again it is taken again: nothing has come of it.
      known.get(found.work.hook)?.delete(line.id);
      givenUp.push({ work: found.work, reason: line.reason, at: line.at });
      if (givenUp.length > GIVEN_UP_KEPT) givenUp.shift();
      return states;
    }
  }
}

function forget(givenUp: HookStates["givenUp"], id: string): void {
  const index = givenUp.findIndex(({ work }) => work.id === id);
  if (index >= 0) givenUp.splice(index, 1);
}

function remember(known: Map<string, Set<string>>, hook: string, id: string): void {
  const ids = known.get(hook) ?? new Set();
  known.set(hook, ids);
  ids.add(id);
  if (ids.size <= KNOWN_KEPT) return;
  for (const oldest of ids) {
    ids.delete(oldest);
    return;
  }
}
