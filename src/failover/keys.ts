import { isStagewrightError, StagewrightError } from "../dsl/index.js";
import { type Key, keyFrom, keyIn, ModelError } from "../model/index.js";
import type { Candidate } from "./chain.js";
import type { CoolDowns, KeyOnServer, Rest } from "./cool-downs.js";

export interface KeysOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly coolDowns: CoolDowns;
  readonly now: () => Date;
}

/** A key to show, none for a server that is asked without, or what is wrong with the keys, and with which of them. */
export type CurrentKey = { readonly key: Key | undefined } | { readonly fault: StagewrightError; readonly variable?: string | undefined };

/** The keys of one model, for as long as one call goes on. */
export interface Keys {
  current(): Promise<CurrentKey>;
  /** Whether another one could be shown in the place of this one. */
  hasOther(variable: string): Promise<boolean>;
  /** Does not show this key again within the call. */
  putAside(variable: string): void;
  rest(key: Key, rest: Rest): Promise<void>;
}

export function keysOf(candidate: Candidate, { env, coolDowns, now }: KeysOptions): Keys {
  const { name, entry, model } = candidate;
  const aside = new Set<string>();
  const onServer = (key: Key): KeyOnServer => ({ ...key, server: serverOf(candidate) });

  const first = async (aside: ReadonlySet<string>): Promise<CurrentKey> => {
    const resting: Resting[] = [];
    for (const read of readers(candidate, env)) {
      if (read.variable !== undefined && aside.has(read.variable)) continue;
      const found = readKey(read);
      if ("fault" in found) return found;
      if (found.key === undefined || aside.has(found.key.variable)) continue;
      const rest = await coolDowns.of(onServer(found.key));
      if (rest === undefined || rest.until <= now()) return found;
      resting.push({ key: found.key, rest });
    }
    if (resting.length > 0) return allRest(name, resting);
    if (entry?.keys === undefined || model.kind === "embedded") return { key: undefined };
    return { fault: noKey(name, entry.keys) };
  };

  return {
    current: () => first(aside),
    hasOther: async (variable) => {
      const next = await first(new Set([...aside, variable]));
      return "fault" in next ? next.variable !== undefined : next.key !== undefined;
    },
    putAside: (variable) => void aside.add(variable),
    rest: (key, rest) => coolDowns.rest(onServer(key), rest),
  };
}

interface Reader {
  readonly variable: string | undefined;
  readonly read: () => Key | undefined;
}

/** The ways to a key in the order of their use. A provider's own variables stand for one key: the first that is set. */
function readers({ entry, model }: Candidate, env: KeysOptions["env"]): readonly Reader[] {
  const { kind } = model;
  if (kind === "embedded") return [];
  if (entry?.keys === undefined) return [{ variable: undefined, read: () => keyFrom(env, kind) }];
  return entry.keys.map((variable) => ({ variable, read: () => keyIn(env, variable) }));
}

function readKey({ variable, read }: Reader): CurrentKey {
  try {
    return { key: read() };
  } catch (fault) {
    if (!isStagewrightError(fault)) throw fault;
    return { fault, variable };
  }
}

function serverOf({ model }: Candidate): string {
  return model.kind === "embedded" ? model.kind : `${model.kind} ${model.base}`;
}

function noKey(name: string, variables: readonly string[]): StagewrightError {
  return new StagewrightError(
    "model/key",
    `there is no key for "${name}": ${variables.join(" and ")} ${variables.length === 1 ? "is" : "are"} not set`,
    {
      hint: `put the key into the environment variable ${variables.join(" or ")}`,
    },
  );
}

interface Resting {
  readonly key: Key;
  readonly rest: Rest;
}

function allRest(name: string, resting: readonly Resting[]): CurrentKey {
  const lines = resting.map(({ key, rest }) => `${key.variable} until ${rest.until.toISOString()} (${rest.why})`);
  const until = new Date(Math.min(...resting.map(({ rest }) => rest.until.getTime())));
  const variables = resting.map(({ key }) => key.variable).join(" or ");
  const keys = resting.length === 1 ? "the key" : "every key";
  return {
    fault: new ModelError("model/keys-rest", `${keys} of "${name}" rests: ${lines.join(", ")}`, {
      hint: `wait until then, or put another key into ${variables}: that is tried at once`,
      retryAt: until.toISOString(),
    }),
  };
}
