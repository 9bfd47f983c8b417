import { type Facts, factsFrom } from "../../../pipelines/publisher/facts.js";

type GatheredDay = Parameters<typeof factsFrom>[0];
type GatheredCommit = GatheredDay["commits"][number];

/** A commit as the git adapter gives it; what a test does not speak of is plain. */
export function commit(parts: Partial<GatheredCommit> & { subject: string }): GatheredCommit {
  return {
    hash: "0f".repeat(20),
    short: "0f0f0f0",
    author: "Ana Pop",
    date: "2026-03-19T09:12:00+02:00",
    body: "",
    files: [],
    isCutOff: false,
    ...parts,
  };
}

export function file(path: string, insertions: number | null, deletions: number | null): GatheredCommit["files"][number] {
  return { path, renamedFrom: null, insertions, deletions };
}

export function facts(parts: Partial<GatheredDay> = {}): Facts {
  return factsFrom({ repository: "harbour", day: "2026-03-19", commits: [], log: { today: null, yesterday: null }, ...parts });
}

/** A working day of two people: seven commits, a log, and one of the day before. */
export const workingDay = facts({
  commits: [
    commit({ subject: "Read the tide tables once at start", files: [file("src/tides.ts", 40, 12), file("test/tides.test.ts", 25, 0)] }),
    commit({ subject: "Fix the clock of the northern gauge", date: "2026-03-19T10:05:00+02:00", files: [file("src/gauge.ts", 3, 3)] }),
    commit({
      subject: "Split the berth planner into a pure part and its edges",
      author: "Dan Ionescu",
      date: "2026-03-19T11:40:00+02:00",
      body: "The planner asked the clock in eleven places. It is now given the time, so a day can be planned again and comes out the same.\n\n- no change of output\n\nSigned-off-by: Dan Ionescu <dan@example.org>",
      files: [
        file("src/berths/plan.ts", 180, 20),
        file("src/berths/edge.ts", 64, 0),
        file("src/planner.ts", 0, 230),
        file("docs/berths.md", 30, 4),
      ],
    }),
    commit({ subject: "Fix a typo", date: "2026-03-19T13:15:00+02:00", files: [file("README.md", 1, 1)] }),
    commit({
      subject: "Add a page on tides",
      author: "Dan Ionescu",
      date: "2026-03-19T14:00:00+02:00",
      files: [file("docs/tides.md", 55, 0), file("docs/tide.png", null, null)],
    }),
    commit({
      subject: "Fix the plan's order for ships of one length",
      date: "2026-03-19T16:20:00+02:00",
      files: [file("src/berths/plan.ts", 9, 2), file("test/berths.test.ts", 31, 0)],
    }),
    commit({
      subject: "Release 2.4.0",
      date: "2026-03-19T18:31:00+02:00",
      files: [file("package.json", 1, 1), file("CHANGELOG.md", 12, 0)],
    }),
  ],
  log: {
    today: "# 19 March\n\n- 09:00 the northern gauge is an hour off again\n- 11:30 planner split, see the commit\n- 18:35 2.4.0 is out\n",
    yesterday: "- asked the port for the tide tables of April\n",
  },
});
