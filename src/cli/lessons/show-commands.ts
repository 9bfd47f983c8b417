import type { Command } from "commander";
import { DEFAULT_LIMIT, droppedLessons, explainRanking, overlayOf, rankLessons } from "../../lessons/index.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { nowOf } from "../surroundings.js";
import { wholeNumber } from "../whole-number.js";
import { knownLessons, lessonBy } from "./known-lessons.js";
import { listText, whyText } from "./list-text.js";

interface OverlayOptions extends PrintOptions {
  readonly stage?: string;
  readonly task?: string;
  readonly max: number;
  readonly budget?: number;
}

/** `overlay`, `list` and `why`, which change nothing. */
export function showCommands(command: Command, { surroundings, end }: Invocation): void {
  const { out } = surroundings;
  const overlay = command
    .command("overlay")
    .description("the lessons that would go into a prompt now, and why they rank so")
    .argument("<name>", "whose: lessons/<name>.jsonl")
    .option("--stage <stage>", "only those for this stage or for every stage")
    .option("--task <words>", "what is to be done: lessons that speak of it weigh more")
    .option("--max <n>", "the most lessons", wholeNumber(0), DEFAULT_LIMIT)
    .option("--budget <tokens>", "the most tokens of the section", wholeNumber(0));
  printOptions(overlay);
  examples(overlay, ["stagewright lessons overlay publisher", "stagewright lessons overlay publisher --stage draft --max 3"]);
  overlay.action(async (name: string, { stage, task, max, budget, json }: OverlayOptions) => {
    const { lessons, skipped } = await knownLessons(name, surroundings);
    const now = nowOf(surroundings);
    const built = overlayOf(lessons, {
      now,
      max,
      ...(stage !== undefined && { stage }),
      ...(task !== undefined && { task }),
      ...(budget !== undefined && { budgetTokens: budget }),
    });
    const dropped = [...droppedLessons(lessons).values()].filter(({ why }) => why === "contradicted" || why === "replaced");
    const facts = { name, now, considered: lessons.length, ranked: built.chosen, noRoom: built.noRoom, dropped, skipped };
    const said = [
      explainRanking(built.chosen, skipped, lessons.length, dropped),
      ...built.noRoom.map(({ lesson }) => `no room for ${lesson.id}\n`),
      built.text === "" ? "" : `\n${built.text}`,
    ];
    out.write(json ? `${JSON.stringify({ ...facts, text: built.text, tokens: built.tokens }, undefined, 2)}\n` : said.join(""));
    end(EXIT.done);
  });
  const list = command
    .command("list")
    .description("all lessons of a file, and the lines of it that are none")
    .argument("<name>", "whose: lessons/<name>.jsonl");
  printOptions(list);
  examples(list, ["stagewright lessons list publisher"]);
  list.action(async (name: string, { json }: PrintOptions) => {
    const found = await knownLessons(name, surroundings);
    out.write(json ? `${JSON.stringify({ name, ...found }, undefined, 2)}\n` : listText(found));
    end(EXIT.done);
  });
  const why = command
    .command("why")
    .description("where a lesson comes from, what it weighs, and whether it goes into a prompt")
    .argument("<name>", "whose: lessons/<name>.jsonl")
    .argument("<id>", "the lesson, or enough of its id")
    .option("--stage <stage>", "as for this stage");
  printOptions(why);
  examples(why, ["stagewright lessons why publisher l-3f9a0c2b71de"]);
  why.action(async (name: string, id: string, { stage, json }: PrintOptions & { readonly stage?: string }) => {
    const known = await knownLessons(name, surroundings);
    const lesson = lessonBy(id, known, name);
    const { lessons } = known;
    const asked = { now: nowOf(surroundings), ...(stage !== undefined && { stage }) };
    const ranked = rankLessons(lessons, { ...asked, limit: lessons.length });
    const facts = { lesson, ranked: ranked.find((one) => one.lesson.id === lesson.id), dropped: droppedLessons(lessons).get(lesson.id) };
    out.write(json ? `${JSON.stringify(facts, undefined, 2)}\n` : whyText({ lesson, lessons, ranked, max: DEFAULT_LIMIT }));
    end(EXIT.done);
  });
}
