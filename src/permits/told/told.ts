/** What a server says of the room that it has, as far as it says so. */
export interface Told {
  /** What runs there, for people. */
  readonly software: "llama.cpp" | "Ollama" | "vLLM" | "LM Studio";
  /** The most tokens that one call may hold, by the model's own name; `""` where the server has but one. */
  readonly windows: ReadonlyMap<string, number>;
  /**
   * How many tokens all calls may hold together. Some servers tell the window of a call and how many calls they take, and
   * not whether the calls share one window: then it is at least one window, and at most all of them.
   */
  readonly atLeast: number | undefined;
  readonly atMost: number | undefined;
  /** The size of a call's window is what the call asks for, not what the server was started with. */
  readonly isSizedByCall: boolean;
}

/** Asks the server for a path below its root; `undefined` for whatever is no answer. */
export type AskPath = (path: string) => Promise<string | undefined>;

/** JSON, where it is such. */
export function jsonOf(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The smallest window: the only one that is certain where it is not known which model a call goes to. */
export function smallest(windows: ReadonlyMap<string, number>): number | undefined {
  return windows.size === 0 ? undefined : Math.min(...windows.values());
}
