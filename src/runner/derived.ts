import { z } from "zod";
import type { RunEvent, RunState } from "../core/index.js";
import type { Finding } from "../dsl/index.js";
import { Completion, Message, type ToolCall } from "../model/index.js";
import type { DerivedFile } from "../store/index.js";
import type { Keeper } from "./keeper.js";

export const CHECKPOINT = "checkpoint.json";

const Checkpoint = z.object({ seq: z.int() });

/** How far a checkpoint says that the files beside it go; 0 where it says nothing. */
export function checkpointSeq(text: string | undefined): number {
  if (text === undefined) return 0;
  try {
    return Checkpoint.parse(JSON.parse(text)).seq;
  } catch {
    return 0;
  }
}

/** The small snapshot for people and tools. Its size does not grow with the length of the run. */
export function checkpointFile(state: RunState, rerun: ReadonlyMap<string, number>): DerivedFile {
  const { run, pipeline, status, seq, at, lastDone } = state;
  // Of most stages there is one version: only the others are named.
  const snapshot = { run, pipeline, status, seq, at, lastCompleted: lastDone ?? null, versions: Object.fromEntries(rerun) };
  return { path: CHECKPOINT, isRewritten: true, text: () => `${JSON.stringify(snapshot, null, 2)}\n` };
}

/** What a person may open of an event: the prompt, the answer, the output, the findings. */
export async function filesOf(event: RunEvent, order: ReadonlyMap<string, number>, keeper: Keeper): Promise<readonly DerivedFile[]> {
  switch (event.type) {
    case "called": {
      if (event.adapter !== "model" || "error" in event.outcome) return [];
      const { messages } = z.object({ messages: z.array(Message) }).parse(await keeper.load(event.request));
      const answer = Completion.parse(await keeper.load(event.outcome.answer));
      return [file(event, order, "prompt.md", () => promptText(messages)), file(event, order, "answer.md", () => answerText(answer))];
    }
    case "attempt-failed":
      return event.findings.length === 0 ? [] : [findingsFile(event, order)];
    case "stage-done": {
      const output = await keeper.load(event.output);
      const files = output === null ? [] : [file({ ...event, attempt: 1 }, order, "output.json", () => json(output))];
      return event.findings.length === 0 ? files : [...files, findingsFile(event, order)];
    }
    default:
      return [];
  }
}

interface Place {
  readonly stage: string;
  readonly version: number;
  readonly attempt: number;
}

export function file(
  { stage, version, attempt }: Place,
  order: ReadonlyMap<string, number>,
  name: string,
  text: () => string,
): DerivedFile {
  const number = String(order.get(stage) ?? 0).padStart(2, "0");
  const [base, extension] = name.split(".");
  return { path: `stages/${number}-${stage}/v${version}/${attempt === 1 ? name : `${base}.${attempt}.${extension}`}`, text };
}

function findingsFile(event: Place & { readonly findings: readonly Finding[] }, order: ReadonlyMap<string, number>): DerivedFile {
  return file(event, order, "findings.json", () => json(event.findings));
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function promptText(messages: readonly Message[]): string {
  return messages
    .map((message) => {
      const of = message.role === "tool" ? ` ${message.call}${message.isError ? ", an error" : ""}` : "";
      const calls = message.role === "assistant" ? callsText(message.calls) : "";
      return `<!-- ${message.role}${of} -->\n\n${message.content}\n${calls}`;
    })
    .join("\n");
}

function answerText({ text, reasoning, model, finish, usage, calls, tried = [], cost }: Completion): string {
  const tokens = `${usage.inputTokens} in, ${usage.outputTokens} out${usage.estimated ? " (estimated)" : ""}`;
  const paid = cost === undefined ? "" : `, cost: $${cost.usd}${cost.estimated ? " (estimated)" : ""}`;
  const said = `<!-- ${model}, finish: ${finish}, tokens: ${tokens}${paid} -->\n\n${text}\n${callsText(calls)}`;
  const reasoned = reasoning === undefined ? "" : `\n<!-- reasoning -->\n\n${reasoning}\n`;
  const before = tried.map(({ model, message, next }) => `- ${model}: ${message}; ${next}\n`).join("");
  return `${said}${reasoned}${before === "" ? "" : `\n<!-- tried before -->\n\n${before}`}`;
}

/** The tools that a model asked for, one a line. */
function callsText(calls: readonly ToolCall[] = []): string {
  const lines = calls.map(({ id, name, arguments: given, unreadable }) => `- ${name}(${unreadable ?? JSON.stringify(given)}) as ${id}\n`);
  return lines.length === 0 ? "" : `\n<!-- calls -->\n\n${lines.join("")}`;
}
