import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type AnyImplementation, implement, isStagewrightError, StagewrightError } from "../../src/dsl/index.js";
import { sha256 } from "../../src/store/index.js";
import { inTurn } from "../in-turn.js";
import { syncFolder } from "../whole-file.js";
import { blog, type Post, type Published } from "./blog.js";
import { codeOf, type PostFile, readIndex, readPost, readPosts, refreshIndex, writePost } from "./post-files.js";

/**
 * A folder as a blog: a file `<day>-<slug>.md` for each post, its front matter first, and `index.md`, which lists them.
 * The key of each post stands in its front matter: a key that is there already is never published again, and its
 * answer stays the same, whatever becomes of the file's text. A relative `folder` counts from `cwd`.
 *
 * Throws `blog/other-index`, `blog/folder`.
 */
export function localFolder({ cwd, folder: bound = "posts" }: { readonly cwd: string; readonly folder?: string }): AnyImplementation {
  const folderOf = (request: { readonly folder?: string | undefined }) => resolve(cwd, request.folder ?? bound);
  const oneByOne = inTurn();
  return implement(blog, "local folder", {
    publish: {
      perform: (post, { key, signal }) => oneByOne(() => publish({ folder: folderOf(post), post, key, signal })),
      // In turn as well: a try that was cut off may still be at it, and is waited for.
      lookup: (key, post, { signal }) =>
        oneByOne(async () => {
          signal.throwIfAborted();
          const answer = await settled(folderOf(post), key);
          return answer ? { happened: "yes", answer } : { happened: "no" };
        }),
    },
    read: {
      async perform(request, { signal }) {
        signal.throwIfAborted();
        const post = await readPost(folderOf(request), request.path);
        if (post === undefined) return null;
        return { markdown: post.markdown, title: post.fields.title ?? post.path, day: post.day, sha256: sha256(post.markdown) };
      },
    },
  });
}

interface Publish {
  readonly folder: string;
  readonly post: Post;
  readonly key: string;
  readonly signal: AbortSignal;
}

async function publish({ folder, post, key, signal }: Publish): Promise<Published> {
  signal.throwIfAborted();
  try {
    const before = await settled(folder, key);
    if (before) return before;
    await mkdir(folder, { recursive: true });
    // Looked at before the post is there: what cannot be finished is not begun.
    await readIndex(folder);
    signal.throwIfAborted();
    const path = await writePost(folder, post, key);
    await syncFolder(folder);
    await refreshIndex(folder);
    return { path, address: join(folder, path), sha256: sha256(post.markdown) };
  } catch (error) {
    if (isStagewrightError(error) || codeOf(error) === undefined) throw error;
    const because = error instanceof Error ? error.message : String(error);
    throw new StagewrightError("blog/folder", `the post cannot be written into "${folder}": ${because}`, {
      hint: "make the folder writable, or publish into another",
      cause: error,
    });
  }
}

/** What was answered to a key; finishes what a try left undone when it was cut off between the post and the index. */
async function settled(folder: string, key: string): Promise<Published | undefined> {
  // Without a runner there may be no key; such posts have nothing to be recognised by.
  const post = key === "" ? undefined : (await readPosts(folder)).find(({ fields }) => fields.key === key);
  if (post === undefined) return undefined;
  await refreshIndex(folder);
  return answerOf(folder, post);
}

function answerOf(folder: string, { path, fields, markdown }: PostFile): Published {
  return { path, address: join(folder, path), sha256: fields.sha256 ?? sha256(markdown) };
}
