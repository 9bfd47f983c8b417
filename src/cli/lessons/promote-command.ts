import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import writeFileAtomic from "write-file-atomic";
import { StagewrightError } from "../../dsl/index.js";
import { named } from "../../lessons/index.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { nowOf } from "../surroundings.js";
import { knownLessons, lessonBy, ownFile, personOf } from "./known-lessons.js";
import { COMES_BACK, promotable, promotionDiff, withLesson } from "./promotion.js";

interface PromoteOptions extends PrintOptions {
  readonly to?: string;
  readonly write?: true;
}

export function promoteCommand(command: Command, { surroundings, end }: Invocation): void {
  const { cwd, out } = surroundings;
  const promote = command
    .command("promote")
    .description(`show a lesson as a new line of the instructions; without an id, all that were seen ${COMES_BACK} times or more`)
    .argument("<name>", "whose: lessons/<name>.jsonl")
    .argument("[id]", "the lesson, or enough of its id")
    .option("--to <file>", "the instructions (default: pipelines/<name>/AGENT.md)")
    .option("--write", "put the line there, after a person at the terminal has said yes");
  printOptions(promote);
  examples(promote, ["stagewright lessons promote publisher", "stagewright lessons promote publisher l-3f9a0c2b71de --write"]);
  promote.action(async (name: string, id: string | undefined, { to, write, json }: PromoteOptions) => {
    const known = await knownLessons(name, surroundings);
    const file = to ?? join("pipelines", name, "AGENT.md");
    const path = resolve(cwd, file);
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    const lessons = id === undefined ? promotable(known.lessons, nowOf(surroundings)) : [lessonBy(id, known, name)];
    const proposals = lessons.map((lesson) => ({ lesson, diff: promotionDiff(file, text, lesson) }));
    if (json) out.write(`${JSON.stringify({ name, file, proposals }, undefined, 2)}\n`);
    else if (proposals.length === 0) out.write(`no lesson of "${name}" was seen ${COMES_BACK} times\n`);
    else out.write(proposals.map(({ lesson, diff }) => `${named(lesson)}\n  seen ${lesson.seen}, for review:\n${diff}`).join("\n"));
    if (!write) return end(EXIT.done);
    const [lesson] = lessons;
    if (id === undefined || lesson === undefined) {
      throw new StagewrightError("usage/lesson", "--write needs the id of one lesson", {
        hint: `name one: \`lessons promote ${name} <id> --write\``,
      });
    }
    if (!surroundings.canAsk) {
      throw new StagewrightError("lessons/person", "instructions are changed by a person at a terminal only", {
        hint: "call it from a terminal, or apply the diff by hand",
      });
    }
    const answer = await surroundings.ask(`put this line into ${file}? [y/N] `);
    if (!/^y(?:es)?$/i.test(answer?.trim() ?? "")) {
      out.write("nothing was changed\n");
      return end(EXIT.done);
    }
    writeFileAtomic.sync(path, withLesson(text, lesson));
    await ownFile(name, surroundings).append([
      { at: nowOf(surroundings).toISOString(), kind: "promoted", id: lesson.id, by: personOf(surroundings), to: file },
    ]);
    out.write(`written to ${file}; the lesson goes into no more overlays\n`);
    end(EXIT.done);
  });
}
