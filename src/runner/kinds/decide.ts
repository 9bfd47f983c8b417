import { StagewrightError } from "../../dsl/index.js";
import { type AttemptContext, functionOf, outputsOf } from "../attempt-context.js";
import type { Executed } from "../executed.js";

/** Code chooses a way. */
export async function decide(context: AttemptContext): Promise<Executed> {
  const { stage } = context;
  const given = await outputsOf(context, stage.needs);
  const way = functionOf<(given: object) => string>(context, "choose")?.(given) ?? "";
  const because = functionOf<(given: object) => string>(context, "because")?.(given) ?? `stage "${stage.name}" chose "${way}"`;
  const ways = stage.settings.ways as Readonly<Record<string, "go on" | "stop" | "back">>;
  const to = Object.hasOwn(ways, way) ? ways[way] : undefined;
  if (to === undefined) {
    throw new StagewrightError("stage/way", `stage "${stage.name}" chose "${way}", which is none of its ways`, {
      hint: `its ways are ${Object.keys(ways)
        .map((name) => `"${name}"`)
        .join(", ")}`,
    });
  }
  return { is: "done", output: { way }, findings: [], ...(to !== "go on" && { turn: { way, to, because } }) };
}
