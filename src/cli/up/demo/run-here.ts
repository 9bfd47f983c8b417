import { agentOf, type LaneWork } from "../../../chief/index.js";
import { AGENT_VARIABLE } from "../../../core/index.js";
import { resumeRun, startRun } from "../../../runner/index.js";
import { goingOn } from "../../going-on.js";
import { launchOf } from "../../launch.js";
import { findPipeline, loadPipeline } from "../../load-pipeline.js";
import type { OpenStore } from "../../open-store.js";
import { buildRig } from "../../rig.js";
import type { Surroundings } from "../../surroundings.js";
import { type ChildEnd, standingOf } from "../run-in-child.js";

interface RunHere {
  readonly work: LaneWork;
  readonly run: string;
  readonly open: OpenStore;
  readonly signal: AbortSignal;
  readonly surroundings: Surroundings;
}

/** Runs a pipeline in this process, by whose clock it then goes. `up` itself takes a process for each. */
export async function runHere({ work, run, open, signal, surroundings: here }: RunHere): Promise<ChildEnd> {
  const agent = agentOf(work);
  const surroundings = { ...here, env: { ...here.env, [AGENT_VARIABLE]: agent } };
  if (work.kind === "resumption") {
    const { rig, root } = await goingOn({ run, store: open.given, pipeline: undefined, of: "root", surroundings });
    await resumeRun(rig.loaded.pipeline, root, { ...rig.options, signal });
    return standingOf(open, run);
  }
  const { cwd } = surroundings;
  const { input } = work;
  const loaded = await loadPipeline(findPipeline(work.pipeline, cwd), cwd);
  const launch = launchOf(loaded, cwd, { agent });
  const rig = await buildRig({ loaded, launch, cwd, open, input, model: undefined, goesOn: false, surroundings });
  await startRun(loaded.pipeline, { ...rig.options, run, input, launch, signal });
  return standingOf(open, run);
}
