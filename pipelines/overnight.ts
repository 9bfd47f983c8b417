import { join } from "node:path";
import { fileStore } from "../src/store/index.js";
import builder, { adapters as builderAdapters } from "./builder.js";
import dossier from "./dossier.js";
import incident from "./incident.js";
import { overnightOf } from "./overnight/night.js";
import { runsIn, runsRecording } from "./overnight/runs.js";
import selfReview from "./self-review.js";
import workboard from "./workboard.js";

export default overnightOf({ builder, dossier, incident, "self-review": selfReview, workboard });

/** What has run is read from the store that runs are kept in by default. */
export function adapters(options: { readonly cwd: string; readonly recording: boolean }) {
  const reads = runsIn(fileStore(join(options.cwd, ".stagewright/runs")));
  return [...builderAdapters(options), options.recording ? runsRecording({ reads }) : reads];
}

export function report({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  return typeof outputs.report === "string" ? outputs.report : "";
}
