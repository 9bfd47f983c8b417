import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { coloursFor } from "../colours.js";
import { columns } from "../columns.js";
import type { Invocation } from "../command-list.js";
import {
  type ConfigOption,
  configOption,
  examples,
  type PrintOptions,
  printOptions,
  type StoreOption,
  storeOption,
} from "../common-options.js";
import { duration } from "../duration.js";
import { EXIT } from "../exit-code.js";
import { changeText, openProposals, proposalsText, settleProposal } from "../gates/proposals.js";
import { setPin } from "../gates/set-pin.js";
import { type WaitingGate, waitingGates } from "../gates/waiting-gates.js";
import { loadConfig } from "../load-config.js";
import { onlyOne } from "../only-one.js";
import { openStore } from "../open-store.js";
import { nowOf } from "../surroundings.js";
import { wholeNumber } from "../whole-number.js";

interface GatesOptions extends PrintOptions, StoreOption, ConfigOption {
  readonly web?: true;
  readonly port?: number;
  readonly ask?: true;
  readonly once?: true;
  readonly every?: number;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .option("--web", "decide on a page of this machine; prints a link that opens once")
    .option("--port <number>", "with --web, the port (default: any that is free)", wholeNumber(1))
    .option("--ask", "ask at the places of the config, take the first answer, and go on with the run")
    .option("--once", "with --ask, look once and end")
    .option("--every <seconds>", "with --ask, how often it is looked for answers (default: 2)", wholeNumber(1));
  configOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, [
    "stagewright gates",
    "stagewright gates --json",
    "stagewright gates --web",
    "stagewright gates --ask",
    "stagewright gates pin",
    "stagewright gates proposals",
  ]);
  command.action(async (options: GatesOptions) => {
    const open = openStore(options.store, surroundings.cwd);
    if (options.web) {
      onlyOne({ "--web": options.web, "--json": options.json });
      const { serveGates } = await import("../gates/web/serve-gates.js");
      end(await serveGates({ open, port: options.port, surroundings }));
      return;
    }
    if (options.port !== undefined) {
      throw new StagewrightError("usage/flags", "--port says where the page of --web is", { hint: "give --web with it" });
    }
    if (options.ask) {
      onlyOne({ "--ask": options.ask, "--web": options.web });
      const { config } = await loadConfig(surroundings.cwd, options.config);
      const { askInPlaces } = await import("../gates/asking/ask-in-places.js");
      const { once = false, every = 2, json = false } = options;
      end(await askInPlaces({ config, open, once, everySeconds: every, json, surroundings }));
      return;
    }
    const stray = options.once ? "--once" : options.every === undefined ? undefined : "--every";
    if (stray !== undefined) {
      throw new StagewrightError("usage/flags", `${stray} says how --ask looks for answers`, { hint: "give --ask with it" });
    }
    const waiting = await waitingGates(open.store, nowOf(surroundings));
    if (options.json) surroundings.out.write(`${JSON.stringify({ store: open.root, gates: waiting }, undefined, 2)}\n`);
    else if (waiting.length === 0) surroundings.out.write(`nothing waits for a person in ${open.root}\n`);
    else surroundings.out.write(table(waiting, nowOf(surroundings), coloursFor(surroundings.out, surroundings.env)));
    end(EXIT.done);
  });
  defineProposals(command, { args: [], surroundings, end });
  const pin = command.command("pin").description("choose the PIN that gates of tier 5 ask you for");
  storeOption(pin);
  pin.action(async (_: unknown, called: Command) => {
    end(await setPin(openStore(called.optsWithGlobals<StoreOption>().store, surroundings.cwd), surroundings));
  });
}

/** What was approved unchanged again and again could be asked less; whether it is, a person says. */
function defineProposals(command: Command, { surroundings, end }: Invocation): void {
  const list = command.command("proposals").description("list what was approved unchanged so often that a lower tier would do");
  storeOption(list);
  printOptions(list);
  list.action(async (_: unknown, called: Command) => {
    const { store, json } = called.optsWithGlobals<GatesOptions>();
    const open = openStore(store, surroundings.cwd);
    const proposals = await openProposals(open);
    surroundings.out.write(
      json ? `${JSON.stringify({ store: open.root, proposals }, undefined, 2)}\n` : proposalsText(proposals, open.root),
    );
    end(EXIT.done);
  });
  for (const took of [true, false]) {
    const one = command
      .command(took ? "lower" : "keep")
      .description(took ? "take a proposal: says what to change where" : "refuse a proposal: it comes again after another 20")
      .argument("<about>", "as `stagewright gates proposals` names it");
    storeOption(one);
    one.action(async (about: string, _: unknown, called: Command) => {
      const open = openStore(called.optsWithGlobals<StoreOption>().store, surroundings.cwd);
      const proposal = await settleProposal(about, took, open, surroundings);
      surroundings.out.write(took ? changeText(proposal) : `"${about}" stays at tier ${proposal.tier}\n`);
      end(EXIT.done);
    });
  }
}

function untilText(until: string | undefined, now: Date): string | undefined {
  if (until === undefined) return undefined;
  return until > now.toISOString() ? `rejected at ${until.slice(0, 16)}Z` : "rejected at the next resume";
}

function table(waiting: readonly WaitingGate[], now: Date, colours: ReturnType<typeof coloursFor>): string {
  return columns([
    ["run", "gate", "tier", "waits for", "decided by", "when time runs out", "about"].map((head) => colours.dim(head)),
    ...waiting.map(({ run, gate, tier, since, until, overdue, decidedBy, says, shows }) => [
      run,
      gate,
      String(tier),
      duration(now.getTime() - Date.parse(since)),
      decidedBy,
      [overdue, untilText(until, now)].filter((part) => part !== undefined).join("; ") || "no limit",
      says ?? shows,
    ]),
  ]);
}
