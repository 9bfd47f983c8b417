import pRetry from "p-retry";
import { match } from "ts-pattern";
import { type AttemptAt, next } from "../core/index.js";
import { attempt, type RunContext } from "./attempt.js";

/** Why the loop let go of a run: there is nothing more to do for now, or it was told to stop. */
export type LoopEnd = "at rest" | "interrupted";

/** Asks the core what is next, carries it out, and asks again. */
export async function runLoop(run: RunContext): Promise<LoopEnd> {
  const { pipeline, world, settings } = run;
  const { journal } = world;
  for (;;) {
    world.bringIn();
    if (settings.signal?.aborted) return "interrupted";
    const command = next(pipeline, journal.state);
    const end = await match(command)
      .returnType<LoopEnd | undefined | Promise<LoopEnd | undefined>>()
      .with({ do: "nothing" }, { do: "wait" }, () => "at rest")
      .with({ do: "attempt" }, ({ attempt: at }) => runStage(run, at))
      .with({ do: "roll back" }, ({ back }) => void journal.note({ type: "rolled-back", ...back }))
      .with({ do: "finish" }, ({ stopped }) => void journal.note({ type: "run-done", ...(stopped && { stopped }) }))
      .with({ do: "fail" }, ({ stage, message, tried }) => void journal.note({ type: "run-failed", stage, message, tried }))
      .exhaustive();
    // A stage has committed what it did; what the core decided is committed with what follows, or here at the end.
    if (journal.state.status !== "running" || end !== undefined) await journal.commit();
    if (end !== undefined) return end;
  }
}

class TryAgain extends Error {
  override readonly name = "TryAgain";
}

/** The tries of one version of a stage, with a pause between them that doubles. */
async function runStage(run: RunContext, first: AttemptAt): Promise<LoopEnd | undefined> {
  const { pipeline, world, settings } = run;
  const sameStage = (): AttemptAt | undefined => {
    const command = next(pipeline, world.journal.state);
    if (command.do !== "attempt") return undefined;
    return command.attempt.stage === first.stage && command.attempt.version === first.version ? command.attempt : undefined;
  };
  const tryOnce = async (): Promise<LoopEnd | undefined> => {
    const at = sameStage();
    if (at === undefined) return undefined;
    const came = await attempt(run, at);
    if (came === "interrupted") return came;
    if (came === "failed" && sameStage()) throw new TryAgain();
    return undefined;
  };
  if (first.retriesLeft === 0) return tryOnce();
  const backoffMs = pipeline.stages[world.journal.state.cursor]?.contract.backoffMs ?? 0;
  try {
    return await pRetry(tryOnce, {
      retries: first.retriesLeft,
      minTimeout: world.keepsTime ? backoffMs : 0,
      factor: 2,
      shouldRetry: ({ error }) => error instanceof TryAgain,
      ...(settings.signal && { signal: settings.signal }),
    });
  } catch (error) {
    if (settings.signal?.aborted) return "interrupted";
    throw error;
  }
}
