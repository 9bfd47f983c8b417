import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, outcomeOf } from "../../src/projects/answer.js";
import { proposals, proposedTasks } from "../../src/projects/growth.js";
import { answersIn } from "../../src/projects/index.js";

test("proposed tasks are taken out of a text; the rest is the text, and its summary what others are told", () => {
  const text = [
    "# Survey",
    "## Summary",
    "Two leads are open.",
    "## Leads",
    "The log and the clock.",
    "## Proposed tasks",
    "- lead: the log of 1802",
    "* `look`: the clock",
    "- have a rest",
    "- none",
    "Thank you.",
  ].join("\n\n");
  const answer = answerOf(text);
  assert.equal(answer.markdown, "# Survey\n\n## Summary\n\nTwo leads are open.\n\n## Leads\n\nThe log and the clock.\n");
  assert.deepEqual(answer.proposes, [
    { kind: "lead", title: "the log of 1802" },
    { kind: "look", title: "the clock" },
    { kind: "", title: "have a rest" },
  ]);
  assert.equal(outcomeOf(answer).summary, "Two leads are open.");
  assert.equal(outcomeOf(answerOf("No heading at all.\n\nMore.")).summary, "No heading at all.");
});

test("a proposal of another kind, or one too many, is told to the model that made it", () => {
  const proposes = [
    { kind: "lead", title: "a" },
    { kind: "rewrite", title: "everything" },
    { kind: "", title: "have a rest" },
  ];
  const messages = (check: ReturnType<typeof proposals>) => check.run({ markdown: "", proposes }, {}).map(({ message }) => message);
  assert.deepEqual(messages(proposals({ kinds: ["lead"], perTask: 2 })), [
    'the proposed task "everything" is of kind "rewrite"; the kinds are "lead"',
    'the proposed task "have a rest" names no kind: write `- kind: what to do`; the kinds are "lead"',
    "3 tasks are proposed, expected at most 2: keep the most needed",
  ]);
  assert.equal(messages(proposals({ kinds: [], perTask: 2 }))[0], 'the proposed task "a" is of kind "lead"; this task may propose none');
});

test("a proposed task is named after the one that proposes it, and begins with what that has found", () => {
  const output = { summary: "", markdown: "", proposes: [{ kind: "lead", title: "the\nlog" }] };
  assert.deepEqual(proposedTasks({ task: { name: "survey", kind: "survey" }, status: "done", run: "r", output }), [
    { name: "survey-1", kind: "lead", title: "the log", needs: ["survey"], about: { proposedBy: "survey" } },
  ]);
  assert.deepEqual(proposedTasks({ task: { name: "survey", kind: "survey" }, status: "done", run: "r", output: 7 }), []);
});

const report = `# The mill

## Summary

The mill at Pont stood from 1781 to 1802.

## Owners

Jean Moreau built it in 1781.

The widow Lefèvre paid 300 livres for it.

## End

A flood broke the wheels.
`;

test("a question is answered by the passages of the report that hold its words, with their lines", () => {
  assert.deepEqual(answersIn(report, "Who was the widow Lefevre?"), [
    { section: "Owners", line: 11, text: "The widow Lefèvre paid 300 livres for it.", holds: ["widow", "lefevre"] },
  ]);
  assert.deepEqual(
    answersIn(report, "flood wheel").map(({ line }) => line),
    [15],
  );
  assert.deepEqual(answersIn(report, "Who was the emperor of China?"), []);
  assert.deepEqual(answersIn(report, "is it the"), []);
});

test("the line of a passage is where it stands, however the report is spaced", () => {
  const spaced = "# A\n\n## Owners\n\n\n\nJean Moreau.\n\n\nThe widow.\n";
  const lines = spaced.split("\n");
  for (const [question, text] of [
    ["Moreau", "Jean Moreau."],
    ["widow", "The widow."],
  ] as const) {
    const [passage] = answersIn(spaced, question);
    assert.equal(lines[(passage?.line ?? 0) - 1], text);
  }
});
