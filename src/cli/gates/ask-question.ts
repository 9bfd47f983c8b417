import { isStagewrightError } from "../../dsl/index.js";
import { answerEffect, decideGate, type GateDecision, type OpenQuestion } from "../../runner/index.js";
import type { JsonSchema } from "../json-schema.js";
import { errorText } from "../print-error.js";
import type { Rig } from "../rig.js";
import type { Surroundings } from "../surroundings.js";
import { askAnswer } from "./ask-answer.js";
import { editable, editedValue } from "./edited-value.js";
import { openEditor } from "./open-editor.js";
import { pinsOf } from "./pins-of.js";
import { confirmation, type ShownQuestion, shownQuestion, takesEdits, valueText } from "./question.js";

type Choice = GateDecision | "later" | "again";

/** Asks the person at the terminal until the question is decided (`true`) or put off (`false`). */
export async function askQuestion(question: OpenQuestion, rig: Rig, surroundings: Surroundings): Promise<boolean> {
  const shown = await shownQuestion(rig.open.store, question);
  if (question.waiting.on === "effect") return askEffect(shown, rig, surroundings);
  const draft = { text: undefined };
  const deciding = {
    ...rig.options,
    where: "terminal",
    pins: pinsOf(rig.open, surroundings),
    ...(question.waiting.on === "gate" && { seen: question.waiting.gate.digest, opened: question.waiting.gate.seq }),
  };
  surroundings.err.write(heading(shown));
  for (;;) {
    const choice = await askGate(shown, draft, surroundings);
    if (choice === "later") return false;
    if (choice === "again") continue;
    if (await isTaken(() => decideGate(question.pipeline, question.run, choice, deciding), surroundings)) return true;
  }
}

/** A decision that is refused for what it says is asked for again; anything else is an error as everywhere. */
async function isTaken(decide: () => Promise<unknown>, { err }: Surroundings): Promise<boolean> {
  try {
    await decide();
    return true;
  } catch (error) {
    if (!isStagewrightError(error) || !/^gate\/(value|dod|confirm|edit|editor|asks)$|^pin\/wrong$|^adapter\/answer$/.test(error.code))
      throw error;
    err.write(errorText(error, { verbose: false }));
    return false;
  }
}

function heading({ question, shown }: ShownQuestion): string {
  const { waiting } = question;
  const tier = waiting.on === "gate" ? `, tier ${waiting.gate.tier}` : "";
  const what = waiting.on === "gate" ? `${waiting.gate.shows}:` : "what was to be sent:";
  const says = waiting.on === "gate" && waiting.gate.says !== undefined ? `${waiting.gate.says}\n\n` : "";
  return `\n${question.stage} of run ${question.run}${tier}\n${says}${what}\n\n${valueText(shown)}\n`;
}

/** The text of an edit that was refused is kept, so that nobody has to write it twice. */
interface Draft {
  text: string | undefined;
}

async function askGate({ question, shown }: ShownQuestion, draft: Draft, surroundings: Surroundings): Promise<Choice> {
  const { waiting } = question;
  if (waiting.on !== "gate") return "later";
  const asks = waiting.gate.asks !== undefined;
  const words = [asks ? "answer" : "approve", ...(takesEdits(question) ? ["edit"] : []), "reject"];
  const said = await surroundings.ask(`${words.join(", ")} or later? `);
  const word = said?.trim().toLowerCase();
  if (word === undefined || isWord(word, "later")) return "later";
  if (isWord(word, "reject")) return askReason(surroundings);
  // The journal keeps the question's JSON Schema as plain JSON.
  if (asks && isWord(word, "answer")) return answered(waiting.gate.asks as JsonSchema, surroundings);
  if (!asks && isWord(word, "approve")) return confirmed(question, { decision: "approve" }, surroundings);
  if (takesEdits(question) && isWord(word, "edit")) return edited({ question, shown }, draft, surroundings);
  surroundings.err.write(`  ${[...words, "later"].join(", ")}: the first letter is enough\n`);
  return "again";
}

function isWord(said: string, word: string): boolean {
  return said !== "" && word.startsWith(said);
}

async function askReason({ ask, err }: Surroundings): Promise<Choice> {
  const reason = (await ask("the reason, for whoever does it again: "))?.trim();
  if (reason === undefined) return "later";
  if (reason !== "") return { decision: "reject", reason };
  err.write("  a rejection needs a reason\n");
  return "again";
}

async function answered(schema: JsonSchema, surroundings: Surroundings): Promise<Choice> {
  const got = await askAnswer(schema, surroundings);
  return got === undefined ? "later" : { decision: "answer", value: got.answer };
}

async function confirmed(question: OpenQuestion, decision: GateDecision, { ask, err }: Surroundings): Promise<Choice> {
  const confirm = confirmation(question);
  if (confirm === undefined || (decision.decision !== "approve" && decision.decision !== "edit")) return decision;
  const again = await ask('tier 5 asks twice: type "approve" once more: ');
  if (again === undefined) return "later";
  if (again.trim().toLowerCase() === "approve") {
    const pin = await ask("your PIN: ", { hidden: true });
    return pin === undefined ? "later" : { ...decision, confirm, pin };
  }
  err.write("  not confirmed: nothing has been decided\n");
  return "again";
}

async function edited({ question, shown }: ShownQuestion, draft: Draft, surroundings: Surroundings): Promise<Choice> {
  const file = editable(shown);
  const before = draft.text ?? file.text;
  let value: unknown;
  const isRead = await isTaken(async () => {
    draft.text = await openEditor({ ...file, text: before }, question.stage, surroundings.env);
    value = editedValue(draft.text, shown, { place: "your edit", isJson: file.ending === ".json" });
  }, surroundings);
  if (!isRead) return "again";
  if (draft.text === file.text) {
    surroundings.err.write("  nothing was changed\n");
    return "again";
  }
  return confirmed(question, { decision: "edit", value }, surroundings);
}

async function askEffect(shown: ShownQuestion, rig: Rig, surroundings: Surroundings): Promise<boolean> {
  const { question } = shown;
  if (question.waiting.on !== "effect") return false;
  const { err, ask } = surroundings;
  err.write(`${heading(shown)}nobody can say whether it happened: ${question.waiting.effect.why}\n`);
  for (;;) {
    const word = (await ask("it happened, do it or later? "))?.trim().toLowerCase();
    if (word === undefined || isWord(word, "later")) return false;
    if (isWord(word, "do it")) {
      await answerEffect(question.pipeline, question.run, { happened: false }, rig.options);
      return true;
    }
    if (!isWord(word, "it happened")) {
      err.write("  it happened, do it, later: the first letter is enough\n");
      continue;
    }
    const got = await askAnswer({ description: "what it gave" }, surroundings);
    if (got === undefined) return false;
    if (
      await isTaken(() => answerEffect(question.pipeline, question.run, { happened: true, answer: got.answer }, rig.options), surroundings)
    ) {
      return true;
    }
  }
}
