import type { AnyPipeline } from "../../dsl/index.js";
import { type AttemptContext, functionOf, outputsOf } from "../attempt-context.js";
import { childrenOf } from "../children.js";
import { done, type Executed, failed } from "../executed.js";

/** A pipeline is run inside this one; its output is this stage's. */
export async function run(context: AttemptContext): Promise<Executed> {
  const { stage, world } = context;
  const input = functionOf<(given: object) => unknown>(context, "input")?.(await outputsOf(context, stage.needs));
  const { pipeline, agent } = stage.settings as { pipeline: AnyPipeline; agent?: string };
  const ended = await childrenOf(context, pipeline, [input], { concurrency: 1, agent });
  if (ended.is !== "ended") return ended;
  const [child] = ended.children;
  if (child?.status === "done") return done(child.output ? await world.keeper.load(child.output) : null);
  return failed(
    "children",
    `run "${child?.run}" ${child?.status === "skipped" ? "stopped early" : "failed"}: ${child?.reason}`,
    child?.findings ?? [],
  );
}
