import type { Command } from "commander";
import { decidersText, type EventOf, takesUntil } from "../../core/index.js";
import { coloursFor } from "../colours.js";
import { columns } from "../columns.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions, type StoreOption, storeOption } from "../common-options.js";
import { duration } from "../duration.js";
import { EXIT } from "../exit-code.js";
import { stateOrDamage } from "../find-run.js";
import { setPin } from "../gates/set-pin.js";
import { openStore } from "../open-store.js";
import { nowOf } from "../surroundings.js";

type GatesOptions = PrintOptions & StoreOption;

export function define(command: Command, { surroundings, end }: Invocation): void {
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright gates", "stagewright gates --json", "stagewright gates pin"]);
  command.action(async (options: GatesOptions) => {
    const { store, root } = openStore(options.store, surroundings.cwd);
    const now = nowOf(surroundings);
    const waiting: Waiting[] = [];
    for (const run of await store.runs()) {
      const state = await stateOrDamage(store, run);
      if (state instanceof Error) continue;
      for (const stage of state.stages.values()) {
        if (stage.waiting?.on === "gate") waiting.push(waitingOf(run, state.pipeline, stage.waiting.gate));
      }
    }
    waiting.sort((a, b) => (a.since < b.since ? -1 : 1));
    if (options.json) surroundings.out.write(`${JSON.stringify({ store: root, gates: waiting }, undefined, 2)}\n`);
    else if (waiting.length === 0) surroundings.out.write(`nothing waits for a person in ${root}\n`);
    else surroundings.out.write(table(waiting, now, coloursFor(surroundings.out, surroundings.env)));
    end(EXIT.done);
  });
  const pin = command.command("pin").description("choose the PIN that gates of tier 5 ask you for");
  storeOption(pin);
  pin.action(async (_: unknown, called: Command) => {
    end(await setPin(openStore(called.optsWithGlobals<StoreOption>().store, surroundings.cwd), surroundings));
  });
}

/** A gate at which a run waits. */
interface Waiting {
  readonly run: string;
  readonly pipeline: string;
  readonly gate: string;
  readonly tier: number;
  readonly shows: string;
  readonly says?: string;
  readonly digest: string;
  readonly since: string;
  /** After it a decision comes too late, and the run goes the way of a rejection. */
  readonly until?: string;
  readonly decidedBy: string;
}

function waitingOf(run: string, pipeline: string, gate: EventOf<"gate-opened">): Waiting {
  const { stage, tier, shows, says, digest, at, mayDecide = {} } = gate;
  const until = takesUntil(gate);
  return {
    run,
    pipeline,
    gate: stage,
    tier,
    shows,
    ...(says !== undefined && { says }),
    digest,
    since: at,
    ...(until !== undefined && { until: until.toISOString() }),
    decidedBy: decidersText(mayDecide),
  };
}

function table(waiting: readonly Waiting[], now: Date, colours: ReturnType<typeof coloursFor>): string {
  return columns([
    ["run", "gate", "tier", "waits for", "decided by", "when time runs out", "about"].map((head) => colours.dim(head)),
    ...waiting.map(({ run, gate, tier, since, until, decidedBy, says, shows }) => [
      run,
      gate,
      String(tier),
      duration(now.getTime() - Date.parse(since)),
      decidedBy,
      until === undefined ? "no limit" : until > now.toISOString() ? `rejected at ${until.slice(0, 16)}Z` : "rejected at the next resume",
      says ?? shows,
    ]),
  ]);
}
