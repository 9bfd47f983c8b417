import { wireIds } from "./call-ids.js";
import type { AssistantMessage, Message, Reasoning, ToolCall } from "./transcript.js";

/**
 * A transcript put in order, as every provider can take it:
 *
 * T1. The first turn is a person's.
 * T2. No two turns of one kind follow each other; what stood apart is joined with a blank line.
 * T3. A turn with calls is followed by `results`, which holds one result for each call, in the order of the calls.
 * T4. A call's id stands once in all, fits the provider's rule, and is the same in its result.
 * T5. No turn is blank.
 */
export type Turn =
  | { readonly kind: "user"; content: string }
  | { readonly kind: "assistant"; content: string; reasoning: readonly Reasoning[]; calls: readonly ToolCall[] }
  | { readonly kind: "results"; readonly results: ToolResult[] };

export interface ToolResult {
  readonly id: string;
  readonly name: string;
  content: string;
  isError: boolean;
}

/** What a call is answered with whose result never came: a provider refuses a call that nothing follows. */
export const NOT_RUN = "not run: interrupted";
/** Stands where a person's turn is demanded and there is none. */
const BEGIN = "Begin.";

/** Puts a transcript in order. What is no turn in any provider's eyes goes to `system`, in its order, wherever it stood. */
export function turnsOf(messages: readonly Message[], { ids }: { readonly ids: RegExp }): { system: string; turns: readonly Turn[] } {
  const wireId = wireIds(ids);
  const system: string[] = [];
  const turns: Turn[] = [];
  const waiting = new Map<string, Waiting[]>();
  for (const message of messages) {
    if (message.role === "tool") takeResult(waiting, message);
    else if (message.content.trim() === "" && !(message.role === "assistant" && message.calls?.length)) continue;
    else if (message.role === "system") system.push(message.content);
    else if (message.role === "user") addUser(turns, message.content);
    else addAssistant(turns, message, wireId, waiting);
  }
  if (turns[0]?.kind !== "user") turns.unshift({ kind: "user", content: BEGIN });
  return { system: system.join("\n\n"), turns };
}

interface Waiting {
  readonly turn: number;
  readonly result: ToolResult;
}

function addUser(turns: Turn[], content: string): void {
  const last = turns.at(-1);
  if (last?.kind === "user") last.content = `${last.content}\n\n${content}`;
  else turns.push({ kind: "user", content });
}

function addAssistant(turns: Turn[], message: AssistantMessage, wireId: (id: string) => string, waiting: Map<string, Waiting[]>): void {
  const { content, reasoning = [] } = message;
  const calls = (message.calls ?? []).map((call) => ({ ...call, id: wireId(call.id), name: wireName(call.name) }));
  const last = turns.at(-1);
  if (last?.kind === "assistant") {
    last.content = [last.content, content].filter((text) => text !== "").join("\n\n");
    last.reasoning = [...last.reasoning, ...reasoning];
    last.calls = calls;
  } else {
    turns.push({ kind: "assistant", content, reasoning, calls });
  }
  if (calls.length === 0) return;
  const results = calls.map(({ id, name }) => ({ id, name, content: NOT_RUN, isError: true }));
  turns.push({ kind: "results", results });
  results.forEach((result, index) => {
    const id = message.calls?.[index]?.id ?? result.id;
    const same = waiting.get(id) ?? [];
    // Some models begin to count again in each turn: a result belongs to the latest turn that has such a call.
    waiting.set(id, [...same.filter(({ turn }) => turn === turns.length), { turn: turns.length, result }]);
  });
}

/** A result of no known call is left out: a provider would refuse all for it. Of two for one call the first counts. */
function takeResult(waiting: Map<string, Waiting[]>, { call, content, isError = false }: Extract<Message, { role: "tool" }>): void {
  const result = waiting.get(call)?.shift()?.result;
  if (result) Object.assign(result, { content, isError });
}

/** A model may call what does not exist by a name that no provider would take back. */
function wireName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64);
}
