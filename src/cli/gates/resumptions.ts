import { isStagewrightError } from "../../dsl/index.js";
import { resumeRun } from "../../runner/index.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { foreground } from "../foreground.js";
import { goingOn } from "../going-on.js";
import { typedLine } from "../next-lines.js";
import type { OpenStore } from "../open-store.js";
import { errorText } from "../print-error.js";
import type { Surroundings } from "../surroundings.js";

/** The runs that go on after a decision: one after the other, in the order of the decisions. */
export interface Resumptions {
  add(root: string): void;
  /** In which words a run stands here; nothing for one that nothing is to be done for. */
  standing(root: string): string | undefined;
  /** All that were decided here, the newest first. */
  roots(): readonly string[];
  /** Begins no more, unless what is queued is to be finished, and ends when the one at work has come to its safe point. */
  stop(how?: { readonly finishes: boolean }): Promise<ExitCode>;
}

interface Needs {
  readonly open: OpenStore;
  readonly surroundings: Surroundings;
}

export function resumptions({ open, surroundings }: Needs): Resumptions {
  const queue: string[] = [];
  const all = new Set<string>();
  const troubles = new Map<string, string>();
  let atWork: string | undefined;
  let working = Promise.resolve();
  let isStopped = false;
  let interrupted = false;

  const work = async (): Promise<void> => {
    for (let root = queue.shift(); root !== undefined && !isStopped; root = queue.shift()) {
      atWork = root;
      try {
        if ((await resumeOne(root, { open, surroundings })) === EXIT.interrupted) interrupted = true;
      } catch (error) {
        // Somebody else has gone on with it.
        if (isStagewrightError(error) && (error.code === "store/leased" || error.code === "run/ended")) continue;
        troubles.set(root, error instanceof Error ? error.message : String(error));
        surroundings.err.write(`run ${root}:\n${errorText(error, { verbose: false })}`);
      }
    }
    atWork = undefined;
  };

  return {
    add: (root) => {
      all.delete(root);
      all.add(root);
      troubles.delete(root);
      if (!queue.includes(root)) queue.push(root);
      if (atWork === undefined) {
        atWork = root;
        working = work();
      }
    },
    standing: (root) => {
      if (atWork === root) return "goes on now";
      if (queue.includes(root)) return "goes on when the run before it rests";
      const trouble = troubles.get(root);
      return trouble === undefined ? undefined : `could not go on: ${trouble}`;
    },
    roots: () => [...all].reverse(),
    stop: async ({ finishes } = { finishes: false }) => {
      if (finishes) await working;
      isStopped = true;
      const left = queue.splice(0);
      await working;
      for (const root of left) {
        const line = typedLine(surroundings.program, ["resume", root], open);
        surroundings.err.write(`run ${root} has its decision and has not gone on yet:\n  ${line}\n`);
      }
      return interrupted || left.length > 0 ? EXIT.interrupted : EXIT.done;
    },
  };
}

async function resumeOne(root: string, { open, surroundings }: Needs): Promise<ExitCode> {
  // The next gate is asked where this one was, not at the terminal.
  const unasked = { ...surroundings, canAsk: false };
  const { rig } = await goingOn({
    run: root,
    store: open.given,
    pipeline: undefined,
    config: undefined,
    of: "root",
    surroundings: unasked,
  });
  return foreground(rig, (runner) => resumeRun(rig.loaded.pipeline, root, runner), { json: false, verbose: false, surroundings: unasked });
}
