import { StagewrightError } from "./error.js";
import type { AnyStage } from "./stage.js";

/** The rules of a list of stages, in the words that the compiler uses (the type `ListFault` in pipeline.ts). */
export function assertSound(pipeline: string, input: AnyStage, stages: readonly AnyStage[]): void {
  const fault = (code: string, message: string, hint: string): never => {
    throw new StagewrightError(code, message, { hint, place: `pipeline "${pipeline}"` });
  };
  if (!/^[a-z][a-z0-9-]*$/.test(pipeline)) {
    fault("pipeline/name", `"${pipeline}" cannot name a pipeline`, "use small letters, digits and dashes, a letter first");
  }
  if (stages.length === 0) fault("pipeline/empty", `pipeline "${pipeline}" has no stages`, "list at least one stage");
  const seen = new Map<string, AnyStage>([["input", input]]);
  for (const stage of stages) {
    if (seen.has(stage.name)) {
      fault("pipeline/name", `two stages are named "${stage.name}"`, "give each stage a name of its own");
    }
    const links = [
      ...stage.reads.map((target) => ({ verb: "needs", target })),
      ...Object.values(stage.rollbacks).map((rollback) => ({ verb: "goes back to", target: rollback.stage })),
    ];
    for (const { verb, target } of links) {
      const listed = seen.get(target.name);
      if (listed === target) continue;
      if (listed === undefined) {
        fault(
          "pipeline/order",
          `stage "${stage.name}" ${verb} "${target.name}", which is not listed before it`,
          `list "${target.name}" before "${stage.name}"`,
        );
      }
      fault(
        "pipeline/other-stage",
        `stage "${stage.name}" ${verb} a "${target.name}" that is not the one listed`,
        `use the same value in \`needs\` and in the list`,
      );
    }
    seen.set(stage.name, stage);
  }
}
