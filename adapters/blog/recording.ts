import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { sha256 } from "../../src/store/index.js";
import { blog, type Post, type Published } from "./blog.js";
import { postName } from "./post-name.js";

type BlogCalls = (typeof blog)["calls"];

/**
 * A blog for a rehearsal: publishes nothing, names each post as a folder would, and reads back what it was given.
 * `answers` take the place of any of that.
 */
export function blogRecording(options: { readonly answers?: Answers<BlogCalls> } = {}): Recording {
  const posts = new Map<string, Post>();
  const answered = new Map<string, Published>();
  const inFolder = (folder: string | undefined, path: string) => `${folder ?? ""}/${path}`;
  return recording(blog, {
    publish(post, { key, signal }) {
      signal.throwIfAborted();
      const before = answered.get(key);
      if (before) return before;
      let number = 1;
      while (posts.has(inFolder(post.folder, postName(post, number)))) number++;
      const path = postName(post, number);
      const answer = { path, address: `recording:${path}`, sha256: sha256(post.markdown) };
      posts.set(inFolder(post.folder, path), post);
      if (key !== "") answered.set(key, answer);
      return answer;
    },
    read({ folder, path }, { signal }) {
      signal.throwIfAborted();
      const post = posts.get(inFolder(folder, path));
      return post ? { markdown: post.markdown, title: post.title, day: post.day, sha256: sha256(post.markdown) } : null;
    },
    ...options.answers,
  });
}
