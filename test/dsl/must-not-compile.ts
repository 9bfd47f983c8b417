/** What must compile, and what must not: `tsc` is the test. The sentences themselves are compared in sentences.test.ts. */
import { z } from "zod";
import {
  adapter,
  type Check,
  check,
  decide,
  deliver,
  each,
  effect,
  gate,
  gather,
  type ItemResult,
  input,
  type OutputOf,
  pipeline,
  query,
  rollbackTo,
  run,
  type Stage,
  write,
} from "../../src/dsl/index.js";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function expectType<_T extends true>(): void {}

const Facts = z.object({ day: z.string(), commits: z.array(z.string()) });
const Post = z.object({ title: z.string(), markdown: z.string() });
const blog = adapter("blog", {
  publish: effect({ takes: Post, gives: z.object({ url: z.string() }) }),
  read: query({ takes: z.string(), gives: Post }),
});
const git = adapter("git", { log: query({ takes: z.object({ day: z.string() }), gives: z.array(z.string()) }) });
declare function words(o: { max: number }): Check<{ markdown: string }>;
declare function groundedIn<N extends string>(s: Stage<N, unknown>): Check<{ markdown: string }, N>;

const request = input(z.object({ day: z.iso.date().default("2026-03-19").describe("the day to write about") }));
const facts = gather("facts", {
  output: Facts,
  needs: { request },
  uses: { git },
  run: async ({ request }, { git }) => ({ day: request.day, commits: await git.log(request) }),
});
const draft = write("draft", {
  output: Post,
  needs: { facts },
  prompt: ({ facts }) => facts.commits.join("\n"),
  dod: [words({ max: 1000 })],
});
const review = check("review", { of: draft, checks: [words({ max: 1000 }), groundedIn(facts)], onFail: rollbackTo(draft, { max: 3 }) });
const course = decide("course", {
  needs: { review },
  ways: { publish: "go on", rest: "stop", pivot: rollbackTo(facts, { max: 1 }) },
  choose: ({ review }) => (review.findings.length > 9 ? "pivot" : "publish"),
});
const approve = gate("approve", { tier: 4, shows: draft, onReject: rollbackTo(draft, { max: 2 }) });
const publish = deliver("publish", { needs: { approve }, to: blog, call: (blog, { approve }) => blog.publish(approve) });
const ask = gate("ask", { tier: 3, shows: draft, asks: z.object({ seats: z.int() }) });

export const publisher = pipeline("publisher", { input: request, stages: [facts, draft, review, course, approve, publish, ask] });
expectType<Equal<OutputOf<typeof approve>, { title: string; markdown: string }>>();
expectType<Equal<OutputOf<typeof ask>, { seats: number }>>();
expectType<Equal<OutputOf<typeof publish>, { url: string }>>();
expectType<Equal<OutputOf<typeof course>, { readonly way: "publish" | "rest" | "pivot" }>>();

const posts = pipeline("posts", { input: request, stages: [facts, draft] });
const nested = run("nested", { pipeline: posts, input: () => ({}) });
expectType<Equal<OutputOf<typeof nested>, { title: string; markdown: string }>>();
const many = each("many", { pipeline: posts, over: () => [{ day: "2026-03-19" }], concurrency: 2 });
expectType<Equal<OutputOf<typeof many>, readonly ItemResult<{ title: string; markdown: string }>[]>>();

// A stage may stand in the list itself.
export const inline = pipeline("inline", {
  input: request,
  stages: [facts, draft, gate("only", { tier: 3, shows: draft }), gather("last", { output: Facts, run: () => ({ day: "", commits: [] }) })],
});

// @ts-expect-error stage "draft" needs "facts", which is not listed before it
export const wrongOrder = pipeline("p", { input: request, stages: [draft, facts, approve] });
// @ts-expect-error stage "approve" needs "draft", which is not listed before it
export const missing = pipeline("p", { input: request, stages: [facts, approve] });
// @ts-expect-error two stages are named "facts"
export const twice = pipeline("p", { input: request, stages: [facts, facts, draft] });
const review2 = check("review", { of: draft, checks: [groundedIn(facts)] });
const draft2 = write("draft", { output: Post, prompt: () => "" });
// @ts-expect-error stage "review" needs "facts": a check of a check stage compares with it
export const unread = pipeline("p", { input: request, stages: [draft2, review2] });
const grounded = write("draft", { output: Post, prompt: () => "", dod: [groundedIn(facts)] });
// @ts-expect-error stage "draft" needs "facts": a check of its definition of done compares with it
export const unreadDod = pipeline("p", { input: request, stages: [grounded] });
const target = gate("approve", { tier: 4, shows: draft2, onReject: rollbackTo(facts, { max: 1 }) });
// @ts-expect-error stage "approve" goes back to "facts", which is not listed before it
export const unknownTarget = pipeline("p", { input: request, stages: [draft2, target] });
// @ts-expect-error a rollback target is a stage, not a string
export const stringTarget = rollbackTo("facts", { max: 1 });
// @ts-expect-error no such field in the facts
export const field = write("d", { output: Post, needs: { facts }, prompt: ({ facts }) => facts.nope });
// @ts-expect-error not among the needs
export const notNeeded = write("d", { output: Post, needs: { facts }, prompt: ({ draft }) => draft.title });
// @ts-expect-error the output is not what the schema takes
export const output = gather("g", { output: Facts, run: () => ({ day: 7, commits: [] }) });
// @ts-expect-error no tier 6
export const tier = gate("a", { tier: 6, shows: draft });
// @ts-expect-error a way that was not declared
export const way = decide("c", { needs: { review }, ways: { on: "go on" }, choose: () => "off" });
// @ts-expect-error the blog has no such call
export const call = deliver("p", { needs: { approve }, to: blog, call: (blog) => blog.send() });
// @ts-expect-error the blog takes a post
export const request2 = deliver("p", { needs: { facts }, to: blog, call: (blog, { facts }) => blog.publish(facts) });
// @ts-expect-error a rollback target that is declared later
const early = gate("a", { tier: 3, shows: draft, onReject: rollbackTo(later, { max: 1 }) });
const later = gather("later", { output: Facts, run: () => ({ day: "", commits: [] }) });

export { early };
// @ts-expect-error an adapter that the stage did not name
export const unnamed = gather("g", { output: Facts, needs: { request }, run: (_, { git }) => ({ day: "", commits: [] }) });
const empty = { title: "", markdown: "" };
// @ts-expect-error only a delivery may call an effect
export const effectful = gather("g", { output: Post, uses: { blog }, run: async (_, { blog }) => blog.publish(empty) });
// @ts-expect-error a check of numbers cannot review a post
export const wrongCheck = check("c", { of: draft, checks: [{ rule: "r", run: (value: number) => [] }] });
// @ts-expect-error the child takes a day
export const childInput = run("n", { pipeline: posts, input: () => ({ day: 7 }) });
