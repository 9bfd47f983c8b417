import { parser } from "@lezer/markdown";
import { z } from "zod";
import { StagewrightError } from "../../src/dsl/index.js";

const MOST_TITLE = 300;
const MOST_SLUG = 100;

/** What is published: fit for the blog, whatever the model wrote. */
export const Post = z.object({
  /** The post's name in its address: the same for every post about this repository. */
  slug: z
    .string()
    .max(MOST_SLUG)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  title: z.string().min(1).max(MOST_TITLE),
  day: z.iso.date(),
  /** The text below the title. */
  markdown: z.string().min(1),
});
export type Post = z.output<typeof Post>;

/**
 * Makes a post of a model's answer. Only title and text come from the model; what the post is about, code knows.
 *
 * @throws StagewrightError `post/title` where the text has no heading of level one or an endless one, `post/empty` where it has nothing else.
 */
export function postFromMarkdown(text: string, about: { readonly repository: string; readonly day: string }): Post {
  const answer = unwrapped(text.replace(/\r\n?/g, "\n").replace(/\p{Surrogate}/gu, "\ufffd")).trim();
  const heading = firstHeading(answer);
  if (heading === undefined || heading.title === "") {
    throw new StagewrightError("post/title", "the post has no title: there is no heading of level one in it", {
      hint: 'begin the post with a line such as "# A day of work"',
    });
  }
  if (heading.title.length > MOST_TITLE) {
    throw new StagewrightError("post/title", `the title of the post has ${heading.title.length} characters, more than ${MOST_TITLE}`, {
      hint: "the title is the first heading of level one: make it one short line",
    });
  }
  const markdown = `${answer.slice(0, heading.from)}${answer.slice(heading.to)}`.trim();
  if (markdown === "")
    throw new StagewrightError("post/empty", "the post has a title and no text", { hint: "write the sections below the title" });
  return { slug: slugOf(about.repository), title: heading.title, day: about.day, markdown: `${markdown}\n` };
}

/** Some models put their whole answer into a code block. */
function unwrapped(text: string): string {
  const [, , inner] = /^\s*(`{3,})(?:markdown|md)?[ \t]*\n(.*)\n\1\s*$/s.exec(text) ?? [];
  return inner ?? text;
}

interface Heading {
  /** As a reader sees it, without the marks of code, emphasis, links and escapes. */
  readonly title: string;
  readonly from: number;
  readonly to: number;
}

/** The first heading of level one that is not part of a quotation or a list. */
function firstHeading(markdown: string): Heading | undefined {
  for (let node = parser.parse(markdown).topNode.firstChild; node; node = node.nextSibling) {
    if (node.name === "ATXHeading1" || node.name === "SetextHeading1")
      return { title: textOf(markdown, node), from: node.from, to: node.to };
  }
  return undefined;
}

function textOf(markdown: string, heading: ReturnType<typeof parser.parse>["topNode"]): string {
  let text = "";
  let at = heading.from;
  const leaveOut = (from: number, to: number) => {
    text += markdown.slice(at, from);
    at = to;
  };
  heading.cursor().iterate(({ name, from, to }) => {
    if (name === "Escape") leaveOut(from, from + 1);
    else if (/Mark$|^(?:URL|LinkTitle)$/.test(name)) leaveOut(from, to);
  });
  return (text + markdown.slice(at, heading.to)).replace(/\s+/g, " ").trim();
}

function slugOf(repository: string): string {
  const name = repository
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MOST_SLUG)
    .replace(/^-+|-+$/g, "");
  return name === "" ? "repository" : name;
}
