import assert from "node:assert/strict";
import { test } from "node:test";
import { Post, postFromMarkdown } from "../../pipelines/publisher/post.js";

const ABOUT = { repository: "harbour", day: "2026-03-19" };

test("the first heading of level one is the title, and the text below it the post", () => {
  const post = postFromMarkdown("# A day at the harbour\n\n## The day in short\n\nIt rained.\n", ABOUT);
  assert.deepEqual(post, {
    slug: "harbour",
    title: "A day at the harbour",
    day: "2026-03-19",
    markdown: "## The day in short\n\nIt rained.\n",
  });
  assert.deepEqual(Post.parse(post), post);
});

test("the title is as a reader sees it", () => {
  const title = (heading: string) => postFromMarkdown(`${heading}\n\nText.`, ABOUT).title;
  assert.equal(title("# Seven commits in `harbour`, *all* [good](https://example.org) \\* ##"), "Seven commits in harbour, all good *");
  assert.equal(title("#   Two   words"), "Two words");
  assert.equal(title("A title\nof two lines\n==="), "A title of two lines");
});

test("a heading inside code or a quotation is no title", () => {
  const { title, markdown } = postFromMarkdown("```sh\n# a comment\n```\n\n> # quoted\n\n# The title\n\nText.", ABOUT);
  assert.deepEqual([title, markdown], ["The title", "```sh\n# a comment\n```\n\n> # quoted\n\n\n\nText.\n"]);
});

test("an answer inside one code block is taken out of it", () => {
  assert.equal(postFromMarkdown("```markdown\r\n# A\r\n\r\nText with ```code```.\r\n```\r\n", ABOUT).markdown, "Text with ```code```.\n");
  assert.equal(postFromMarkdown("```\n# A\n\nText.\n```", ABOUT).title, "A");
});

test("text before the title stays, for the review to see", () => {
  assert.equal(postFromMarkdown("Sure! Here is a draft.\n\n# A\n\nText.", ABOUT).markdown, "Sure! Here is a draft.\n\n\n\nText.\n");
});

test("a post without a title is an error that says how to give it one", () => {
  for (const text of ["", "## Only sections\n\nText.", "#\n\nText.", "#No space\n"]) {
    assert.throws(() => postFromMarkdown(text, ABOUT), {
      code: "post/title",
      message: "the post has no title: there is no heading of level one in it",
      hint: 'begin the post with a line such as "# A day of work"',
    });
  }
});

test("an endless title and a post of nothing but a title are errors", () => {
  assert.throws(() => postFromMarkdown(`# ${"x".repeat(301)}\n\nText.`, ABOUT), {
    code: "post/title",
    message: "the title of the post has 301 characters, more than 300",
    hint: "the title is the first heading of level one: make it one short line",
  });
  assert.throws(() => postFromMarkdown("# A\n", ABOUT), {
    code: "post/empty",
    message: "the post has a title and no text",
    hint: "write the sections below the title",
  });
});

test("a slug is made of the repository's name, whatever that is", () => {
  const slug = (repository: string) => Post.parse(postFromMarkdown("# A\n\nText \ud800.", { ...ABOUT, repository })).slug;
  assert.deepEqual(["harbour", "Știri & Co.", ".pyenv", "東京", "", `${"a".repeat(99)}-b`].map(slug), [
    "harbour",
    "stiri-co",
    "pyenv",
    "repository",
    "repository",
    "a".repeat(99),
  ]);
});
