/** What a model says, in no provider's words. */
export type Part =
  | { readonly reasoning: string }
  | { readonly text: string }
  /** The arguments as the pieces of JSON in which they come. */
  | { readonly call: string; readonly pieces: readonly string[] };

export interface Said {
  readonly parts: readonly Part[];
  readonly finish?: "stop" | "length" | "calls";
  /** Left out, no tokens are counted. */
  readonly usage?: { readonly input: number; readonly output: number };
}

export type Provider = "openai" | "anthropic" | "ollama";
export const PROVIDERS: readonly Provider[] = ["openai", "anthropic", "ollama"];

/** The same in the words of a provider: the frames of its stream, each with its end. The last `ends` of them say that it is over. */
export function framesOf(provider: Provider, said: Said): { frames: readonly string[]; ends: number } {
  if (provider === "openai") return openai(said);
  return provider === "anthropic" ? anthropic(said) : ollama(said);
}

const data = (value: unknown) => `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
const event = (value: { readonly type: string; readonly [field: string]: unknown }) => `event: ${value.type}\n${data(value)}`;
const line = (value: unknown) => `${JSON.stringify(value)}\n`;

function openai({ parts, finish = "stop", usage }: Said) {
  const piece = (delta: object, reason: string | null = null) =>
    data({ id: "chatcmpl-1", model: "m-1", choices: [{ index: 0, delta, finish_reason: reason }] });
  const calls = parts.filter((part) => "call" in part);
  const body = parts.flatMap((part) => {
    if ("reasoning" in part) return [piece({ reasoning_content: part.reasoning })];
    if ("text" in part) return [piece({ content: part.text })];
    const index = calls.indexOf(part);
    return [
      piece({
        tool_calls: [{ index, id: `functions.${part.call}:${index}`, type: "function", function: { name: part.call, arguments: "" } }],
      }),
      ...part.pieces.map((json) => piece({ tool_calls: [{ index, function: { arguments: json } }] })),
    ];
  });
  const counted = usage && data({ model: "m-1", choices: [], usage: { prompt_tokens: usage.input, completion_tokens: usage.output } });
  const end = piece({}, finish === "calls" ? "tool_calls" : finish);
  return { frames: [piece({ role: "assistant" }), ...body, end, ...(counted ? [counted] : []), data("[DONE]")], ends: 1 };
}

function anthropic({ parts, finish = "stop", usage }: Said) {
  const reasons = { stop: "end_turn", length: "max_tokens", calls: "tool_use" };
  const start = event({
    type: "message_start",
    message: { id: "msg_1", model: "m-1", content: [], usage: { ...(usage && { input_tokens: usage.input }), output_tokens: 1 } },
  });
  const body = parts.flatMap((part, index) => {
    const delta = (value: object) => event({ type: "content_block_delta", index, delta: value });
    const block = (value: object, ...deltas: readonly string[]) => [
      event({ type: "content_block_start", index, content_block: value }),
      ...deltas,
      event({ type: "content_block_stop", index }),
    ];
    if ("reasoning" in part) {
      const signed = delta({ type: "signature_delta", signature: "c2lnbmVk" });
      return block({ type: "thinking", thinking: "" }, delta({ type: "thinking_delta", thinking: part.reasoning }), signed);
    }
    if ("text" in part) return block({ type: "text", text: "" }, delta({ type: "text_delta", text: part.text }));
    const pieces = part.pieces.map((json) => delta({ type: "input_json_delta", partial_json: json }));
    return block({ type: "tool_use", id: `toolu_${index}`, name: part.call, input: {} }, ...pieces);
  });
  const end = event({
    type: "message_delta",
    delta: { stop_reason: reasons[finish] },
    ...(usage && { usage: { output_tokens: usage.output } }),
  });
  return { frames: [start, ...body, end, event({ type: "message_stop" })], ends: 1 };
}

/** Its last line says both that it is over and why, so that no end can be missing from an answer that is whole. */
function ollama({ parts, finish = "stop", usage }: Said) {
  const piece = (message: object) => line({ model: "m-1", message: { role: "assistant", content: "", ...message }, done: false });
  const body = parts.map((part) => {
    if ("reasoning" in part) return piece({ thinking: part.reasoning });
    if ("text" in part) return piece({ content: part.text });
    return piece({ tool_calls: [{ function: { name: part.call, arguments: JSON.parse(part.pieces.join("") || "{}") } }] });
  });
  const counted = usage && { prompt_eval_count: usage.input, eval_count: usage.output };
  const reason = finish === "calls" ? "stop" : finish;
  return {
    frames: [...body, line({ model: "m-1", message: { role: "assistant", content: "" }, done: true, done_reason: reason, ...counted })],
    ends: 0,
  };
}
