import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Facts, factsFrom, isThin } from "../../pipelines/publisher/facts.js";
import { anyFacts } from "../model/embedded/any-facts.js";
import { commit, file } from "../model/embedded/sample-facts.js";

const NO_LOG = { today: null, yesterday: null };

test("the figures of a day are worked out from what git and the log say", () => {
  const facts = factsFrom({
    repository: "harbour",
    day: "2026-03-19",
    commits: [
      commit({
        subject: "Later",
        author: "Dan Ionescu",
        date: "2026-03-19T18:05:09+02:00",
        files: [file("src/a.ts", 1, 9), file("logo.png", null, null)],
      }),
      commit({
        subject: "Earlier",
        body: "Why.\n\n",
        date: "2026-03-19T08:00:00Z",
        files: [file("src/a.ts", 10, 2), file("src/b/c.ts", 5, 0)],
      }),
      commit({ subject: "Cut", date: "2026-03-19T23:59:00+02:00", isCutOff: true }),
    ],
    log: { today: "- a line\n", yesterday: " \n" },
  });
  assert.deepEqual(
    facts.commits.map(({ subject }) => subject),
    ["Earlier", "Later", "Cut"],
  );
  assert.deepEqual(facts.commits[0], {
    hash: "0f".repeat(20),
    author: "Ana Pop",
    time: "2026-03-19T08:00:00Z",
    subject: "Earlier",
    body: "Why.",
    files: [
      { path: "src/a.ts", added: 10, removed: 2 },
      { path: "src/b/c.ts", added: 5, removed: 0 },
    ],
    added: 15,
    removed: 2,
    isCutOff: false,
  });
  assert.deepEqual(facts.totals, {
    commits: 3,
    files: 3,
    added: 16,
    removed: 11,
    authors: [
      { name: "Ana Pop", commits: 2 },
      { name: "Dan Ionescu", commits: 1 },
    ],
    otherAuthors: 0,
    areas: [
      { name: "src", commits: 2, files: 2, added: 16, removed: 11 },
      { name: "", commits: 1, files: 1, added: 0, removed: 0 },
    ],
    otherAreas: 0,
    times: {
      first: "08:00",
      last: "23:59",
      offsets: 2,
      parts: [
        { part: "morning", commits: 1 },
        { part: "evening", commits: 2 },
      ],
    },
    largest: { subject: "Earlier", files: 2, added: 15, removed: 2 },
    mostTouched: { path: "src/a.ts", commits: 2 },
    singleFile: 0,
    shrinking: 1,
    cutOff: 1,
  });
  assert.deepEqual(facts.log, { today: "- a line\n", yesterday: null });
});

test("beyond the twelfth, authors and folders are only counted", () => {
  const commits = Array.from({ length: 15 }, (_, index) =>
    commit({ subject: "x", author: `A${index}`, files: [file(`d${index}/f`, index, 0)] }),
  );
  const { totals } = factsFrom({ repository: "r", day: "2026-03-19", commits, log: NO_LOG });
  assert.deepEqual([totals.authors.length, totals.otherAuthors, totals.areas.length, totals.otherAreas], [12, 3, 12, 3]);
  assert.equal(totals.areas[0]?.name, "d14");
});

test("a day without commits is thin, unless it has a log", () => {
  const day = { repository: "r", day: "2026-03-19", commits: [], log: NO_LOG };
  assert.equal(isThin(factsFrom(day)), true);
  assert.equal(isThin(factsFrom({ ...day, log: { today: " \n", yesterday: "- of the day before" } })), true);
  assert.equal(isThin(factsFrom({ ...day, log: { today: "- a line", yesterday: null } })), false);
  assert.equal(isThin(factsFrom({ ...day, commits: [commit({ subject: "x" })] })), false);
});

test("whatever was gathered, the facts fit their schema and their figures add up", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      assert.deepEqual(Facts.parse(facts), facts);
      const { totals, commits } = facts;
      assert.equal(totals.commits, commits.length);
      assert.equal(
        totals.added,
        commits.flatMap(({ files }) => files).reduce((sum, { added }) => sum + added, 0),
      );
      if (totals.otherAuthors === 0)
        assert.equal(
          totals.authors.reduce((sum, author) => sum + author.commits, 0),
          commits.length,
        );
      if (totals.otherAreas === 0)
        assert.equal(
          totals.areas.reduce((sum, { files }) => sum + files, 0),
          totals.files,
        );
    }),
    { numRuns: 40 },
  );
});
