import type { AttemptAt } from "../core/index.js";
import type { AnyPipeline, Lookup } from "../dsl/index.js";
import type { Demand } from "../gates/index.js";
import { CallLog, errorFields } from "./call-log.js";
import type { RunChild } from "./child-run.js";
import type { Journal } from "./journal.js";
import type { Keeper } from "./keeper.js";
import { LiveChildPool } from "./live-child-pool.js";
import { RecordedCalls } from "./recorded-calls.js";
import type { Settings } from "./runner-options.js";
import { spentByRun } from "./spent-by-run.js";
import type { Child, ChildNews, ChildPool, EffectAct, EffectNews, World } from "./world.js";

/** Carries a run out: calls are made, effects performed, children run. */
export class LiveWorld implements World {
  readonly journal: Journal;
  readonly keeper: Keeper;
  readonly keepsTime = true;
  readonly #settings: Settings;
  readonly #runChild: RunChild;

  constructor(parts: { journal: Journal; keeper: Keeper; settings: Settings; runChild: RunChild }) {
    this.journal = parts.journal;
    this.keeper = parts.keeper;
    this.#settings = parts.settings;
    this.#runChild = parts.runChild;
  }

  bringIn(): void {}

  takeAsRecorded(): undefined {}

  wasStopped(): boolean {
    return false;
  }

  callLog(at: AttemptAt, signal: AbortSignal): CallLog {
    const stage = this.journal.state.stages.get(at.stage);
    const called = stage?.version === at.version && stage.attempt === at.attempt ? [...stage.calls.values()] : [];
    const { graceMs: patienceMs } = this.#settings;
    const recorded = new RecordedCalls(called);
    return new CallLog(
      { at, signal, recorded, patienceMs, journal: this.journal, keeper: this.keeper, refusal: () => undefined },
      called.length,
    );
  }

  demand(_at: AttemptAt, _effect: number, ask: () => Promise<Demand | undefined>): Promise<Demand | undefined> {
    return ask();
  }

  async effect(act: EffectAct, isIntended: boolean): Promise<{ readonly news: EffectNews; readonly isMadeNext: boolean }> {
    return { news: await this.#effect(act, isIntended), isMadeNext: isIntended };
  }

  async #effect({ perform, lookup }: EffectAct, isIntended: boolean): Promise<EffectNews> {
    let why = "the run ended before its outcome was known";
    if (!isIntended) {
      await this.journal.commit();
      try {
        const answer = await perform();
        return { type: "effect-settled", how: "called", outcome: { happened: "yes", answer: this.keeper.keep(answer) } };
      } catch (error) {
        why = errorFields(error).message;
      }
    }
    const found = await lookedUp(lookup);
    if (found.happened === "yes") {
      return { type: "effect-settled", how: "looked-up", outcome: { happened: "yes", answer: this.keeper.keep(found.answer) } };
    }
    if (found.happened === "no") return { type: "effect-settled", how: "looked-up", outcome: { happened: "no", why } };
    // A run that was told to stop asks nobody: it looks again when it goes on.
    this.#settings.signal?.throwIfAborted();
    return { type: "effect-unclear", why: found.why === undefined ? why : `${why}; ${found.why}` };
  }

  childPool(parent: AttemptAt, { concurrency, countsCost }: { readonly concurrency: number; readonly countsCost: boolean }): ChildPool {
    const { journal, keeper } = this;
    const settings = this.#settings;
    const { store } = settings;
    return new LiveChildPool(async (pipeline, child) => {
      const news = await this.#runChild(pipeline, child, { parent, state: journal.state, keeper, settings });
      if (news === "interrupted" || news.status === "waiting" || !countsCost) return news;
      return { ...news, usd: (await spentByRun(store, child.run)).usd };
    }, concurrency);
  }

  async children(
    pipeline: AnyPipeline,
    parent: AttemptAt,
    children: readonly Child[],
    concurrency: number,
  ): Promise<readonly ChildNews[] | "interrupted"> {
    const news: ChildNews[] = [];
    let next = 0;
    let isInterrupted = false;
    const work = async () => {
      for (let index = next++; index < children.length; index = next++) {
        const child = children[index];
        if (child === undefined) return;
        const came = await this.#runChild(pipeline, child, {
          parent,
          state: this.journal.state,
          keeper: this.keeper,
          settings: this.#settings,
        });
        if (came === "interrupted") isInterrupted = true;
        else news[index] = came;
        if (came !== "interrupted" && came.status === "waiting" && came.isUnderWay) return;
      }
    };
    const workers = Array.from({ length: Math.min(concurrency, children.length) }, work);
    // All come to an end before any error is passed on: nothing of this stage may go on behind it.
    for (const { reason } of (await Promise.allSettled(workers)).filter((result) => result.status === "rejected")) throw reason;
    return isInterrupted ? "interrupted" : news;
  }
}

async function lookedUp(lookup: EffectAct["lookup"]): Promise<Lookup<unknown> & { readonly why?: string }> {
  try {
    return await lookup();
  } catch (error) {
    return { happened: "unknown", why: `looking it up failed: ${errorFields(error).message}` };
  }
}
