import { z } from "zod";
import type { Answer, CallPieces } from "../server/answer.js";
import type { Reasoning } from "../transcript.js";

const Block = z.object({
  type: z.string(),
  text: z.string().nullish(),
  thinking: z.string().nullish(),
  signature: z.string().nullish(),
  data: z.string().nullish(),
  name: z.string().nullish(),
  input: z.unknown().optional(),
});

const Usage = z
  .object({
    input_tokens: z.int().nullish(),
    output_tokens: z.int().nullish(),
    cache_creation_input_tokens: z.int().nullish(),
    cache_read_input_tokens: z.int().nullish(),
  })
  .nullish()
  .catch(undefined);
type Usage = z.output<typeof Usage>;

const Message = z.object({
  model: z.string().nullish(),
  content: z.array(Block).nullish(),
  stop_reason: z.string().nullish(),
  usage: Usage,
});

/** Every kind of event at once: which fields there are follows from `type`, and a kind of later years is passed over. */
const Event = z.object({
  type: z.string(),
  message: Message.nullish(),
  index: z.int().nullish(),
  content_block: Block.nullish(),
  delta: z
    .object({
      text: z.string().nullish(),
      thinking: z.string().nullish(),
      signature: z.string().nullish(),
      partial_json: z.string().nullish(),
      stop_reason: z.string().nullish(),
    })
    .nullish(),
  usage: Usage,
});

/** A block of the answer that further events add to. */
interface Open {
  readonly type: string;
  readonly reasoning?: { text: string; signature?: string } & Reasoning;
  readonly call?: CallPieces;
}

/** Makes the reader of one answer. */
export function eventTaker(): (answer: Answer, value: unknown) => boolean {
  const blocks = new Map<number, Open>();
  const counted = { input: undefined as number | undefined, read: 0, written: 0 };
  let last = "";

  const begin = (answer: Answer, index: number, block: z.output<typeof Block>) => {
    // Two texts with something between them are two paragraphs.
    if (block.type === "text" && answer.text !== "" && last !== "text") answer.text += "\n\n";
    last = block.type;
    blocks.set(index, opened(answer, block));
    answer.text += block.text ?? "";
    answer.reasoning += block.thinking ?? "";
  };

  const count = (answer: Answer, usage: Usage, { isEnd }: { readonly isEnd: boolean }) => {
    if (!usage) return;
    counted.input = usage.input_tokens ?? counted.input;
    counted.read = usage.cache_read_input_tokens ?? counted.read;
    counted.written = usage.cache_creation_input_tokens ?? counted.written;
    answer.usage = {
      // The API counts the cached part beside the rest, all others within it.
      inputTokens: counted.input === undefined ? undefined : counted.input + counted.read + counted.written,
      // At the start of a stream it is a place holder.
      outputTokens: (isEnd ? usage.output_tokens : undefined) ?? answer.usage.outputTokens,
      cacheReadTokens: counted.read,
      cacheWriteTokens: counted.written,
    };
  };

  return (answer, value) => {
    const event = Event.safeParse(value).data;
    if (event === undefined) return false;
    switch (event.type) {
      case "message_start":
        answer.model = event.message?.model || answer.model;
        count(answer, event.message?.usage, { isEnd: false });
        break;
      case "content_block_start":
        if (event.content_block) begin(answer, event.index ?? 0, event.content_block);
        break;
      case "content_block_delta":
        if (event.delta) goOn(answer, blocks.get(event.index ?? 0), event.delta);
        break;
      case "message_delta":
        answer.finish = event.delta?.stop_reason ?? answer.finish;
        count(answer, event.usage, { isEnd: true });
        break;
      case "message_stop":
        answer.ended = true;
        break;
      case "message": {
        const whole = Message.safeParse(value).data;
        if (!whole?.content) return false;
        answer.model = whole.model || answer.model;
        for (const [index, block] of whole.content.entries()) begin(answer, index, block);
        answer.finish = whole.stop_reason ?? answer.finish;
        count(answer, whole.usage, { isEnd: true });
        break;
      }
    }
    return true;
  };
}

function opened(answer: Answer, { type, name, input, thinking, signature, data }: z.output<typeof Block>): Open {
  if (type === "tool_use") {
    const hasInput = typeof input === "object" && input !== null && Object.keys(input).length > 0;
    const call = { name: name ?? "", json: hasInput ? JSON.stringify(input) : "" };
    answer.calls.push(call);
    return { type, call };
  }
  if (type === "redacted_thinking") answer.signed.push({ text: "", by: "anthropic", sealed: data ?? "" });
  if (type !== "thinking") return { type };
  const reasoning = { text: thinking ?? "", by: "anthropic" as const, ...(signature && { signature }) };
  answer.signed.push(reasoning);
  return { type, reasoning };
}

type Delta = NonNullable<z.output<typeof Event>["delta"]>;

function goOn(answer: Answer, open: Open | undefined, { text, thinking, signature, partial_json }: Delta): void {
  answer.text += text ?? "";
  answer.reasoning += thinking ?? "";
  if (open?.call) open.call.json += partial_json ?? "";
  if (!open?.reasoning) return;
  open.reasoning.text += thinking ?? "";
  if (signature) open.reasoning.signature = (open.reasoning.signature ?? "") + signature;
}
