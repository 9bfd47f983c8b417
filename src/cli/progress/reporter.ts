import type { RunEvent, RunState } from "../../core/index.js";
import type { AnyPipeline } from "../../dsl/index.js";
import { coloursFor } from "../colours.js";
import type { Surroundings } from "../surroundings.js";
import { eventLine } from "./event-line.js";
import { view } from "./view.js";

/** Tells a person how the run goes on, while it goes on. */
export interface Reporter {
  onEvent(event: RunEvent, state: RunState): void;
  /** Leaves what is drawn as it is, so that something else can be written below it. */
  pause(): void;
}

export const SILENT: Reporter = { onEvent: () => {}, pause: () => {} };

const REDRAW_MS = 200;

/** What a live drawing has below the stages. */
export interface Below {
  /** Takes note of an event of any run of the tree. */
  heard(event: RunEvent, state: RunState): void;
  /** Its lines, as the root stands. */
  text(root: RunState): string;
}

interface ReporterOptions {
  readonly pipeline: AnyPipeline;
  readonly below?: Below | undefined;
  readonly verbose: boolean;
  readonly now: () => Date;
  readonly surroundings: Surroundings;
}

/** A drawing where standard error is a terminal, a line for each event else, and with `verbose`. */
export async function reporter(options: ReporterOptions): Promise<Reporter> {
  const { surroundings, verbose } = options;
  const { screen } = surroundings.err;
  if (screen !== undefined && !verbose && surroundings.env.TERM !== "dumb") return liveReporter(options, screen);
  let root: string | undefined;
  return {
    onEvent: (event, state) => {
      root ??= rootOf(event, state);
      const line = eventLine(event, state, { verbose });
      if (line !== undefined) surroundings.err.write(`${state.run === root ? "" : `  [${state.run}] `}${line}\n`);
    },
    pause: () => {},
  };
}

function rootOf(event: RunEvent, state: RunState): string {
  return event.type === "run-started" ? event.run : state.run;
}

async function liveReporter({ pipeline, below, now, surroundings }: ReporterOptions, screen: NodeJS.WriteStream): Promise<Reporter> {
  const { createLogUpdate } = await import("log-update");
  const draw = createLogUpdate(screen);
  const colours = coloursFor(surroundings.err, surroundings.env);
  let root: RunState | undefined;
  let timer: NodeJS.Timeout | undefined;
  const redraw = () => {
    if (root !== undefined) draw(`${view(root, pipeline, now(), colours)}${below?.text(root) ?? ""}`.trimEnd());
  };
  return {
    onEvent: (event, state) => {
      below?.heard(event, state);
      // The first event that is heard of is the root's: it starts or resumes the run. Children are counted in it.
      root ??= state;
      if (state.run === root.run) root = state;
      redraw();
      timer ??= setInterval(redraw, REDRAW_MS).unref();
    },
    pause: () => {
      clearInterval(timer);
      timer = undefined;
      if (root === undefined) return;
      redraw();
      draw.done();
      root = undefined;
    },
  };
}
