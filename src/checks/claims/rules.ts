import type { FactRulePage } from "../grounding/fact-pack.js";

const DAY = {
  repository: "harbour",
  commits: [
    { author: "Ana Pop", subject: "Read the tide tables once at start" },
    { author: "Dan Ionescu", subject: "Split the berth planner into a pure part and its edges" },
  ],
  log: "- noticed that the northern gauge is an hour off again\n- compared the gauge with the port's own clock\n- decided to give the planner the time instead of a clock",
};

const COUNTS =
  "Each clause by itself, in English, and with the frequent verbs in Romanian and German. A clause says so in the first person (`we compared`), of a person or a group (`Ruth presented`, `the team voted`), in the passive of a word for work (`was tested`), by results (`benchmarks showed`) or by naming the work (`after several experiments`). Questions, plans, conditions, denials and the speech of others do not count. Its support is the share of its content words, lightly stemmed and with words of one meaning as one, that stand in one fact, an object with its keys being one fact; the act must be named by a fact that shares something else with the clause. Names, figures and the words of the subject weigh half. Below 0.62 it is found.";

/** The pages of the pack: one for each kind of claim, all with the facts of one day. */
export const CLAIMS_RULES: readonly FactRulePage[] = [
  page("measured", {
    why: "A measurement, test or experiment that nobody made lends a text an authority that it has not earned.",
    bad: [
      "We ran memory comparisons on the new layout.",
      "After several batch-size experiments the numbers came down.",
      "The release was tested on two phones.",
    ],
    good: [
      "The gauge was compared with the port's own clock.",
      "Nobody has tested the planner on a phone.",
      "We plan to benchmark the planner.",
    ],
  }),
  page("seen", {
    why: "What somebody noticed, found or traced is the story of a search, and a made-up one leads the reader astray.",
    bad: [
      "I noticed a spike in the error rate.",
      "We found a leak in the login page.",
      "We traced the fault to a race between two workers.",
    ],
    good: ["I noticed that the northern gauge was an hour off again."],
  }),
  page("decided", {
    why: "A decision binds others, so it must have been taken.",
    bad: ["We decided against a rewrite in another language.", "The team chose a queue for the alerts."],
    good: ["We decided to give the planner the time instead of a clock.", "Should we decide it today?"],
  }),
  page("done", {
    why: "Work that is told and was not done is the worst thing that a report can hold.",
    bad: ["We rewrote the login page.", "I restarted every node of the cluster."],
    good: ["We split the berth planner into a pure part and its edges.", "The tide tables are read once.", "We need more ships."],
  }),
];

function page(name: string, { why, bad, good }: { why: string; bad: readonly string[]; good: readonly string[] }): FactRulePage {
  return {
    id: `claims/${name}`,
    why,
    fix: "Take the sentence out, or say what the facts say and no more.",
    counts: COUNTS,
    examples: { facts: DAY, bad, good },
  };
}
