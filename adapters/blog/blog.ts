import { z } from "zod";
import { adapter, effect, query } from "../../src/dsl/index.js";

/** Half of a surrogate pair has no UTF-8 form: it would not come back as it was given. */
const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text);

const Text = z.string().refine(isWellFormed, "holds half of a surrogate pair");

const Folder = z.string().min(1).optional().describe("The blog's folder, where it is not the one the blog was bound to");

export const Post = z.object({
  folder: Folder,
  slug: z
    .string()
    .max(100)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "small letters, digits and single dashes")
    .describe("The post's name in its address"),
  day: z.iso.date().describe("The day it is about, as YYYY-MM-DD"),
  title: Text.min(1).max(300),
  summary: Text.max(1_000).optional(),
  markdown: Text.min(1).describe("The text below the title; kept as it is, to the byte"),
});
export type Post = z.output<typeof Post>;

export const Published = z.object({
  path: z.string().describe("Its name in the blog, for `read`"),
  address: z.string().describe("Where a person opens it: a file's path, or a URL"),
  sha256: z.string().describe("Of the Markdown in UTF-8, in hex"),
});
export type Published = z.output<typeof Published>;

export const blog = adapter("blog", {
  /** Puts a post out. Another post of the same day and slug is never replaced: the new one gets a number to its name. */
  publish: effect({ takes: Post, gives: Published }),
  /** A post as it stands; null where there is none. */
  read: query({
    takes: z.object({
      folder: Folder,
      path: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}-[a-z0-9-]+\.md$/, "a day, a slug and .md")
        .describe("What `publish` gave as `path`"),
    }),
    gives: z.object({ markdown: z.string(), title: z.string(), day: z.iso.date(), sha256: z.string() }).nullable(),
  }),
});
