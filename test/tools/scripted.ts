import assert from "node:assert/strict";
import { z } from "zod";
import type { CompleteRequest, Completion, Message, ToolCall } from "../../src/model/index.js";
import {
  memorySpill,
  type Tool,
  type Toolbox,
  tool,
  toolbox,
  type WorkEnd,
  type WorkOptions,
  workWithTools,
} from "../../src/tools/index.js";

/** What a model says in one answer; the rest of it is ordinary. */
export type Said = Partial<Completion> | string | Error | ((request: CompleteRequest) => Partial<Completion> | string);

/** A model that says what it is told to, one answer behind the other, the last one for ever. */
export function scripted(...answers: readonly Said[]) {
  const requests: CompleteRequest[] = [];
  const complete = async (request: CompleteRequest): Promise<Completion> => {
    const next = answers[Math.min(requests.length, answers.length - 1)] ?? "";
    requests.push(structuredClone(request));
    if (next instanceof Error) throw next;
    const said = typeof next === "function" ? next(request) : next;
    const parts = typeof said === "string" ? { text: said } : said;
    return { text: "", finish: "stop", usage: { inputTokens: 100, outputTokens: 10, estimated: false }, model: "small", ...parts };
  };
  return { complete, requests };
}

/** A call that a model asks for. */
export type Wanted = readonly [name: string, args?: Record<string, unknown>];

/** An answer that asks for tools. */
export function asks(...calls: readonly Wanted[]): (request: CompleteRequest) => Partial<Completion> {
  return ({ messages }) => {
    const before = messages.flatMap((message) => (message.role === "assistant" ? (message.calls ?? []) : [])).length;
    const made = calls.map(([name, args = {}], index): ToolCall => ({ id: `call${before + index + 1}`, name, arguments: args }));
    return { calls: made, finish: "other", stopReason: "tool_calls" };
  };
}

/** Files that can be read and written, a log, and what is so at this moment. */
export function notes(files: Record<string, string> = { "a.md": "Alpha.", "b.md": "Beta." }) {
  const ran: string[] = [];
  const took = (name: string, args: unknown) => void ran.push(`${name} ${JSON.stringify(args)}`);
  const tools = [
    tool({
      name: "read_file",
      description: "Reads a file.",
      takes: z.object({ path: z.string(), from: z.int().optional() }),
      reads: ({ path, from }) => ({ path, from }),
      run: (args) => {
        took("read_file", args);
        const text = files[args.path];
        if (text === undefined) throw new Error(`there is no file "${args.path}"`);
        return text;
      },
    }),
    tool({
      name: "write_file",
      description: "Writes a file.",
      takes: z.object({ path: z.string(), text: z.string(), why: z.string().optional() }),
      writes: ({ path, text }) => ({ path, content: text }),
      run: (args) => {
        took("write_file", args);
        files[args.path] = args.text;
        return "written";
      },
    }),
    tool({
      name: "search_log",
      description: "Looks into the log.",
      kind: "history",
      takes: z.object({ words: z.string() }),
      run: (args) => {
        took("search_log", args);
        return `no line with "${args.words}"`;
      },
    }),
    tool({
      name: "service_status",
      description: "Says how the service stands now.",
      kind: "live",
      takes: z.object({}),
      run: (args) => {
        took("service_status", args);
        return "up";
      },
    }),
  ];
  return { tools, ran, files, box: toolbox({ tools, allow: tools.map(({ spec }) => spec.name) }) };
}

export const QUESTION: Message = { role: "user", content: "What do the notes say?" };

type Asked = Partial<Omit<WorkOptions, "toolbox" | "complete">>;

/** Works with a scripted model, at a time that stands still. */
export async function work(box: Toolbox, answers: readonly Said[], options: Asked = {}) {
  const { complete, requests } = scripted(...answers);
  const end = await workWithTools({
    complete,
    request: { model: "small" },
    messages: [QUESTION],
    toolbox: box,
    spill: memorySpill(),
    signal: new AbortController().signal,
    now: () => new Date("2026-03-19T10:00:00Z"),
    ...options,
  });
  assertOneResultEach(end.transcript);
  return { end, requests };
}

/** Behind a message with calls stand their results, one for each, in their order, and no result stands anywhere else. */
export function assertOneResultEach(transcript: readonly Message[]): void {
  let open: string[] = [];
  const ids = new Set<string>();
  for (const message of transcript) {
    if (message.role === "tool") {
      assert.equal(message.call, open.shift());
      continue;
    }
    assert.deepEqual(open, [], "calls without a result");
    if (message.role !== "assistant") continue;
    open = (message.calls ?? []).map(({ id }) => id);
    for (const id of open) {
      assert.ok(!ids.has(id), `two calls have the id "${id}"`);
      ids.add(id);
    }
  }
  assert.deepEqual(open, [], "calls without a result");
}

/** What stands in the results, in their order. */
export function results({ transcript }: Pick<WorkEnd, "transcript">): readonly string[] {
  return transcript.flatMap((message) => (message.role === "tool" ? [message.content] : []));
}

/** What the model was told beside them, behind the first question. */
export function told({ transcript }: Pick<WorkEnd, "transcript">): readonly string[] {
  return transcript.flatMap((message) => (message.role === "user" ? [message.content] : [])).slice(1);
}

/** The verdict with what is said of it. */
export function verdict(end: WorkEnd): string {
  return end.verdict === "answer" ? `answer: ${end.text}` : `${end.reason}: ${end.message}`;
}

export function named(name: string, run: Parameters<typeof tool>[0]["run"] = () => "done"): Tool {
  return tool({ name, description: `Does ${name}.`, takes: z.object({}), run });
}
