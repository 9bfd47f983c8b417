import { type Command, Option } from "commander";
import { SEVERITIES, type Severity, StagewrightError } from "../../dsl/index.js";
import { named } from "../../lessons/index.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { didYouMean } from "../nearest.js";
import { nowOf, type Surroundings } from "../surroundings.js";
import { knownCategories, knownLessons, lessonBy, ownFile, personOf } from "./known-lessons.js";

interface AddOptions extends PrintOptions {
  readonly category: string;
  readonly severity: Severity;
  readonly stage?: string;
  readonly evidence?: string;
  readonly fix?: string;
  readonly replaces?: readonly string[];
  readonly contradicts?: readonly string[];
}

/** `add`, `retire` and `compact`. */
export function changeCommands(command: Command, { surroundings, end }: Invocation): void {
  const { out } = surroundings;
  const add = command
    .command("add")
    .description("add a lesson in your own words; one that says the same is made stronger instead")
    .argument("<name>", "whose: lessons/<name>.jsonl")
    .argument("<text>", "what to do, in a sentence or two")
    .option("--category <name>", "what it is about", "GENERAL")
    .addOption(new Option("--severity <severity>", "how bad it is where it is not followed").choices(SEVERITIES).default("warning"))
    .option("--stage <stage>", "the stage it is for; else for every stage")
    .option("--evidence <text>", "what was seen")
    .option("--fix <text>", "how to mend it")
    .option("--replaces <id>", "a lesson that counts no more because of this one; once for each", several)
    .option("--contradicts <id>", "a lesson that says the opposite; once for each", several);
  printOptions(add);
  examples(add, [
    'stagewright lessons add publisher "Say what a number counts." --stage draft --category EXTRACTION --severity error',
    'stagewright lessons add publisher "Open with the result." --replaces l-3f9a0c2b71de',
  ]);
  add.action(async (name: string, text: string, { json, ...options }: AddOptions) => {
    const { category, severity, stage, evidence, fix, replaces, contradicts } = options;
    if (text.trim() === "")
      throw new StagewrightError("usage/lesson", "the lesson is empty", { hint: "say what to do, in a sentence or two" });
    assertCategory(category, surroundings);
    const lesson = {
      category,
      severity,
      description: text.trim(),
      by: personOf(surroundings),
      ...(stage !== undefined && { stage }),
      ...(evidence !== undefined && { evidence }),
      ...(fix !== undefined && { fix }),
      ...(replaces !== undefined && { replaces: [...replaces] }),
      ...(contradicts !== undefined && { contradicts: [...contradicts] }),
    };
    const outcome = await ownFile(name, surroundings).learn({ at: nowOf(surroundings).toISOString(), lessons: [lesson] });
    const said = [...outcome.added.map((one) => `added ${named(one)}\n`), ...outcome.seenAgain.map((one) => `seen again ${named(one)}\n`)];
    out.write(json ? `${JSON.stringify({ name, added: outcome.added, seenAgain: outcome.seenAgain }, undefined, 2)}\n` : said.join(""));
    end(EXIT.done);
  });
  const retire = command
    .command("retire")
    .description("take a lesson out of all prompts; its line stays, so that it does not come back from another branch")
    .argument("<name>", "whose: lessons/<name>.jsonl")
    .argument("<id>", "the lesson, or enough of its id")
    .requiredOption("--reason <text>", "why it counts no more");
  printOptions(retire);
  examples(retire, ['stagewright lessons retire publisher l-3f9a0c2b71de --reason "the rule is gone"']);
  retire.action(async (name: string, id: string, { reason, json }: PrintOptions & { readonly reason: string }) => {
    const lesson = lessonBy(id, await knownLessons(name, surroundings), name);
    const note = { at: nowOf(surroundings).toISOString(), kind: "retired" as const, id: lesson.id, by: personOf(surroundings), reason };
    await ownFile(name, surroundings).append([note]);
    out.write(json ? `${JSON.stringify({ name, retired: note }, undefined, 2)}\n` : `retired ${named(lesson)}\n`);
    end(EXIT.done);
  });
  const compact = command
    .command("compact")
    .description("put a file in order: one line where several say the same, nothing that has long counted no more")
    .argument("<name>", "whose: lessons/<name>.jsonl");
  printOptions(compact);
  examples(compact, ["stagewright lessons compact publisher"]);
  compact.action(async (name: string, { json }: PrintOptions) => {
    await knownLessons(name, surroundings);
    const { text: _, ...result } = await ownFile(name, surroundings).compact(nowOf(surroundings));
    const { linesBefore, linesAfter, gone, unreadable } = result;
    const said = `${linesBefore} lines before, ${linesAfter} after; ${gone.length} too old, ${unreadable} unreadable\n`;
    out.write(json ? `${JSON.stringify({ name, ...result }, undefined, 2)}\n` : said);
    end(EXIT.done);
  });
}

function assertCategory(category: string, surroundings: Surroundings): void {
  const names = knownCategories(surroundings).map(({ name }) => name);
  if (names.includes(category)) return;
  throw new StagewrightError("usage/category", `there is no category "${category}"`, {
    hint: `${didYouMean(category, names, `there are ${names.join(", ")}`)}; lessons/categories.json may add others`,
  });
}

function several(id: string, ids: readonly string[] = []): readonly string[] {
  return [...ids, id];
}
