import type { Tool } from "./tool.js";
import type { Toolbox } from "./toolbox.js";

/** Notices that history is asked again and again for what only the live state can tell, and says so once. */
export class History {
  readonly #limit: number;
  readonly #live: readonly string[];
  #lookups = 0;
  #isSettled: boolean;

  constructor(limit: number, toolbox: Toolbox) {
    this.#limit = limit;
    this.#live = toolbox.specs.map(({ name }) => name).filter((name) => toolbox.find(name)?.kind === "live");
    // Without such a tool there is nothing to point to.
    this.#isSettled = this.#live.length === 0;
  }

  called({ kind }: Tool): void {
    if (kind === "history") this.#lookups += 1;
    if (kind === "live") this.#isSettled = true;
  }

  nudge(): string | undefined {
    if (this.#isSettled || this.#lookups < this.#limit) return undefined;
    this.#isSettled = true;
    return `You have looked into history ${this.#lookups} times and not once at the live state. If the question is how things stand now, history cannot answer it: use ${this.#live.map((name) => `"${name}"`).join(" or ")} first.`;
  }
}
