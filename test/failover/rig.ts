import assert from "node:assert/strict";
import { inspect } from "node:util";
import { isStagewrightError, type StagewrightError } from "../../src/dsl/index.js";
import { type CoolDowns, coolDownMemory, type FailoverSettings, failover, resolved } from "../../src/failover/index.js";
import {
  askModels,
  type Catalog,
  type Complete,
  CompleteRequest,
  Completion,
  type ModelsOptions,
  type Tried,
} from "../../src/model/index.js";

interface RigOptions extends Partial<ModelsOptions> {
  readonly catalog?: Catalog;
  readonly env?: Record<string, string>;
  readonly coolDowns?: CoolDowns;
  readonly settings?: Partial<FailoverSettings>;
  readonly random?: () => number;
  /** Sees each request between the failover and the providers. */
  readonly around?: (request: CompleteRequest) => unknown;
  readonly tell?: () => void;
}

/** A server's answer of another kind than a stream. */
export function refuses(status: number, { headers = {}, body = "" }: { headers?: Record<string, string>; body?: string } = {}) {
  return { refuses: { status, headers, body } };
}

/** The providers behind a failover whose time passes only by what it waits. */
export function rig({
  catalog = {},
  env = {},
  coolDowns = coolDownMemory(),
  settings = {},
  random = () => 0,
  around = () => {},
  tell = () => {},
  ...models
}: RigOptions = {}) {
  const waits: number[] = [];
  const told: Tried[] = [];
  const clock = { now: Date.parse("2026-03-19T10:00:00Z") };
  const providers = resolved(askModels({ env, ...models }), catalog);
  const seen: Complete = (request, context) => {
    around(request);
    return providers(request, context);
  };
  const complete = failover(seen, {
    catalog,
    env,
    coolDowns,
    settings,
    random,
    now: () => new Date(clock.now),
    wait: (ms, signal) => {
      signal.throwIfAborted();
      waits.push(ms);
      clock.now += ms;
      return Promise.resolve();
    },
    tell: (tried) => {
      told.push(tried);
      tell();
    },
  });
  const ask = async (request: object, signal = new AbortController().signal): Promise<Completion> => {
    const messages = [{ role: "user", content: "Say hello." }];
    return Completion.parse(await complete(CompleteRequest.parse({ messages, ...request }), { key: "", signal }));
  };
  const failure = async (request: object): Promise<StagewrightError> => {
    const error: unknown = await ask(request).then(
      () => assert.fail("there is an answer"),
      (thrown: unknown) => thrown,
    );
    assert.ok(isStagewrightError(error), inspect(error));
    for (const key of Object.values(env))
      assert.ok(!inspect(error, { depth: 10, showHidden: true }).includes(key), "the key is in the error");
    return error;
  };
  return { ask, failure, waits, told, clock };
}
