import { constants, copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StagewrightError } from "../../dsl/index.js";
import {
  type Category,
  type KnownLesson,
  type LessonFile,
  type Lessons,
  lessonFile,
  parseLessons,
  withCategories,
} from "../../lessons/index.js";
import { fileSources, userName } from "../../runner/index.js";
import { lessonFiles } from "../lesson-files.js";
import { didYouMean, nearest } from "../nearest.js";
import { lessonFolders } from "../rig.js";
import type { Surroundings } from "../surroundings.js";

/** The lessons that runs would be given. @throws StagewrightError `usage/lessons` where there is no such file. */
export async function knownLessons(name: string, { cwd }: Surroundings): Promise<Lessons> {
  const folders = lessonFolders(cwd);
  const text = await fileSources(cwd, folders).lessons(name);
  if (text !== undefined) return parseLessons(text, { place: `lessons/${name}.jsonl` });
  throw new StagewrightError("usage/lessons", `there is no file "lessons/${name}.jsonl"`, {
    hint: didYouMean(name, lessonFiles(folders), `lessons are read from ${join(cwd, "lessons")}`),
  });
}

/**
 * The file in the user's own folder, to be written to. Where the name has lessons that come with the package, it begins as
 * a copy of them: else the first lesson that is added would hide them.
 */
export function ownFile(name: string, { cwd }: Surroundings): LessonFile {
  const folder = join(cwd, "lessons");
  const file = lessonFile(folder, name);
  const shipped = lessonFolders(cwd)
    .slice(1)
    .map((one) => join(one, `${name}.jsonl`))
    .find((path) => existsSync(path));
  if (shipped === undefined || existsSync(file.path)) return file;
  const begun = (act: () => Promise<unknown>) => {
    mkdirSync(dirname(file.path), { recursive: true });
    if (!existsSync(file.path)) copyFileSync(shipped, file.path, constants.COPYFILE_EXCL);
    return act();
  };
  return {
    ...file,
    append: async (lines) => void (await begun(() => file.append(lines))),
    learn: async (learning) => {
      await begun(async () => {});
      return file.learn(learning);
    },
  };
}

/** A lesson by its id, or by enough of its beginning. @throws StagewrightError `usage/lesson`. */
export function lessonBy(given: string, { lessons }: Lessons, name: string): KnownLesson {
  const matching = lessons.filter(({ id }) => id === given);
  const found = matching.length > 0 ? matching : lessons.filter(({ id }) => id.startsWith(given));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length > 1) {
    throw new StagewrightError("usage/lesson", `"${given}" may be any of ${found.length} lessons`, {
      hint: `give more of the id: ${found.map(({ id }) => `"${id}"`).join(", ")}`,
    });
  }
  const near = nearest(
    given,
    lessons.map(({ id }) => id),
  );
  throw new StagewrightError("usage/lesson", `there is no lesson "${given}" in "lessons/${name}.jsonl"`, {
    hint: near === undefined ? `\`stagewright lessons list ${name}\` shows their ids` : `did you mean "${near}"?`,
  });
}

/** The categories that the user's folder adds to. */
export function knownCategories({ cwd }: Surroundings): readonly Category[] {
  const path = join(cwd, "lessons", "categories.json");
  return withCategories(existsSync(path) ? readFileSync(path, "utf8") : undefined);
}

/** Who sits at the terminal. */
export function personOf({ env }: Surroundings): string {
  return env.USER === undefined || env.USER === "" ? userName() : env.USER;
}
