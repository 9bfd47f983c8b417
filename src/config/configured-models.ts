import { join } from "node:path";
import { type AnyImplementation, implement } from "../dsl/index.js";
import { coolDownFiles, failover, pause, resolved } from "../failover/index.js";
import {
  askModels,
  type Catalog,
  type Complete,
  loadTokenizer,
  type ModelsOptions,
  model,
  models,
  requestTexts,
  tokenCounter,
} from "../model/index.js";
import { machineState, type PermittedOptions, permits, permitted, poolOf } from "../permits/index.js";
import { isOwnServer, metered, openLedger } from "../spending/index.js";
import type { Config } from "./config.js";

/** What the models of a config stand on. */
export interface ModelWorld extends Omit<ModelsOptions, "tokenizer"> {
  /** The user's home folder: what all processes of the machine share lies below it, unless the environment says where. */
  readonly home: string;
  /** The store's root: what its runs have spent lies below it. */
  readonly root: string;
  readonly now: () => Date;
  readonly random: () => number;
  /** Waits, and rejects with the signal's reason where that is aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Hears, in a sentence, what a call waits for and what was tried without an answer. */
  readonly tell: (sentence: string) => void;
}

/**
 * The `model` adapter that a config describes. A config that says nothing of models makes it the plain one.
 *
 * From the outside to the inside: fail over, permit, money, name, provider. Each try is a call of its own, which waits for
 * a place in its server's pool, then reserves its money, then asks. So money is reserved only while a call can really be
 * made, and one that there is no money for gives its place back at once.
 */
export function configuredModels(config: Config, world: ModelWorld): AnyImplementation {
  if (Object.entries(config).every(([part, value]) => part === "guards" || part === "sessions" || value === undefined))
    return models(world);
  let made: Promise<Complete> | undefined;
  return implement(model, "models", {
    complete: {
      perform: async (request, context) => {
        made ??= completeOf(config, world);
        return (await made)(request, context);
      },
    },
  });
}

async function completeOf(config: Config, world: ModelWorld): Promise<Complete> {
  const { models: catalog = {}, failover: settings, tokenizer = "rule-of-thumb" } = config;
  const { env, home, now, random, wait = pause, tell } = world;
  const state = machineState(env, home);
  const counter = tokenCounter({ tokenizer: await loadTokenizer(tokenizer) });
  const named = resolved(askModels({ ...world, tokenizer }), catalog);
  const placed = placing(paying(named, config, world), config, {
    permits: permits({ state, env, ...(world.fetch && { fetch: world.fetch }) }),
    tell,
    tokensOf: (request) => counter.count(request.model, requestTexts(request)),
  });
  return failover(placed, {
    catalog,
    env,
    coolDowns: coolDownFiles(join(state, "cool-downs")),
    now,
    wait,
    random,
    counter,
    tell: ({ model: name, message, next }) => tell(`${name}: ${message}; ${NEXT[next]}`),
    ...(settings && { settings }),
  });
}

function paying(complete: Complete, { models: catalog = {}, budgets }: Config, { root, now }: ModelWorld): Complete {
  return metered(complete, {
    priceOf: (name) => entryOf(catalog, name)?.prices,
    maxTokensOf: (name) => entryOf(catalog, name)?.maxTokens,
    isOwn: (name) => isOwnServer(entryOf(catalog, name)?.model ?? name),
    ...(budgets && { budgets }),
    ledger: openLedger(root),
    now,
  });
}

function placing(complete: Complete, { models: catalog = {}, pools }: Config, options: Omit<PermittedOptions, "poolOf">): Complete {
  return pools === undefined ? complete : permitted(complete, { ...options, poolOf: poolOf({ pools, models: catalog }) });
}

const NEXT = {
  again: "asking again",
  "next key": "going on with the next key",
  "next model": "going on with the next model",
  "larger window": "going on with a larger window",
  "give up": "giving up",
} as const;

function entryOf(catalog: Catalog, name: string) {
  return Object.hasOwn(catalog, name) ? catalog[name] : undefined;
}
