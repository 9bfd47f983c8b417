import type { z } from "zod";
import { StagewrightError } from "./error.js";

/** A call that only reads: it may be made again. */
export interface Query<Takes extends z.ZodType = z.ZodType, Gives extends z.ZodType = z.ZodType> {
  readonly effect: false;
  readonly takes: Takes;
  readonly gives: Gives;
}

/** A call that changes the outside: it is journaled before and after, and made once for each idempotency key. */
export interface Effect<Takes extends z.ZodType = z.ZodType, Gives extends z.ZodType = z.ZodType> {
  readonly effect: true;
  readonly takes: Takes;
  readonly gives: Gives;
}

export type Call = Query | Effect;
export type Calls = Readonly<Record<string, Call>>;

/** An adapter's interface as a value: its name, and the schema of what crosses it, both ways. */
export interface AdapterRef<C extends Calls = Calls> {
  readonly adapter: string;
  readonly calls: C;
}

/** What a stage is handed for an adapter: one async function for each call. */
export type AdapterOf<A extends AdapterRef> = {
  readonly [K in keyof A["calls"]]: (request: z.input<A["calls"][K]["takes"]>) => Promise<z.output<A["calls"][K]["gives"]>>;
};

/** The same with the effects left out: what a stage may use that is not a delivery. */
export type QueriesOf<A extends AdapterRef> = {
  readonly [K in keyof A["calls"] as A["calls"][K]["effect"] extends false ? K : never]: AdapterOf<A>[K];
};

export type Uses = Readonly<Record<string, AdapterRef>>;
export type Adapters<U extends Uses> = { readonly [K in keyof U]: QueriesOf<U[K]> };

export function query<const Takes extends z.ZodType, const Gives extends z.ZodType>(spec: {
  takes: Takes;
  gives: Gives;
}): Query<Takes, Gives> {
  return Object.freeze({ effect: false, ...spec });
}

export function effect<const Takes extends z.ZodType, const Gives extends z.ZodType>(spec: {
  takes: Takes;
  gives: Gives;
}): Effect<Takes, Gives> {
  return Object.freeze({ effect: true, ...spec });
}

/**
 * Declares an adapter.
 *
 * @example
 * const blog = adapter("blog", {
 *   read: query({ takes: z.object({ path: z.string() }), gives: z.string() }),
 *   publish: effect({ takes: Post, gives: z.object({ path: z.string() }) }),
 * });
 */
export function adapter<const C extends Calls>(name: string, calls: C): AdapterRef<C> {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) {
    throw new StagewrightError("adapter/name", `"${name}" cannot name an adapter`, {
      hint: "use small letters, digits and dashes, a letter first",
    });
  }
  return Object.freeze({ adapter: name, calls: Object.freeze({ ...calls }) });
}

// ---- what stands behind the interface ---------------------------------------------------------------------------

/** What an implementation is told beside the request. */
export interface CallContext {
  /** The same for every try of the same effect; see {@link Implementation}. Empty for a query. */
  readonly key: string;
  /** Aborted by a time limit, a cancel or Ctrl-C; whatever the call started must end with it. */
  readonly signal: AbortSignal;
  /** For whom the call is made; not there outside of a run. */
  readonly at?: CallPlace;
}

/** The try of a stage that a call is made for. Versions and attempts count from 1. */
export interface CallPlace {
  readonly run: string;
  readonly pipeline: string;
  readonly stage: string;
  readonly version: number;
  readonly attempt: number;
  /** On whose behalf the run was started, where whoever started it has said so. */
  readonly agent?: string;
}

/** What became of an effect, as far as the outside can tell. */
export type Lookup<Answer> =
  | { readonly happened: "yes"; readonly answer: Answer }
  | { readonly happened: "no" }
  | { readonly happened: "unknown" };

type Perform<C extends Call> = (request: z.output<C["takes"]>, context: CallContext) => Promise<z.input<C["gives"]>>;

/**
 * One implementation of an adapter. A query is a function. An effect is a function and, where the outside can tell
 * whether it happened, `lookup`. An effect that throws counts as "unknown" and is looked up before it is tried again.
 */
export interface Implementation<C extends Calls = Calls> {
  readonly adapter: string;
  /** A word or two for people: `git`, `local folder`, `tape`. */
  readonly title: string;
  readonly calls: {
    readonly [K in keyof C]: C[K] extends Effect
      ? {
          readonly perform: Perform<C[K]>;
          readonly lookup?: (
            key: string,
            request: z.output<C[K]["takes"]>,
            context: CallContext,
          ) => Promise<Lookup<z.input<C[K]["gives"]>>>;
        }
      : { readonly perform: Perform<C[K]> };
  };
}

/** An implementation whose calls are known only by name: what the runner handles. */
export interface AnyImplementation {
  readonly adapter: string;
  readonly title: string;
  readonly calls: Readonly<
    Record<
      string,
      {
        perform(request: unknown, context: CallContext): Promise<unknown>;
        lookup?(key: string, request: unknown, context: CallContext): Promise<Lookup<unknown>>;
      }
    >
  >;
}

/** Binds an implementation to its interface; the compiler compares the two. */
export function implement<C extends Calls>(reference: AdapterRef<C>, title: string, calls: Implementation<C>["calls"]): AnyImplementation {
  // The schemas in `reference` check every request and answer at run time, so the narrower functions are safe to widen.
  return Object.freeze({ adapter: reference.adapter, title, calls: Object.freeze(calls) }) as AnyImplementation;
}
