import { randomUUID } from "node:crypto";
import { type AnyImplementation, implement, type Lookup } from "../../src/dsl/index.js";
import { sha256 } from "../../src/store/index.js";
import { inTurn } from "../in-turn.js";
import { blog, type Post, type Published } from "./blog.js";
import { htmlWithKept, type KeptPost, keptIn, keptMarkOf, markdownIn } from "./kept-post.js";

/** A post as a server has it. */
export interface ServedPost {
  readonly slug: string;
  readonly title: string;
  /** As it was sent, without what the service puts around it. */
  readonly html: string;
  readonly day: string;
  readonly address: string;
}

export interface NewServedPost {
  readonly slug: string;
  readonly title: string;
  readonly html: string;
  readonly summary: string | undefined;
  readonly at: Date;
}

/** What a service is asked for; all else is the same for each. */
export interface PostService {
  readonly title: string;
  /** All posts of these names, also drafts. */
  bySlugs(slugs: readonly string[], signal: AbortSignal): Promise<readonly ServedPost[]>;
  /** The service may give it another name, where that one is taken. */
  create(post: NewServedPost): Promise<ServedPost>;
}

export interface ServedBlogOptions {
  readonly now?: (() => Date) | undefined;
  /** For calls without a key, which nothing is to find again. */
  readonly newId?: (() => string) | undefined;
}

/** A post's name, and the names with a number that it has where that one is taken, are looked at so many at a time. */
const NAMES_AT_ONCE = 20;

/**
 * A blog on a server, as an implementation. A post is found by its slug and the slugs with a number to it, by the mark
 * that is kept in its HTML. A server has one place for all posts, so that a request's `folder` says nothing.
 */
export function servedBlog(service: PostService, { now = () => new Date(), newId = randomUUID }: ServedBlogOptions): AnyImplementation {
  const oneByOne = inTurn();

  /** What was published under a mark, and the first name that is free. */
  async function look(slug: string, mark: string, signal: AbortSignal) {
    let free: string | undefined;
    for (let first = 1; ; first += NAMES_AT_ONCE) {
      const slugs = Array.from({ length: NAMES_AT_ONCE }, (_, index) => numbered(slug, first + index));
      const posts = await service.bySlugs(slugs, signal);
      for (const post of posts) {
        const kept = keptIn(post.html);
        if (kept?.mark === mark) return { found: answerOf(post, kept), free };
      }
      free ??= slugs.find((one) => !posts.some((post) => post.slug === one));
      if (posts.length === 0) return { found: undefined, free };
    }
  }

  async function publish(post: Post, key: string, signal: AbortSignal): Promise<Published> {
    signal.throwIfAborted();
    const { slug, day, title, summary, markdown } = post;
    const mark = keptMarkOf(key === "" ? newId() : key);
    const { found, free = slug } = await look(slug, mark, signal);
    if (found !== undefined) return found;
    const kept: KeptPost = { mark, day, markdown };
    // A time to come would have the post wait for it.
    const at = new Date(Math.min(Date.parse(`${day}T12:00:00Z`), now().getTime()));
    // From here on an abort cuts nothing off, or nobody would know whether the post is out.
    return answerOf(await service.create({ slug: free, title, summary, html: htmlWithKept(kept), at }), kept);
  }

  return implement(blog, service.title, {
    publish: {
      perform: (post, { key, signal }) => oneByOne(() => publish(post, key, signal)),
      // In turn as well: a try that was cut off may still be at it, and is waited for.
      lookup: (key, { slug }, { signal }) =>
        oneByOne(async (): Promise<Lookup<Published>> => {
          signal.throwIfAborted();
          if (key === "") return { happened: "unknown" };
          const { found } = await look(slug, keptMarkOf(key), signal);
          return found === undefined ? { happened: "no" } : { happened: "yes", answer: found };
        }),
    },
    read: {
      async perform({ path }, { signal }) {
        signal.throwIfAborted();
        const [, day = "", slug = ""] = /^(\d{4}-\d{2}-\d{2})-(.+)\.md$/.exec(path) ?? [];
        const post = (await service.bySlugs([slug], signal)).find((one) => one.slug === slug);
        if (post === undefined || (keptIn(post.html)?.day ?? post.day) !== day) return null;
        const markdown = markdownIn(post.html);
        return { markdown, title: post.title, day, sha256: sha256(markdown) };
      },
    },
  });
}

function numbered(slug: string, number: number): string {
  return number === 1 ? slug : `${slug}-${number}`;
}

function answerOf({ slug, address }: ServedPost, { day, markdown }: KeptPost): Published {
  return { path: `${day}-${slug}.md`, address, sha256: sha256(markdown) };
}
