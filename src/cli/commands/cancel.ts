import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { cancelRun } from "../../runner/index.js";
import { type Owner, type Store, thisProcess } from "../../store/index.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions, type StoreOption, storeOption } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { findRun } from "../find-run.js";
import { openStore } from "../open-store.js";

interface CancelOptions extends PrintOptions, StoreOption {
  readonly reason?: string;
}

/** How long a process that was told to end may take: a safe point and the end of what it started. */
const PATIENCE_MS = 15_000;
const LOOK_MS = 50;

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .argument("<run>", "a run's name, the beginning of it, or last")
    .option("--reason <text>", "why, for whoever looks at the run later");
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright cancel last", 'stagewright cancel publisher-20260319-k3xw7q --reason "wrong day"']);
  command.action(async (given: string, options: CancelOptions) => {
    const { store } = openStore(options.store, surroundings.cwd);
    const run = await findRun(store, given);
    const owner = await store.owner(run);
    if (owner !== undefined) await endOwner(store, run, owner);
    const { environment } = surroundings;
    await cancelRun(run, { store, ...(environment && { environment }), ...(options.reason !== undefined && { reason: options.reason }) });
    surroundings.out.write(options.json ? `${JSON.stringify({ run, status: "cancelled" })}\n` : `cancelled: run ${run}\n`);
    end(EXIT.done);
  });
}

/** Tells the process that carries the run out to end, and waits until it has let go. */
async function endOwner(store: Store, run: string, owner: Owner): Promise<void> {
  if (owner.host !== thisProcess().host) {
    throw new StagewrightError("store/leased", `run "${run}" is carried out by process ${owner.pid} on ${owner.host}, another machine`, {
      hint: "cancel it there",
    });
  }
  process.kill(owner.pid, "SIGTERM");
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    if ((await store.owner(run)) === undefined) return;
    await wait(LOOK_MS);
  }
  throw new StagewrightError(
    "store/leased",
    `process ${owner.pid} was told to end, and still holds run "${run}" after ${PATIENCE_MS / 1_000} s`,
    {
      hint: `end it with \`kill -9 ${owner.pid}\`, then cancel again: the journal is safe`,
    },
  );
}
