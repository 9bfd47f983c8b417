import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import type { Command } from "commander";
import { isStagewrightError, StagewrightError } from "../../dsl/index.js";
import { answerEffect, decideGate, type EffectAnswer, type GateDecision, type OpenQuestion } from "../../runner/index.js";
import type { Invocation } from "../command-list.js";
import { configOption, examples, learnOption, pipelineOption, printOptions, storeOption } from "../common-options.js";
import { type DecidingOptions, deciding } from "../deciding.js";
import { answerToFill, askedFields } from "../gates/ask-answer.js";
import { editedValue } from "../gates/edited-value.js";
import { pinsOf } from "../gates/pins-of.js";
import { confirmation, shownQuestion } from "../gates/question.js";
import type { GoingOn } from "../going-on.js";
import type { JsonSchema } from "../json-schema.js";
import { onlyOne } from "../only-one.js";
import type { Surroundings } from "../surroundings.js";

interface ApproveOptions extends DecidingOptions {
  readonly edit?: string;
  readonly answer?: string;
  readonly confirm?: string;
  readonly itHappened?: true;
  readonly doIt?: true;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command
    .argument("<run>", "a run's name, the beginning of it, or last; of several questions, the run that asks")
    .option("--gate <stage>", "the stage that asks, where several do")
    .option("--edit <file>", "approve this instead of what is shown: a text or its Markdown, or the whole value as .json")
    .option("--answer <json>", "the data that the gate asks for; with --it-happened, what the effect gave")
    .option("--confirm <digits>", "at tier 5, the first eight digits of the digest of what is shown")
    .option("--it-happened", "of an effect that was cut off: it happened")
    .option("--do-it", "of an effect that was cut off: it did not happen, do it")
    .option("--no-resume", "only note the decision");
  pipelineOption(command);
  configOption(command, "the one that the run was started with");
  storeOption(command);
  learnOption(command);
  printOptions(command);
  examples(command, [
    "stagewright approve last",
    "stagewright approve last --edit post.md",
    `stagewright approve dinner-20260319-k3xw7q --answer '{"seats": 4}'`,
    "stagewright approve last --it-happened",
  ]);
  command.action(async (given: string, options: ApproveOptions) => {
    const { edit, answer, itHappened, doIt } = options;
    onlyOne({ "--edit": edit, "--answer": answer, "--do-it": doIt });
    onlyOne({ "--edit": edit, "--it-happened": itHappened, "--do-it": doIt });
    end(await deciding(given, options, { surroundings, decide: (question, on) => approve(question, on, { options, surroundings }) }));
  });
}

interface Asked {
  readonly options: ApproveOptions;
  readonly surroundings: Surroundings;
}

async function approve(question: OpenQuestion, { rig }: GoingOn, { options, surroundings }: Asked): Promise<string> {
  const { run, stage, pipeline, waiting } = question;
  const { itHappened, doIt, answer } = options;
  if (waiting.on === "effect") {
    if (!itHappened && !doIt) {
      throw new StagewrightError("effect/which", `"${stage}" of run "${run}" was cut off, and asks whether it happened`, {
        hint: "say --it-happened or --do-it",
      });
    }
    const said: EffectAnswer = doIt
      ? { happened: false }
      : { happened: true, ...(answer !== undefined && { answer: parsedAnswer(answer) }) };
    await settle(question, said, rig.options);
    return doIt ? `${stage} of run ${run}: it is to be done` : `${stage} of run ${run}: it happened`;
  }
  if (itHappened || doIt) {
    throw new StagewrightError("gate/decision", `"${stage}" of run "${run}" is a gate, and no effect that was cut off`, {
      hint: "approve it, with --edit or --answer, or reject it",
    });
  }
  if (waiting.gate.asks !== undefined && answer === undefined) {
    const asks = waiting.gate.asks as JsonSchema;
    throw new StagewrightError("gate/asks", [`"${stage}" of run "${run}" asks for`, ...askedFields(asks)].join("\n"), {
      hint: `answer it with --answer '${answerToFill(asks)}'`,
    });
  }
  const decision = await withPin(await decisionOf(question, rig.open.store, { options, surroundings }), question, surroundings);
  await decideGate(pipeline, run, decision, { ...rig.options, where: "command line", pins: pinsOf(rig.open, surroundings) });
  return `${stage} of run ${run} is ${decision.decision === "answer" ? "answered" : decision.decision === "edit" ? "approved with an edit" : "approved"}`;
}

/** A PIN is asked for only where all else was given, and is no option: it would stand in the shell's history. */
async function withPin(decision: GateDecision, question: OpenQuestion, { canAsk, ask }: Surroundings): Promise<GateDecision> {
  if (confirmation(question) === undefined || !canAsk || !("confirm" in decision)) return decision;
  const pin = await ask("your PIN: ", { hidden: true });
  return pin === undefined ? decision : { ...decision, pin };
}

async function decisionOf(
  question: OpenQuestion,
  store: GoingOn["rig"]["open"]["store"],
  { options, surroundings }: Asked,
): Promise<GateDecision> {
  const confirm = options.confirm === undefined ? {} : { confirm: options.confirm };
  if (options.answer !== undefined) return { decision: "answer", value: parsedAnswer(options.answer) };
  if (options.edit === undefined) return { decision: "approve", ...confirm };
  const { shown } = await shownQuestion(store, question);
  const text = await readEdit(options.edit, surroundings);
  return {
    decision: "edit",
    value: editedValue(text, shown, { place: options.edit, isJson: extname(options.edit) === ".json" }),
    ...confirm,
  };
}

/** What an effect gave is part of the run: where its schema wants something, the person must say it. */
async function settle(question: OpenQuestion, answer: EffectAnswer, options: Parameters<typeof answerEffect>[3]): Promise<void> {
  try {
    await answerEffect(question.pipeline, question.run, answer, options);
  } catch (cause) {
    if (!isStagewrightError(cause) || cause.code !== "adapter/answer") throw cause;
    throw new StagewrightError(cause.code, cause.message, { hint: "say what the effect gave: --it-happened --answer '<json>'", cause });
  }
}

async function readEdit(path: string, { cwd }: Surroundings): Promise<string> {
  try {
    return await readFile(resolve(cwd, path), "utf8");
  } catch (cause) {
    throw new StagewrightError("gate/edit", `the edit "${path}" cannot be read`, { hint: "nothing has been decided", cause });
  }
}

function parsedAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StagewrightError("gate/value", `the value of --answer is not JSON: ${why}`, {
      hint: `quote it for the shell: --answer '{"seats": 4}'`,
      cause,
    });
  }
}
