import assert from "node:assert/strict";
import { inspect } from "node:util";
import { isStagewrightError, type StagewrightError } from "../../../src/dsl/index.js";
import { Completion, models } from "../../../src/model/index.js";

export interface Asking {
  readonly env?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  readonly maxTokens?: number;
}

/** Asks a model through the adapter, as the runner does. */
export async function ask(
  model: string,
  { env = {}, signal = new AbortController().signal, fetch: other, maxTokens }: Asking = {},
): Promise<Completion> {
  const complete = models({ env, ...(other && { fetch: other }) }).calls.complete;
  assert.ok(complete);
  const request = { model, messages: [{ role: "user", content: "Say hello." }], ...(maxTokens !== undefined && { maxTokens }) };
  return Completion.parse(await complete.perform(request, { key: "", signal }));
}

/** The error that asking ends with. Whatever else is in it, no key may be. */
export async function failure(model: string, asking: Asking = {}): Promise<Pick<StagewrightError, "code" | "message" | "hint">> {
  const error: unknown = await ask(model, asking).then(
    () => assert.fail("there is an answer"),
    (thrown: unknown) => thrown,
  );
  assert.ok(isStagewrightError(error), inspect(error));
  for (const key of Object.values(asking.env ?? {}))
    assert.ok(!inspect(error, { depth: 10, showHidden: true }).includes(key.trim()), "the key is in the error");
  const { code, message, hint } = error;
  return { code, message, hint };
}
