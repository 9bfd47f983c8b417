import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { type AnyStage, assertSound, check, decide, gather, input, pipeline, rollbackTo, write } from "../../src/dsl/index.js";
import { thrown } from "./thrown.js";

const request = input(z.object({ day: z.string() }));
const facts = gather("facts", { output: z.string(), run: () => "" });
const draft = write("draft", { needs: { facts }, output: z.string(), prompt: ({ facts }) => facts });

/** The list as somebody without a compiler would give it. */
const unchecked = (name: string, stages: readonly AnyStage[]) => thrown(() => assertSound(name, request, stages));

test("a sound list of stages becomes a frozen pipeline in the given order", () => {
  const posts = pipeline("posts", { input: request, stages: [facts, draft], description: "a post a day" });
  assert.deepEqual(
    { name: posts.name, description: posts.description, input: posts.input, stages: posts.stages.map((stage) => stage.name) },
    { name: "posts", description: "a post a day", input: request, stages: ["facts", "draft"] },
  );
  assert.ok(Object.isFrozen(posts) && Object.isFrozen(posts.stages));
});

test("the list that was given stays the caller's: a later push does not reach the pipeline", () => {
  const stages: [typeof facts, typeof draft] = [facts, draft];
  const posts = pipeline("posts", { input: request, stages });
  (stages as AnyStage[]).push(facts);
  assert.equal(posts.stages.length, 2);
});

test("a stage may need the input, which is not listed", () => {
  const letter = write("letter", { needs: { request }, output: z.string(), prompt: ({ request }) => request.day });
  assert.equal(pipeline("letters", { input: request, stages: [letter] }).stages[0], letter);
});

test("a name that cannot be a folder's is refused", () => {
  for (const name of ["", "Posts", "7days", "my posts", "../up", "posts/", "pösts"]) {
    assert.deepEqual(unchecked(name, [facts]), {
      code: "pipeline/name",
      message: `"${name}" cannot name a pipeline`,
      hint: "use small letters, digits and dashes, a letter first",
      place: `pipeline "${name}"`,
    });
  }
});

test("a pipeline without stages is refused", () => {
  assert.deepEqual(unchecked("posts", []), {
    code: "pipeline/empty",
    message: 'pipeline "posts" has no stages',
    hint: "list at least one stage",
    place: 'pipeline "posts"',
  });
});

test("a stage listed before one that it needs is refused", () => {
  assert.deepEqual(unchecked("posts", [draft, facts]), {
    code: "pipeline/order",
    message: 'stage "draft" needs "facts", which is not listed before it',
    hint: 'list "facts" before "draft"',
    place: 'pipeline "posts"',
  });
});

test("a stage that goes back to one that is not listed is refused", () => {
  const review = check("review", {
    of: draft,
    checks: [],
    onFail: rollbackTo(gather("other", { output: z.string(), run: () => "" }), { max: 1 }),
  });
  assert.deepEqual(unchecked("posts", [facts, draft, review]), {
    code: "pipeline/order",
    message: 'stage "review" goes back to "other", which is not listed before it',
    hint: 'list "other" before "review"',
    place: 'pipeline "posts"',
  });
});

test("a stage cannot go back to itself", () => {
  const once = gather("again", { output: z.string(), run: () => "" });
  const again = decide("again", { needs: {}, ways: { back: rollbackTo(once, { max: 1 }) }, choose: () => "back" });
  assert.equal(unchecked("posts", [again]).message, 'stage "again" goes back to "again", which is not listed before it');
});

test("two stages of one name are refused, and so is a stage named like the input", () => {
  const hint = "give each stage a name of its own";
  const place = 'pipeline "posts"';
  assert.deepEqual(unchecked("posts", [facts, facts]), { code: "pipeline/name", message: 'two stages are named "facts"', hint, place });
  const second = gather("input", { output: z.string(), run: () => "" });
  assert.deepEqual(unchecked("posts", [second]), { code: "pipeline/name", message: 'two stages are named "input"', hint, place });
});

test("a stage that needs a stage of a listed name, but another one, is refused", () => {
  const other = gather("facts", { output: z.string(), run: () => "other" });
  assert.deepEqual(unchecked("posts", [other, draft]), {
    code: "pipeline/other-stage",
    message: 'stage "draft" needs a "facts" that is not the one listed',
    hint: "use the same value in `needs` and in the list",
    place: 'pipeline "posts"',
  });
});

test("a stage that needs another pipeline's input is refused", () => {
  const foreign = input(z.object({ day: z.string() }));
  const letter = write("letter", { needs: { foreign }, output: z.string(), prompt: () => "" });
  assert.equal(unchecked("posts", [letter]).message, 'stage "letter" needs a "input" that is not the one listed');
});
