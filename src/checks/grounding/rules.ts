import type { FactRulePage } from "./fact-pack.js";

const DAY = {
  repository: "harbour",
  day: "2026-03-19",
  commits: [
    {
      id: "4f1c2d9ab0375e6f8a9b1c2d3e4f5a6b7c8d9e0f",
      author: "Ana Pop",
      subject: "Read the tide tables once at start",
      files: 2,
      added: 65,
      removed: 12,
    },
    {
      id: "9be07c1d5522a4438ffe10ab6c7d8899aabbccdd",
      author: "Dan Ionescu",
      subject: "Split the berth planner",
      files: 4,
      added: 274,
      removed: 254,
    },
    {
      id: "07aa31c4e8d9f6b5a4c3b2a190887766554433ee",
      author: "Ana Pop",
      subject: "Release 2.4.0",
      files: 1,
      added: 1,
      removed: 1,
    },
  ],
  paths: ["src/tides.ts", "src/berths/plan.ts", "package.json"],
  calls: ["readTideTable", "berth_plan"],
  times: { first: "09:12", last: "18:31" },
  buildMs: 90_000,
  bundleBytes: 1_437_226,
  coverage: 0.874,
  home: "https://harbour.example/docs/tides",
  contact: "ana@harbour.example",
  log: "The planner asked the clock in eleven places. It is now given the time.",
};

