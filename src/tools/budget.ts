import type { Completion } from "../model/index.js";
import type { Fired, Guards } from "./guards.js";

type Limits = Pick<Guards, "tokens" | "usd" | "seconds">;

/** From this share of a limit on, the model is told that it must come to an end. */
const NEARLY = 0.8;

/** What the stage has used of what may be used up: tokens, money and time. */
export class Budget {
  readonly #limits: Limits;
  readonly #now: () => Date;
  readonly #beganMs: number;
  #tokens = 0;
  #usd = 0;

  constructor(limits: Limits, now: () => Date) {
    this.#limits = limits;
    this.#now = now;
    this.#beganMs = now().getTime();
  }

  add({ usage, cost }: Completion): void {
    this.#tokens += usage.inputTokens + usage.outputTokens;
    this.#usd += cost?.usd ?? 0;
  }

  /** Whether something is used up. */
  over(): Fired | undefined {
    const { tokens, usd } = this.#limits;
    if (this.#tokens >= tokens)
      return { reason: "guard/tokens", message: `${this.#tokens} tokens were used, of ${tokens} that this stage may use` };
    if (this.#usd >= usd)
      return { reason: "guard/usd", message: `$${money(this.#usd)} was spent, of $${money(usd)} that this stage may spend` };
    if (this.#seconds() >= this.#limits.seconds) return timeIsUp(this.#limits.seconds);
    return undefined;
  }

  /** Whether something is nearly used up, in a sentence for the model. */
  nearly(): string | undefined {
    const { tokens, usd, seconds } = this.#limits;
    const used: readonly (readonly [string, number])[] = [
      ["tokens", this.#tokens / tokens],
      ["money", this.#usd / usd],
      ["time", this.#seconds() / seconds],
    ];
    const [most, share] = used.reduce((a, b) => (b[1] > a[1] ? b : a));
    return share < NEARLY ? undefined : `This stage has used ${Math.floor(share * 100)} % of its ${most}. Answer soon, with what you have.`;
  }

  #seconds(): number {
    return (this.#now().getTime() - this.#beganMs) / 1_000;
  }
}

export function timeIsUp(seconds: number): Fired {
  return { reason: "guard/seconds", message: `the stage has taken the ${seconds} seconds that it may take` };
}

/** As few decimals as show it, and at least two. */
function money(usd: number): string {
  return usd.toFixed(6).replace(/(\.\d\d\d*?)0+$/, "$1");
}
