import { ModelError } from "../model-error.js";

/** A server's way of saying that a request does not fit into the model's window. */
interface Sign {
  readonly by: string;
  /** `window` is how large it is, `needed` how much the request would take, `more` by how much it is over. */
  readonly words: RegExp;
  /** What such a server answers. */
  readonly example: string;
}

/** Looked for in the error as it came, codes and all. None of them may fit what is said of too many requests. */
export const SIGNS: readonly Sign[] = [
  {
    by: "OpenAI and those that speak like it, by code",
    words: /"(?:code|type)"\s*:\s*"context_(?:length|window)_exceeded"/,
    example:
      '{"error":{"message":"Your input is too long.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}',
  },
  {
    by: "OpenAI, vLLM, SGLang, DeepSeek, OpenRouter",
    words:
      /maximum context length (?:is|of) (?<window>[\d,]+)(?:.{0,80}?(?:resulted in|requested(?: about| a total of)?|has) (?<needed>[\d,]+))?/,
    example:
      '{"error":{"message":"This model\'s maximum context length is 8192 tokens. However, your messages resulted in 10107 tokens.","code":400}}',
  },
  {
    by: "OpenAI, the newer words",
    words: /input exceeds the context window of this model/,
    example: '{"error":{"message":"Your input exceeds the context window of this model. Please adjust your input and try again."}}',
  },
  {
    by: "vLLM, for the prompt alone",
    words: /prompt \(length (?<needed>[\d,]+)\) is longer than the maximum model length of (?<window>[\d,]+)/,
    example: '{"object":"error","message":"The decoder prompt (length 5120) is longer than the maximum model length of 4096."}',
  },
  {
    by: "llama.cpp, by code",
    words: /"type"\s*:\s*"exceed_context_size_error"/,
    example: '{"error":{"code":400,"message":"too long","type":"exceed_context_size_error"}}',
  },
  {
    by: "llama.cpp, its figures",
    words: /"n_prompt_tokens"\s*:\s*(?<needed>\d+)\s*,\s*"n_ctx"\s*:\s*(?<window>\d+)/,
    example: '{"error":{"code":400,"message":"too long","type":"exceed_context_size_error","n_prompt_tokens":5120,"n_ctx":4096}}',
  },
  {
    by: "llama.cpp, the words",
    words: /request(?: \((?<needed>[\d,]+) tokens\))? exceeds the available context size(?: \((?<window>[\d,]+) tokens\))?/,
    example: '{"error":{"code":400,"message":"request (5120 tokens) exceeds the available context size (4096 tokens), try increasing it"}}',
  },
  {
    by: "Anthropic, for the prompt",
    words: /prompt is too long(?:: (?<needed>[\d,]+) tokens > (?<window>[\d,]+) maximum)?/,
    example: '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210205 tokens > 200000 maximum"}}',
  },
  {
    by: "Anthropic, for prompt and answer",
    words: /input length and `max_tokens` exceed context limit: (?<needed>[\d,]+ \+ [\d,]+) > (?<window>[\d,]+)/,
    example:
      '{"type":"error","error":{"type":"invalid_request_error","message":"input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease one of them"}}',
  },
  {
    by: "Ollama, where it is told not to cut the prompt",
    words: /input length exceeds the context length/,
    example: '{"error":"the input length exceeds the context length"}',
  },
  {
    by: "Ollama's cloud",
    words: /prompt too long; exceeded (?:max )?context length(?: by (?<more>[\d,]+) tokens)?/,
    example: '{"error":"prompt too long; exceeded max context length by 1024 tokens"}',
  },
  {
    by: "LM Studio",
    words:
      /keep the first (?<needed>[\d,]+) tokens when (?:the )?context (?:the )?overflows.{0,80}? context length of only (?<window>[\d,]+)/,
    example:
      '{"error":"Trying to keep the first 5120 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough."}',
  },
  {
    by: "LM Studio, the newer words",
    words: /tokens to keep from the initial prompt is greater than the context length/,
    example: '{"error":"The number of tokens to keep from the initial prompt is greater than the context length."}',
  },
  {
    by: "SGLang, Together",
    words: /input \((?<needed>[\d,]+) tokens\) is longer than the model's context length \((?<window>[\d,]+) tokens\)/,
    example: '{"object":"error","message":"The input (5120 tokens) is longer than the model\'s context length (4096 tokens)."}',
  },
  {
    by: "Mistral",
    words: /prompt contains (?<needed>[\d,]+) tokens.{0,60}? too large for model with (?<window>[\d,]+) maximum context length/i,
    example:
      '{"object":"error","message":"Prompt contains 40960 tokens and 0 draft tokens, too large for model with 32768 maximum context length"}',
  },
  {
    by: "Gemini's OpenAI-compatible address",
    words: /input token count \(?(?<needed>[\d,]+)\)? exceeds the maximum number of tokens allowed \(?(?<window>[\d,]+)\)?/,
    example: '[{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."}}]',
  },
  {
    by: "xAI",
    words: /maximum prompt length is (?<window>[\d,]+) but the request contains (?<needed>[\d,]+) tokens/,
    example: '{"error":"This model\'s maximum prompt length is 131072 but the request contains 140000 tokens."}',
  },
  {
    by: "Groq",
    words: /reduce the length of the messages or completion/,
    example: '{"error":{"message":"Please reduce the length of the messages or completion.","type":"invalid_request_error"}}',
  },
];

export interface Overflow {
  readonly windowTokens?: number;
  readonly neededTokens?: number;
}

/** What a body further down says is a prompt that came back, or a web page. */
const LOOKED_AT = 8_000;

/** Whether an error says that the request is too long for the model, with the figures that it gives. */
export function overflowIn(error: string): Overflow | undefined {
  const text = error.slice(0, LOOKED_AT);
  const found = SIGNS.map(({ words }) => words.exec(text)).filter((match) => match !== null);
  if (found.length === 0) return undefined;
  const figure = (name: string) => {
    const written = found.map(({ groups }) => groups?.[name]).find((value) => value !== undefined);
    return written === undefined ? undefined : sum(written);
  };
  const window = figure("window");
  const more = figure("more");
  const needed = figure("needed") ?? (window === undefined || more === undefined ? undefined : window + more);
  // Some count the prompt alone, where it is the answer that does not fit beside it.
  const isTelling = needed !== undefined && (window === undefined || needed > window);
  return {
    ...(window !== undefined && { windowTokens: window }),
    ...(isTelling && { neededTokens: needed }),
  };
}

/** `190000 + 20,000`, as some write it. */
function sum(written: string): number {
  return written.split("+").reduce((total, part) => total + Number(part.replaceAll(/[^\d]/g, "")), 0);
}

interface TooLong {
  /** Who has the window: `"qwen3" at http://…`. */
  readonly who: string;
  readonly overflow: Overflow;
  readonly status?: number | undefined;
  /** In brackets and with a colon where there are words: the status, and what the server said. */
  readonly reason: string;
}

/** The error of that name. */
export function tooLong({ who, overflow, status, reason }: TooLong): ModelError {
  const { windowTokens, neededTokens } = overflow;
  const window = windowTokens === undefined ? "the window" : `the window of ${windowTokens} tokens`;
  const needed = neededTokens === undefined ? "the request is" : `the request is, with ${neededTokens} tokens,`;
  return new ModelError("model/context", `${needed} too long for ${window} of ${who}${reason === "" ? "" : ` ${reason}`}`, {
    hint: TO_FIT,
    status,
    ...overflow,
  });
}

export const TO_FIT = "send less, ask for a shorter answer, or take a model with a larger window";
