import { z } from "zod";
import { readModelName } from "../model/index.js";
import type { ProbeResult } from "./result.js";

interface ServedOptions {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

const OllamaShow = z.object({ details: z.object({ quantization_level: z.string() }) });
const Version = z.object({ version: z.string() });
const LlamaProps = z.object({ build_info: z.string().optional(), model_path: z.string().optional() });

/** How the weights in a file of this name are stored, by llama.cpp's custom: `qwen3-8b-Q4_K_M.gguf`. */
const QUANTISATION = /[-._]((?:I?Q\d+(?:_[A-Z0-9]+)*)|BF16|F16|F32)(?=[-._]|$)/i;

/** What a model's server tells of itself: its version, and how the weights are stored. What it does not tell is left out. */
export async function servedBy(model: string, { fetch, signal }: ServedOptions): Promise<Partial<ProbeResult["served"]>> {
  const read = readModelName(model);
  if (read.kind === "embedded") return { name: "embedded" };
  if (read.kind === "anthropic") return { software: "anthropic" };
  const root = new URL(read.base).origin;
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    try {
      const sent =
        body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
      const response = await fetch(`${root}${path}`, { signal, redirect: "manual", ...sent });
      return response.ok ? await response.json() : undefined;
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  };
  if (read.kind === "ollama") {
    const version = Version.safeParse(await ask("/api/version")).data?.version;
    const shown = OllamaShow.safeParse(await ask("/api/show", { model: read.model })).data;
    return { software: "ollama", ...(version && { version }), ...(shown && { quantisation: shown.details.quantization_level }) };
  }
  const props = LlamaProps.safeParse(await ask("/props")).data;
  if (props?.build_info !== undefined) {
    const quantisation = QUANTISATION.exec(props.model_path ?? "")?.[1];
    return { software: "llama.cpp", version: props.build_info, ...(quantisation && { quantisation }) };
  }
  const version = Version.safeParse(await ask("/version")).data?.version;
  return version === undefined ? {} : { software: "vllm", version };
}
