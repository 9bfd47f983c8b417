import assert from "node:assert/strict";
import test from "node:test";
import { z } from "zod";
import { graphMermaid, graphText } from "../../src/cli/graph.js";
import {
  adapter,
  check,
  decide,
  deliver,
  each,
  effect,
  gate,
  gather,
  input,
  pipeline,
  query,
  rollbackTo,
  run,
  tasks,
  write,
} from "../../src/dsl/index.js";

const git = adapter("git", { log: query({ takes: z.string(), gives: z.array(z.string()) }) });
const blog = adapter("blog", { publish: effect({ takes: z.string(), gives: z.string() }) });
const request = input(z.object({ day: z.string() }));
const facts = gather("facts", { needs: { request }, uses: { git }, output: z.string(), run: ({ request }) => request.day });
const draft = write("draft", { needs: { facts }, output: z.string(), prompt: ({ facts }) => facts });
const review = check("review", {
  of: draft,
  checks: [{ rule: "r", given: { facts }, run: () => [] }],
  onFail: rollbackTo(draft, { max: 3 }),
});
const course = decide("course", {
  needs: { review },
  ways: { publish: "go on", rest: "stop", pivot: rollbackTo(facts, { max: 1 }) },
  choose: () => "publish",
});
const approve = gate("approve", { tier: 4, shows: draft, onReject: rollbackTo(draft, { max: 2 }) });
const ask = gate("ask", { tier: () => 3, shows: draft, asks: z.object({ seats: z.int() }) });
const publish = deliver("publish", { needs: { approve }, to: blog, call: (blog, { approve }) => blog.publish(approve) });
const post = pipeline("post", { description: 'a "post"', input: request, stages: [facts, draft, review, course, approve, ask, publish] });

const only = gather("only", { output: z.string(), run: () => "" });
const small = pipeline("small", { input: input(z.object({})), stages: [only] });
const all = each("all-of-them", { pipeline: small, over: () => [{}] });
const once = run("once", { pipeline: small, input: () => ({}) });
const whole = pipeline("whole", { input: input(z.object({})), stages: [all, once] });

test("a pipeline is drawn as lines with needs, adapters, tiers and ways back", () => {
  assert.equal(
    graphText(post),
    `post: a "post"
  1  facts    gather   needs input; uses git
  2  draft    write    needs facts; uses model
  3  review   check    of draft; compares with facts
                       ↩ failed: back to draft, at most 3
  4  course   decide   needs review
                       ↩ pivot: back to facts, at most 1
                       → publish: go on
                       → rest: the run ends here
  5  approve  gate     shows draft; tier 4
                       ↩ rejected: back to draft, at most 2
  6  ask      gate     shows draft; tier chosen when it opens; asks for data
  7  publish  deliver  needs approve; uses blog
`,
  );
});

test("a nested pipeline is drawn once, below the one that runs it", () => {
  assert.equal(
    graphText(whole),
    `whole
  1  all-of-them  each  runs for each item small
  2  once         run   runs small

small
  1  only  gather
`,
  );
});

test("a tree of tasks is drawn with the pipelines of all its kinds", () => {
  const kind = (name: string) => pipeline(name, { input: request, stages: [gather("only", { output: z.string(), run: () => "" })] });
  const work = tasks("work", { kinds: { read: kind("reading"), sum: kind("summing") }, plan: () => [], input: () => ({}) });
  const tree = pipeline("tree", { input: request, stages: [work] });
  assert.equal(graphText(tree).split("\n")[1], "  1  work  tasks  runs for its tasks reading, summing");
  assert.match(graphMermaid(tree), / {2}p0_work ==> p1\n {2}p0_work ==> p2\n/);
});

test("the Mermaid chart has the same stages, needs as arrows and ways back dashed", () => {
  assert.equal(
    graphMermaid(post),
    `flowchart TD
  subgraph p0["post"]
    p0_input(["input"])
    p0_facts["facts<br/>gather"]
    p0_draft["draft<br/>write"]
    p0_review["review<br/>check"]
    p0_course{{"course<br/>decide"}}
    p0_approve{"approve<br/>gate, tier 4"}
    p0_ask{"ask<br/>gate, tier chosen when it opens"}
    p0_publish[/"publish<br/>deliver"/]
  end
  p0_input --> p0_facts
  p0_facts --> p0_draft
  p0_draft --> p0_review
  p0_facts --> p0_review
  p0_review -. "failed, at most 3" .-> p0_draft
  p0_review --> p0_course
  p0_course -. "pivot, at most 1" .-> p0_facts
  p0_draft --> p0_approve
  p0_approve -. "rejected, at most 2" .-> p0_draft
  p0_draft --> p0_ask
  p0_approve --> p0_publish
`,
  );
  assert.match(graphMermaid(whole), / {2}p0_all_of_them ==> p1\n/);
});
