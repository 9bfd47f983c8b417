import { z } from "zod";
import { inlineCode } from "./quoting.js";

const Named = { name: z.string(), commits: z.int() };
const Lines = { added: z.int(), removed: z.int() };

const Commit = z.object({
  author: z.string(),
  time: z.string(),
  subject: z.string(),
  body: z.string().default(""),
  files: z.array(z.object({ path: z.string(), ...Lines })).default([]),
  filesLeftOut: z.int().default(0),
  ...Lines,
  isCutOff: z.boolean().default(false),
});
export type Commit = z.output<typeof Commit>;

/** The facts that the embedded writer knows how to tell: a day of work in a repository. It counts nothing that `totals` count. */
export const Day = z.object({
  repository: z.string(),
  day: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])-\d\d$/),
  commits: z.array(Commit),
  totals: z.object({
    commits: z.int(),
    files: z.int(),
    ...Lines,
    authors: z.array(z.object(Named)),
    otherAuthors: z.int().default(0),
    areas: z.array(z.object({ ...Named, files: z.int(), ...Lines })),
    otherAreas: z.int().default(0),
    times: z
      .object({ first: z.string(), last: z.string(), offsets: z.int(), parts: z.array(z.object({ part: z.string(), commits: z.int() })) })
      .nullable()
      .default(null),
    largest: z
      .object({ subject: z.string(), files: z.int(), ...Lines })
      .nullable()
      .default(null),
    mostTouched: z.object({ path: z.string(), commits: z.int() }).nullable().default(null),
    singleFile: z.int().default(0),
    shrinking: z.int().default(0),
    cutOff: z.int().default(0),
  }),
  log: z.object({ today: z.string().nullable(), yesterday: z.string().nullable() }).default({ today: null, yesterday: null }),
  leftOut: z.object({ commits: z.int(), files: z.int(), logCharacters: z.int() }).default({ commits: 0, files: 0, logCharacters: 0 }),
});
export type Day = z.output<typeof Day>;

/** A section's Markdown blocks: paragraphs and quotations. `told` is how many commits may be told one by one. */
export type Section = (day: Day, told: number) => readonly string[];

export function subjectOf({ subject }: { readonly subject: string }, most = 100): string {
  return inlineCode(subject, most) || "a commit without a subject";
}

export function clockOf({ time }: Commit): string | undefined {
  return /T(\d\d:\d\d)/.exec(time)?.[1];
}

export function filesOf({ files, filesLeftOut }: Commit): number {
  return files.length + filesLeftOut;
}

/** The top folder of a path, in words. */
export function folder(name: string): string {
  return name === "" ? "the top folder" : inlineCode(name, 60) || "a folder without a name";
}
