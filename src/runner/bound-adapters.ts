import { z } from "zod";
import { type AdapterRef, type Call, type CallContext, StagewrightError } from "../dsl/index.js";
import { type AttemptContext, implementationOf } from "./attempt-context.js";
import { jsonValue } from "./json-value.js";
import { originOf } from "./origin.js";

type AnyCall = (request: unknown) => Promise<unknown>;
export type BoundAdapter = Readonly<Record<string, AnyCall>>;

/** The adapters that a stage may only ask, by the keys under which it names them. */
export function boundAdapters(context: AttemptContext): Readonly<Record<string, BoundAdapter>> {
  return Object.fromEntries(Object.entries(context.stage.uses).map(([key, reference]) => [key, boundQueries(context, reference)]));
}

export function boundQueries(context: AttemptContext, reference: AdapterRef): BoundAdapter {
  const queries = Object.entries(reference.calls).filter(([, call]) => !call.effect);
  return Object.fromEntries(queries.map(([name]) => [name, (request: unknown) => ask(context, reference, name, request)]));
}

export async function ask(context: AttemptContext, reference: AdapterRef, name: string, request: unknown): Promise<unknown> {
  const checked = checkedRequest(reference, name, request);
  return context.calls.call(reference.adapter, name, checked, async () => {
    const answer = await callOf(context, reference, name).perform(checked, callContext(context, "", context.signal));
    return checkedAnswer(reference, name, answer);
  });
}

/** What an implementation is told beside the request. */
export function callContext({ at, state }: AttemptContext, key: string, signal: AbortSignal): CallContext {
  const { stage, version, attempt } = at;
  const { agent } = originOf(state);
  return { key, signal, at: { run: state.run, pipeline: state.pipeline, stage, version, attempt, ...(agent !== undefined && { agent }) } };
}

export function callOf({ settings }: AttemptContext, reference: AdapterRef, name: string) {
  const call = implementationOf(settings, reference.adapter).calls[name];
  if (call) return call;
  throw new StagewrightError("run/adapters", `what stands behind adapter "${reference.adapter}" has no call "${name}"`);
}

export function checkedRequest(reference: AdapterRef, name: string, request: unknown): unknown {
  const what = `the request of "${reference.adapter}.${name}"`;
  return jsonValue(checked("adapter/request", what, schemaOf(reference, name).takes, request), what);
}

export function checkedAnswer(reference: AdapterRef, name: string, answer: unknown): unknown {
  const what = `the answer of "${reference.adapter}.${name}"`;
  return jsonValue(checked("adapter/answer", what, schemaOf(reference, name).gives, answer), what);
}

function schemaOf(reference: AdapterRef, name: string): Call {
  const call = reference.calls[name];
  if (call) return call;
  throw new StagewrightError("adapter/call", `adapter "${reference.adapter}" has no call "${name}"`);
}

function checked(code: string, what: string, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new StagewrightError(code, `${what} does not fit its schema: ${issuesOf(parsed.error).join("; ")}`);
}

/** Each fault of a value on a line of its own: `"commits[0].hash": expected string, received number`. */
export function issuesOf(error: z.ZodError): readonly string[] {
  return error.issues.map(({ path, message }) => (path.length === 0 ? message : `"${z.core.toDotPath(path)}": ${message}`));
}