/** The pages of the pack: one for each kind of detail, all with the facts of one day. */
export const GROUNDING_RULES: readonly FactRulePage[] = [
  page("number", {
    why: "A figure that nobody counted reads exactly like one that somebody did.",
    counts:
      "Digits and number words in English (in Romanian where the text is Romanian), also with separators, `k`, `thousand` and so on. It may stand in the facts, be a count or a sum of a list, or its average where the sentence says so. The sum or difference of two numbers beside each other counts where the sentence says that it is one (more, fewer, net, together, …) and names one of the two by its figure or its key; a ratio of two before `times` or `a month`; what a list leaves after its first items before `more` or after `the other`. It may also follow from figures that the text says beside it: `four added, eight removed: 12`. Months and years may lie between two days of the facts. After about, nearly, over and the like it may be off by a tenth; with a fraction or `k` by half its last place; a round `four hundred` by a twentieth. Ordinals count from the sixth on. Not looked at: zero and one in words, `the two`, words up to twelve before what a text counts of itself (two ways, three reasons), `one or two`, numbers of sections, steps and pages, and the marks of numbered lists.",
    bad: ["The day brought 14 commits.", "They removed 268 lines.", "The change touches seventeen files."],
    good: [
      "The day brought three commits, with 340 lines added and 267 removed.",
      "So 73 more lines were added than removed, about 350 by the larger count.",
      "There are two ways to read a table, and one of them is the first.",
      "## 2. The work\n\nAna Pop made two of the 3 commits.",
    ],
  }),
  page("date", {
    why: "A wrong day sends a reader to the wrong place in the history.",
    counts:
      "Days, two days of one month (`7 to 11 June`), months with a year or after `in`, `since` and the like, a year after such a word, and names of weekdays, in all common spellings. Facts may hold a month as `2026-05`, as a key (`may`) or within a quarter (`Q3 2026`).",
    bad: ["The planner was split on 18 March 2026.", "It happened on a Tuesday.", "It has been so since 2019."],
    good: [
      "The planner was split on 19 March 2026, a Thursday.",
      "On March 19 it was done.",
      "It happened on 19.03.2026.",
      "It was in March 2026.",
    ],
  }),
  page("time", {
    why: "A time of day that no record holds is made up.",
    counts: "Digits, also with am and pm, and words: `half past six`, `ten past six`, `nine o'clock`.",
    bad: ["The last commit came at 23:40.", "Work began at 7 am."],
    good: ["The first commit came at 9:12 am, the last at 18:31.", "Work ended at 6:31 p.m."],
  }),
  page("duration", {
    why: "How long something took is measured or not known.",
    counts:
      "A number with a unit of time. A key such as `buildMs` or `wait_seconds` gives its number a unit; a key above it gives one too (`packageKB.before`). The time between two times or dates of one object or list counts, that between any two days where the sentence says later, before and the like, and the difference of two durations beside each other. `half an hour` counts; `one second` and `a minute` are turns of phrase.",
    bad: ["The build takes 45 seconds.", "The work took three hours."],
    good: ["The build takes 90 s.", "The build takes 1.5 minutes.", "From the first commit to the last it took nine hours."],
  }),
  page("size", {
    why: "How large something is was measured or is not known.",
    counts: "A number with a unit of size; a kilobyte may have 1,000 or 1,024 bytes.",
    bad: ["The bundle has 2 MB."],
    good: ["The bundle has 1.4 MB.", "The bundle has 1,437 KB."],
  }),
  page("percentage", {
    why: "A share is worked out from two figures, and these have to be there.",
    counts:
      "A number that stands as a percentage or as a fraction of one, or the proportion of two numbers beside each other where the sentence names both, by figure or by key, or of two that the text says beside it; rounded as shown. `Two thirds` is one too.",
    bad: ["Coverage rose to 95%.", "It made things 40 percent faster."],
    good: ["Coverage is 87.4%.", "Coverage is 87 percent.", "Of the lines, 79% as many were removed as added."],
  }),
  page("version", {
    why: "A version that was never released cannot be installed.",
    counts: "The whole version, with or without `v`, or what it begins with.",
    bad: ["It is out as v3.0.1."],
    good: ["It is out as v2.4.0.", "It is out as 2.4.0, the newest of v2."],
  }),
  page("path", {
    why: "A file that does not exist sends a reader looking for it.",
    counts: "The whole path, the folders that it begins with, or its end.",
    bad: ["The change is in src/engine/core.ts.", "See `lib/tides.ts`."],
    good: ["The change is in `src/berths/plan.ts`.", "See plan.ts in `src/berths`, and package.json."],
  }),
  page("commit", {
    why: "A commit id is exact or useless.",
    counts: "Seven characters or more of an id, from its beginning.",
    bad: ["See commit 5ad9c01."],
    good: ["See commit 4f1c2d9ab0.", "It is `9be07c1`."],
  }),
  page("identifier", {
    why: "A function that nobody wrote cannot be called.",
    counts: "camelCase, snake_case and any word in a span of code.",
    bad: ["It calls parseHarbour twice.", "It calls `loadAll`.", "It calls tide_cache."],
    good: ["It calls readTideTable.", "It calls `berth_plan` and `readTideTable()`.", "The file is in `src`, and the flag is `true`."],
  }),
  page("url", {
    why: "An address that was made up leads nowhere, or to somebody else.",
    counts:
      "Bare addresses and the targets of links; scheme, `www.`, fragment and a slash at the end aside; the beginning of a known address is known.",
    bad: ["See https://harbour.example/blog.", "See [the page](https://tides.example/)."],
    good: ["See https://harbour.example/docs/tides.", "See [the page](https://harbour.example/docs)."],
  }),
  page("email", {
    why: "Mail to an invented address is lost or read by a stranger.",
    bad: ["Write to dan@harbour.example."],
    good: ["Write to ana@harbour.example."],
  }),
  page("quotation", {
    why: "Words in quote marks are somebody's, and have to be theirs.",
    counts:
      "Three words or more between double quote marks, and block quotations. White space, quote marks, Markdown's marks, the size of letters and the mark at the end aside, they stand in one fact; `…` may leave words out, and [brackets] put some in.",
    bad: ['The log says "the planner was slow".', "> The planner was always slow.\n"],
    good: ['The log says "asked the clock in eleven places".', "> The planner asked … eleven places.\n", "They call it “given the time”."],
  }),
  page("name", {
    why: "A person or a product that is not in the facts was made up, or brought in from elsewhere.",
    counts:
      "Words with a capital inside a sentence; the first word of one only before another such word, or where it is a common first name. Each word of the name stands in the facts. Abbreviations up to five letters, weekdays, months and words that everybody knows are free; in German, where each noun has a capital, names are not looked at, and neither are they in a heading with a capital on each word, nor in the bold beginning of a paragraph that is one.",
    bad: ["The planner was split by Maria Stan.", "Maria wrote the log.", "It runs on Kubernetes."],
    good: ["The planner was split by Dan Ionescu.", "Ana wrote the log.", "The Harbour team's API is in English."],
  }),
];

function page(
  name: string,
  {
    bad,
    good,
    ...said
  }: {
    why: string;
    counts?: string;
    bad: readonly string[];
    good: readonly string[];
  },
): FactRulePage {
  return {
    id: `grounding/${name}`,
    fix: "Say what the facts say, or leave it out.",
    ...said,
    examples: { facts: DAY, bad, good },
  };
}
