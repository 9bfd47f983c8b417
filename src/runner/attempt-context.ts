import type { AttemptAt, NewEvent, RunState, StageState } from "../core/index.js";
import { type AnyImplementation, type AnyPipeline, type AnyStage, type Needs, StagewrightError } from "../dsl/index.js";
import type { CallLog } from "./call-log.js";
import type { Executed } from "./executed.js";
import type { Settings } from "./runner-options.js";
import type { World } from "./world.js";

/** What a stage kind has to hand when it carries one try of a stage out. */
export interface AttemptContext {
  readonly pipeline: AnyPipeline;
  readonly stage: AnyStage;
  readonly at: AttemptAt;
  readonly state: RunState;
  readonly stageState: StageState;
  readonly world: World;
  readonly settings: Settings;
  readonly calls: CallLog;
  /** Notes an event of this try; once the try is over, what still comes is left out. */
  readonly note: (event: NewEvent) => void;
  /** Aborted by the time limit, a cancel or Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Carries one try of a stage of one kind out. */
export type Executor = (context: AttemptContext) => Promise<Executed>;

/** Where the outputs of earlier stages are found. */
export interface Outputs {
  readonly state: AttemptContext["state"];
  readonly world: { readonly keeper: Pick<AttemptContext["world"]["keeper"], "load"> };
}

/** The outputs of the stages that a function is given, under the same keys. */
export async function outputsOf(context: Outputs, needs: Needs): Promise<Readonly<Record<string, unknown>>> {
  const given: Record<string, unknown> = {};
  for (const [key, stage] of Object.entries(needs)) given[key] = await outputOf(context, stage);
  return given;
}

export async function outputOf({ state, world }: Outputs, stage: AnyStage): Promise<unknown> {
  const kept = stage.kind === "input" ? state.started?.input : state.stages.get(stage.name)?.output;
  if (kept === undefined) throw new StagewrightError("run/no-output", `stage "${stage.name}" has no output in run "${state.run}"`);
  return world.keeper.load(kept);
}

/** One of the stage's functions. The factory that made the stage has checked its type; here only its name is known. */
export function functionOf<F extends (...given: never[]) => unknown>({ stage }: AttemptContext, name: string): F | undefined {
  return stage.functions[name] as F | undefined;
}

export function implementationOf(settings: Settings, adapter: string): AnyImplementation {
  const found = settings.adapters.find((implementation) => implementation.adapter === adapter);
  if (found) return found;
  throw new StagewrightError("run/adapters", `nothing stands behind adapter "${adapter}"`, {
    hint: `hand in an implementation or a recording of "${adapter}"`,
  });
}
