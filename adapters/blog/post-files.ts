import { link, lstat, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { StagewrightError } from "../../src/dsl/index.js";
import { sha256 } from "../../src/store/index.js";
import type { Post } from "./blog.js";
import { type FrontMatter, splitFrontMatter, withFrontMatter } from "./front-matter.js";
import { INDEX_MARK, indexPage } from "./index-page.js";
import { dayOf, postName } from "./post-name.js";

export interface PostFile {
  readonly path: string;
  readonly day: string;
  readonly fields: Partial<FrontMatter>;
  readonly markdown: string;
}

/** One post; undefined where there is no such file. A link is not followed: what it leads to is not the blog's. */
export async function readPost(folder: string, path: string): Promise<PostFile | undefined> {
  const day = dayOf(path);
  const file = join(folder, path);
  if (day === undefined || !(await isFile(file))) return undefined;
  return { path, day, ...splitFrontMatter(await readFile(file, "utf8")) };
}

export async function readPosts(folder: string): Promise<PostFile[]> {
  const names = await readdir(folder).catch(noneThere);
  const posts: PostFile[] = [];
  for (const name of names ?? []) {
    const post = await readPost(folder, name);
    if (post) posts.push(post);
  }
  return posts;
}

/** Writes a post under the first name that is free, whole or not at all, and returns the name. */
export async function writePost(folder: string, post: Post, key: string): Promise<string> {
  const { title, day, slug, summary, markdown } = post;
  const text = withFrontMatter({ title, date: day, slug, summary, sha256: sha256(markdown), key }, markdown);
  // Named after the key: what a crash leaves is written over by the next try.
  const draft = join(folder, `.${sha256(key).slice(0, 12)}.tmp`);
  try {
    const file = await open(draft, "w");
    try {
      await file.writeFile(text, "utf8");
      await file.sync();
    } finally {
      await file.close();
    }
    for (let number = 1; ; number++) {
      const name = postName(post, number);
      if (await linked(draft, join(folder, name))) return name;
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** A link, unlike a rename, never takes the place of a file that is there. */
async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Throws `blog/other-index` for an index page that somebody else wrote. */
export async function readIndex(folder: string): Promise<string | undefined> {
  const path = join(folder, "index.md");
  const found = await lstat(path).catch(noneThere);
  if (found === undefined) return undefined;
  const text = found.isFile() ? await readFile(path, "utf8") : "";
  if (text.startsWith(INDEX_MARK)) return text;
  throw new StagewrightError("blog/other-index", `"${path}" was not written by this blog and would be lost`, {
    hint: "publish into another folder, or move that file away",
  });
}

/** Brings the index page in line with the posts. Looks again after each write: another process may have added a post. */
export async function refreshIndex(folder: string): Promise<void> {
  for (;;) {
    const posts = await readPosts(folder);
    const page = indexPage(posts.map(({ path, day, fields }) => ({ path, day, title: fields.title ?? path, summary: fields.summary })));
    if ((await readIndex(folder)) === page) return;
    await writeFileAtomic(join(folder, "index.md"), page);
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(noneThere))?.isFile() ?? false;
}

function noneThere(error: unknown): undefined {
  if (codeOf(error) === "ENOENT") return undefined;
  throw error;
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
