import { type AskOptions, askServer } from "./ask-server.js";
import type { Told } from "./told.js";

/** What a server told is good for so long: a model that is loaded anew may have another window. */
const KEPT_MS = 60_000;
/** A server that told nothing may be starting. */
const KEPT_NOTHING_MS = 5_000;

interface Kept {
  readonly at: number;
  readonly told: Promise<Told | undefined>;
  /** Known once it has been told. */
  forMs: number;
}

/** Asks each server once in a while, however many calls want to know. */
export class ToldCache {
  readonly #options: AskOptions;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();

  constructor(options: AskOptions, now: () => number) {
    this.#options = options;
    this.#now = now;
  }

  told(server: string): Promise<Told | undefined> {
    const kept = this.#kept.get(server);
    if (kept !== undefined && this.#now() - kept.at < kept.forMs) return kept.told;
    const fresh: Kept = {
      at: this.#now(),
      forMs: KEPT_MS,
      told: askServer(server, this.#options).then((asked) => {
        const told = asked.isReachable ? asked.told : undefined;
        if (told === undefined) fresh.forMs = KEPT_NOTHING_MS;
        return told;
      }),
    };
    this.#kept.set(server, fresh);
    return fresh.told;
  }
}
