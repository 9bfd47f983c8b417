import { join } from "node:path";
import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { explainRanking, type Lessons, parseLessons, rankLessons, renderOverlay } from "../../lessons/index.js";
import { fileSources } from "../../runner/index.js";
import { columns } from "../columns.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { lessonFiles } from "../lesson-files.js";
import { didYouMean } from "../nearest.js";
import { lessonFolders } from "../rig.js";
import type { Surroundings } from "../surroundings.js";

interface OverlayOptions extends PrintOptions {
  readonly stage?: string;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  examples(command, [
    "stagewright lessons overlay publisher",
    "stagewright lessons overlay publisher --stage draft --json",
    "stagewright lessons list publisher",
  ]);
  const overlay = command
    .command("overlay")
    .description("the lessons that would go into a prompt now, and why they rank so")
    .argument("<name>", "whose: lessons/<name>.jsonl")
    .option("--stage <stage>", "only those for this stage or for every stage");
  printOptions(overlay);
  examples(overlay, ["stagewright lessons overlay publisher", "stagewright lessons overlay publisher --stage draft"]);
  overlay.action(async (name: string, options: OverlayOptions) => {
    const { lessons, skipped } = await read(name, surroundings);
    const now = surroundings.environment?.now() ?? new Date();
    const ranked = rankLessons(lessons, { now, ...(options.stage !== undefined && { stage: options.stage }) });
    const text = `${explainRanking(ranked, skipped, lessons.length)}${ranked.length === 0 ? "" : `\n${renderOverlay(ranked)}`}`;
    surroundings.out.write(
      options.json ? `${JSON.stringify({ name, now, considered: lessons.length, ranked, skipped }, undefined, 2)}\n` : text,
    );
    end(EXIT.done);
  });
  const list = command
    .command("list")
    .description("all lessons of a file, and the lines of it that are none")
    .argument("<name>", "whose: lessons/<name>.jsonl");
  printOptions(list);
  examples(list, ["stagewright lessons list publisher"]);
  list.action(async (name: string, options: PrintOptions) => {
    const found = await read(name, surroundings);
    surroundings.out.write(options.json ? `${JSON.stringify({ name, ...found }, undefined, 2)}\n` : listText(found));
    end(EXIT.done);
  });
}

async function read(name: string, { cwd }: Surroundings): Promise<Lessons> {
  const folders = lessonFolders(cwd);
  const text = await fileSources(cwd, folders).lessons(name);
  if (text !== undefined) return parseLessons(text, { place: `lessons/${name}.jsonl` });
  throw new StagewrightError("usage/lessons", `there is no file "lessons/${name}.jsonl"`, {
    hint: didYouMean(name, lessonFiles(folders), `lessons are read from ${join(cwd, "lessons")}`),
  });
}

function listText({ lessons, skipped }: Lessons): string {
  const rows = lessons.map(({ line, at, severity, stage, lesson }) => [
    `line ${line}`,
    at.slice(0, 10),
    `severity ${severity}`,
    stage ?? "every stage",
    lesson.replaceAll(/[\s\p{Cc}]+/gu, " ").trim(),
  ]);
  return `${columns(rows)}${skipped.map(({ place, reason }) => `skipped ${place}: ${reason}\n`).join("")}`;
}
