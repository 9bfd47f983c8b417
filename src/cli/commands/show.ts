import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { type ReadRun, readRun } from "../../runner/index.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions, type StoreOption, storeOption } from "../common-options.js";
import { evidenceTable, ledgerOfTree } from "../evidence-table.js";
import { EXIT } from "../exit-code.js";
import { findRun } from "../find-run.js";
import { valueText } from "../gates/question.js";
import { didYouMean } from "../nearest.js";
import { onlyOne } from "../only-one.js";
import { openStore } from "../open-store.js";
import { runFacts } from "../run-facts.js";
import { eventLog, runReport } from "../run-report.js";

interface ShowOptions extends PrintOptions, StoreOption {
  readonly events?: true;
  readonly evidence?: true;
  readonly output?: string;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .argument("<run>", "a run's name, the beginning of it, or last")
    .option("--events", "every event, in order")
    .option("--evidence", "what the tools of its work stages and of its child runs did, call by call")
    .option("--output <stage>", "only what this stage gave");
  storeOption(command);
  printOptions(command);
  examples(command, [
    "stagewright show last",
    "stagewright show last --output draft > draft.md",
    "stagewright show last --evidence",
    "stagewright show publisher-20260319-k3xw7q --events --json",
  ]);
  command.action(async (given: string, options: ShowOptions) => {
    onlyOne({ "--events": options.events, "--evidence": options.evidence, "--output": options.output });
    const { store } = openStore(options.store, surroundings.cwd);
    const read = await readRun(store, await findRun(store, given));
    if (read.torn !== undefined) surroundings.err.write("notice: the journal's last line was cut off and counts for nothing\n");
    const isOwned = (await store.owner(read.state.run)) !== undefined;
    if (options.evidence) {
      const ledger = await ledgerOfTree(read.state.run, store);
      surroundings.out.write(options.json ? `${JSON.stringify(ledger, undefined, 2)}\n` : evidenceTable(read.state.run, ledger));
    } else surroundings.out.write(await shown(read, { ...options, isOwned }));
    end(EXIT.done);
  });
}

async function shown(read: ReadRun, { json, events, output, isOwned }: ShowOptions & { readonly isOwned: boolean }): Promise<string> {
  const asJson = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
  if (output !== undefined) {
    const value = await outputOf(read, output);
    return json ? asJson(value) : valueText(value);
  }
  if (events) return json ? asJson(read.events) : eventLog(read.events, read.state);
  const facts = await runFacts(read, { isOwned });
  return json ? asJson(facts) : runReport(facts, read.state);
}

async function outputOf({ state, load }: ReadRun, name: string): Promise<unknown> {
  const stage = state.stages.get(name);
  if (stage === undefined) {
    throw new StagewrightError("run/stage", `run "${state.run}" has no stage "${name}"`, {
      hint: didYouMean(name, [...state.stages.keys()], "it has none"),
    });
  }
  if (stage.output === undefined) {
    throw new StagewrightError("run/stage", `stage "${name}" of run "${state.run}" has given nothing yet: it is ${stage.status}`);
  }
  return load(stage.output);
}
