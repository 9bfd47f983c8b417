import type { AnyPipeline } from "../dsl/index.js";
import type { Child, ChildNews, ChildPool } from "./world.js";

type Came = { readonly item: number; readonly news: ChildNews } | "interrupted";

/** Runs children side by side, `concurrency` at a time, in the order in which they were started. */
export class LiveChildPool implements ChildPool {
  readonly #run: (pipeline: AnyPipeline, child: Child) => Promise<ChildNews | "interrupted">;
  readonly #concurrency: number;
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #came: (() => Came)[] = [];
  #running = 0;
  #wake = () => {};

  constructor(run: (pipeline: AnyPipeline, child: Child) => Promise<ChildNews | "interrupted">, concurrency: number) {
    this.#run = run;
    this.#concurrency = concurrency;
  }

  start(pipeline: AnyPipeline, child: Child): void {
    this.#waiting.push(async () => {
      try {
        const news = await this.#run(pipeline, child);
        this.#came.push(() => (news === "interrupted" ? news : { item: child.item, news }));
      } catch (error) {
        this.#came.push(() => {
          throw error;
        });
      }
    });
    this.#go();
  }

  async next(): Promise<Came> {
    while (this.#came.length === 0 && this.#running > 0) await this.#news();
    return this.#came.shift()?.() ?? "interrupted";
  }

  async rest(): Promise<void> {
    this.#waiting.length = 0;
    while (this.#running > 0) await this.#news();
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #go(): void {
    while (this.#running < this.#concurrency) {
      const child = this.#waiting.shift();
      if (child === undefined) return;
      this.#running += 1;
      void child().then(() => {
        this.#running -= 1;
        this.#go();
        this.#wake();
      });
    }
  }
}
