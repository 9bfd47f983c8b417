import type { AnyPipeline, ItemResult, Success } from "../../dsl/index.js";
import { type AttemptContext, functionOf, outputsOf } from "../attempt-context.js";
import { childrenOf, type EndedChild } from "../children.js";
import { done, type Executed, failed } from "../executed.js";
import { jsonValue } from "../json-value.js";

/** A pipeline is run for each item. */
export async function each(context: AttemptContext): Promise<Executed> {
  const { stage } = context;
  const inputs = functionOf<(given: object) => readonly unknown[]>(context, "over")?.(await outputsOf(context, stage.needs)) ?? [];
  const { pipeline, succeeds, ...how } = stage.settings as {
    pipeline: AnyPipeline;
    concurrency: number;
    succeeds: Success;
    agent?: string;
  };
  const ended = await childrenOf(context, pipeline, inputs, how);
  if (ended.is !== "ended") return ended;
  const results = await Promise.all(ended.children.map((child) => resultOf(context, child)));
  const count = results.filter((result) => result.status === "done").length;
  const least =
    succeeds === "all"
      ? results.length - results.filter((result) => result.status === "skipped").length
      : succeeds === "any"
        ? 1
        : succeeds.atLeast;
  if (count >= least) return done(jsonValue(results, `the results of stage "${stage.name}"`));
  const findings = ended.children.flatMap((child) => child.findings);
  return failed("children", `${count} of ${results.length} items are done, ${least} are needed`, findings);
}

async function resultOf({ world }: AttemptContext, { run, status, output, reason }: EndedChild): Promise<ItemResult<unknown>> {
  if (status === "done") return { status, run, output: output ? await world.keeper.load(output) : null };
  return { status, run, reason: reason ?? "" };
}
