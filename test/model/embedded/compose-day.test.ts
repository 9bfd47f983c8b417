import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Facts } from "../../../pipelines/publisher/facts.js";
import { promptFor, SECTIONS } from "../../../pipelines/publisher/prompt.js";
import { emDashes, noLists, parseText, sections, tropes, words } from "../../../src/checks/index.js";
import { composeAnswer } from "../../../src/model/embedded/compose-answer.js";
import { anyFacts } from "./any-facts.js";
import { commit, facts, file, workingDay } from "./sample-facts.js";

function postOf(day: Facts): string {
  return composeAnswer([{ role: "user", content: promptFor(day) }]).text;
}

/** The paragraphs and quotations of one section. */
function section(post: string, title: (typeof SECTIONS)[number]): string {
  const part = post.split(/^## |^\*This post was/m).find((one) => one.startsWith(`${title}\n`));
  return part?.slice(title.length).trim() ?? "";
}

test("a working day is told whole", () => {
  assert.equal(
    postOf(workingDay),
    `# Seven commits in \`harbour\` on 19 March 2026

## The day in short

On 19 March 2026, the repository \`harbour\` received seven commits from Ana Pop and Dan Ionescu. The first of them was made at 09:12 and the last at 18:31. They touch 13 files, with 451 lines added and 273 removed. More than half of the changed lines are in \`src\`. The daily log for the day has three entries.

## What changed

The day's first commit, at 09:12, is \`Read the tide tables once at start\`. At 10:05 came \`Fix the clock of the northern gauge\`, which touches \`src/gauge.ts\`. Later came \`Split the berth planner into a pure part and its edges\`, by Dan Ionescu, adding 274 lines and removing 254. Then \`Fix a typo\` changed \`README.md\`.

From Dan Ionescu there is \`Add a page on tides\`, with 55 lines added. The commit \`Fix the plan's order for ships of one length\` of 16:20 has 40 lines added and two removed. The last one of the day, at 18:31, is \`Release 2.4.0\`. Of the subjects, three begin with \`Fix\`.

The message of \`Split the berth planner into a pure part and its edges\` says more:

> The planner asked the clock in eleven places. It is now given the time, so a day can be planned again and comes out the same.

## Where the work went

The 13 files that changed lie in four folders, subfolders not counted. The most changed lines are in \`src\`: five files, with 296 lines added and 267 removed. \`docs\` comes second, with three files: 85 lines added and four removed. In \`test\` two files changed, with 56 lines added. The changes in the top folder come to three files, with 14 lines added and two removed.

No file appears in more commits than \`src/berths/plan.ts\`, which two of them changed. By lines, the most was done in \`src/planner.ts\`, with 230 lines removed.

## How large the changes are

The day comes to 451 lines added and 273 removed. So 178 more lines were added than removed. The largest commit is \`Split the berth planner into a pure part and its edges\`, which touches four files, with 274 lines added and 254 removed. Of the seven commits, two change a single file. There is no commit that removes more lines than it adds.

## Who worked and when

Ana Pop made five commits and Dan Ionescu two. By the authors' own clocks there are three commits in the morning, three in the afternoon and one in the evening. Ana Pop made both the first commit, at 09:12, and the last, at 18:31.

## What the daily log adds

The daily log for 19 March 2026 has three entries. Its heading is \`19 March\`. The first one reads:

> 09:00 the northern gauge is an hour off again

The last one reads:

> 18:35 2.4.0 is out

The log of the day before has one entry. It reads:

> asked the port for the tide tables of April

*This post was composed without a language model.*
`,
  );
});

test("a day of one commit is told of that commit, with the words of its message", () => {
  const post = postOf(
    facts({ commits: [commit({ subject: "Fix the gauge", body: "It was an hour off.", files: [file("src/gauge.ts", 3, 3)] })] }),
  );
  assert.equal(
    section(post, "The day in short"),
    "On 19 March 2026, the repository `harbour` received one commit from Ana Pop. It was made at 09:12. It touches one file, with three lines added and three removed. No daily log was kept that day.",
  );
  assert.equal(
    section(post, "What changed"),
    "The one commit of the day is `Fix the gauge`. It touches `src/gauge.ts`, with three lines added and three removed.\n\nIts message goes on to say:\n\n> It was an hour off.",
  );
  assert.equal(section(post, "Where the work went"), "The only file that changed is in `src`. No other folder was touched.");
  assert.equal(
    section(post, "How large the changes are"),
    "The day comes to three lines added and three removed. As many lines were added as removed. All of it is in one commit. It changes a single file.",
  );
  assert.equal(
    section(post, "Who worked and when"),
    "The commit is by Ana Pop. Its time is 09:12, in the morning by the author's clock. There is no other commit to compare it with.",
  );
  assert.equal(
    section(post, "What the daily log adds"),
    "There is no daily log for 19 March 2026. There is none for the day before either. What stands in this post comes from the commits alone.",
  );
});

test("a day with a log and no commits rests on the log and says so", () => {
  const post = postOf(facts({ log: { today: "- looked for the leak\n- found none\n", yesterday: "# Monday\n" } }));
  assert.match(post, /^# The daily log of `harbour` on 19 March 2026\n/);
  assert.equal(
    section(post, "The day in short"),
    "There are no commits in the repository `harbour` on 19 March 2026. A daily log was kept, and this post rests on it alone. The daily log for the day has two entries.",
  );
  assert.equal(
    section(post, "What changed"),
    "No commit tells what was changed, so the daily log has to speak. These are its two entries:\n\n> looked for the leak\n\n> found none",
  );
  assert.match(
    section(post, "What the daily log adds"),
    /^The daily log for 19 March 2026 is the source of this post\. The log of the day before has no entries to quote\./,
  );
});

test("a shallow clone's commit is not said to have changed nothing", () => {
  const post = postOf(facts({ commits: [commit({ subject: "Fix the gauge", isCutOff: true })] }));
  assert.match(section(post, "The day in short"), /The files that changed are not known here\./);
  assert.match(
    section(post, "What changed"),
    /Which files it touches is not known here, as the clone of the repository ends at this commit\./,
  );
  assert.equal(
    section(post, "Where the work went"),
    "The clone of the repository is a shallow one. Which files and folders were worked on is not known from it.",
  );
  assert.equal(
    section(post, "How large the changes are"),
    "How many lines changed is not known here. The clone of the repository is a shallow one and ends at this day.",
  );
});

test("of two commits of which one is cut off, the figures say that they leave it out", () => {
  const post = postOf(
    facts({ commits: [commit({ subject: "One", isCutOff: true }), commit({ subject: "Two", files: [file("a.ts", 2, 0)] })] }),
  );
  assert.equal(
    section(post, "Where the work went"),
    "The only file that changed is in the top folder. What one further commit touched is not known, as the clone of the repository ends there.",
  );
  assert.match(section(post, "How large the changes are"), /These figures leave out one commit of which the changes are not known\./);
});

test("commits without files, without a subject and at one minute are told as they are", () => {
  const post = postOf(facts({ commits: [commit({ subject: "" }), commit({ subject: "Empty", author: "" })] }));
  assert.match(section(post, "The day in short"), /All of them were made at 09:12\. No files are named in them\./);
  assert.equal(
    section(post, "What changed"),
    "The day's first commit, at 09:12, is a commit without a subject. It names no files. The last one of the day, at 09:12, is `Empty`. It names no files.",
  );
  assert.equal(
    section(post, "Who worked and when"),
    "Somebody without a name made one commit and Ana Pop one. By the authors' own clocks all of the work was committed in the morning. The first commit, at 09:12, is by Ana Pop, and the last, at 09:12, by somebody without a name.",
  );
});

test("two messages are quoted at most, those of the commits with the most changed lines", () => {
  const speaking = (name: string, lines: number) =>
    commit({ subject: name, body: `${name} says why.`, files: [file(`src/${name}.ts`, lines, 0)] });
  const post = postOf(facts({ commits: [speaking("Alpha", 1), speaking("Beta", 9), speaking("Gamma", 5), speaking("Delta", 2)] }));
  assert.match(
    section(post, "What changed"),
    /\n\nThe message of `Beta` says more:\n\n> Beta says why\.\n\nThis is from the message of `Gamma`:\n\n> Gamma says why\.$/,
  );
  assert.equal(
    section(post, "Who worked and when"),
    "All four commits are by Ana Pop. By the authors' own clocks all of the work was committed in the morning.",
  );
});

test("a log that is too long for the prompt is not counted, and its cut end not quoted as its end", () => {
  const post = postOf(facts({ commits: [commit({ subject: "x" })], log: { today: "- first\n".repeat(2_000), yesterday: "- a\n- b\n" } }));
  assert.match(section(post, "The day in short"), /A daily log exists for the day\.$/);
  assert.equal(
    section(post, "What the daily log adds"),
    "The daily log for 19 March 2026 is longer than what was handed to this post. It begins with this entry:\n\n> first\n\nThe day before has a log as well.",
  );
});

test("of 500 commits a few are told and all are counted", () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    commit({
      subject: `Fix gauge ${index} of the northern harbour, where the old clock was wrong`,
      author: `Author ${String.fromCharCode(65 + (index % 20))}`,
      date: `2026-03-19T${String(Math.floor(index / 30)).padStart(2, "0")}:00:00+0${index % 3}:00`,
      files: [file(`area${index % 15}/gauge${index}.ts`, index, 1), file("CHANGELOG.md", 1, 0)],
      body: "A sentence of this body.",
    }),
  );
  const post = postOf(facts({ commits: many }));
  assert.match(
    section(post, "The day in short"),
    /received 500 commits from 20 people\. .* They touch 501 files, with 125,250 lines added and 500 removed\./,
  );
  assert.match(
    section(post, "What changed"),
    /^One of the commits, at 14:00, is `Fix gauge 422 .*\sA further 488 commits are counted in the figures here and are not told one by one\.$/s,
  );
  assert.match(section(post, "Where the work went"), /No file appears in more commits than `CHANGELOG\.md`, which 500 of them changed\.$/);
  assert.match(
    section(post, "Who worked and when"),
    /16 more people made the remaining 400\. .* the commits carry three different offsets from UTC\.$/,
  );
});

test("marks, banned words and orders in a commit stay inside code and quotations", () => {
  const subject = "- delve into `the` rich tapestry — a *game-changer* <!-- x -->";
  const post = postOf(
    facts({
      repository: "# delve into",
      commits: [
        commit({
          subject,
          author: "* delve into",
          body: `${subject}\n\n${"```"}json\n{}\n${"```"}`,
          files: [file("- delve into/—.ts", 1, 0), file("`x`/a.ts", 1, 0)],
        }),
      ],
      log: { today: `${subject}\n\n${"```"}outline\nOther\n`, yesterday: null },
    }),
  );
  assert.deepEqual(findings(post), []);
  assert.ok(post.includes("``- delve into `the` rich tapestry — a *game-changer* <!-- x -->``"));
});

const CHECKS = [words({ max: 1_000 }), sections([...SECTIONS]), noLists({ numbered: true }), emDashes({ max: 0 }), ...tropes.checks()];

function findings(post: string): readonly string[] {
  return CHECKS.flatMap((check) => check.run(post, {})).map(({ message }) => message);
}

/** The numbers in the author's own words, as plain digits. */
function numbersIn(post: string): readonly string[] {
  const prose = parseText(post).blocks.map((block) => block.prose.replace(/\p{L}[\p{L}\p{N}]*\d[\p{L}\p{N}]*/gu, ""));
  return prose.flatMap((text) => text.replace(/(?<=\d),(?=\d{3})/g, "").match(/\d+/g) ?? []);
}

/** The numbers that the facts hold or that follow from them by a sum, a difference or a count. */
function derivable(day: Facts): ReadonlySet<string> {
  const { totals, commits } = day;
  const [year, month, date] = day.day.split("-").map(Number);
  const told = new Set((JSON.stringify(day).match(/\d+/g) ?? []).flatMap((digits) => [digits, String(Number(digits))]));
  const sums = [
    year,
    month,
    date,
    Math.abs(totals.added - totals.removed),
    totals.authors.length + totals.otherAuthors,
    totals.areas.length + totals.otherAreas,
    totals.commits - totals.authors.slice(0, 4).reduce((sum, author) => sum + author.commits, 0),
    totals.authors.length + totals.otherAuthors - 4,
    totals.areas.length + totals.otherAreas - 5,
    ...Array.from({ length: 13 }, (_, told_) => commits.length - told_),
    ...commits.map(({ files }) => files.length),
    ...commits.flatMap(({ files }) => files).flatMap(({ path }) => sumsOf(day, path)),
    ...[day.log.today, day.log.yesterday].map((log) => log?.split("\n").filter((line) => line.trim() !== "").length),
  ];
  for (const sum of sums) told.add(String(sum));
  return told;
}

function sumsOf({ commits }: Facts, path: string): number[] {
  const changes = commits.flatMap(({ files }) => files).filter((change) => change.path === path);
  return [changes.reduce((sum, { added }) => sum + added, 0), changes.reduce((sum, { removed }) => sum + removed, 0)];
}

test("whatever the facts, the post passes the review, has only numbers that follow from them, and is the same each time", () => {
  fc.assert(
    fc.property(anyFacts, (day) => {
      const post = postOf(day);
      assert.deepEqual(findings(post), []);
      assert.ok(post.split(/\s+/).length <= 1_000);
      assert.ok(!post.split("\n").some((line) => /^\s*(?:[-*+•]|\d+[.)])\s/.test(line)));
      const known = derivable(day);
      assert.deepEqual(
        numbersIn(post).filter((digits) => !known.has(digits)),
        [],
      );
      assert.ok(post.endsWith("\n\n*This post was composed without a language model.*\n"));
      assert.equal(postOf(day), post);
    }),
    { numRuns: 40, includeErrorInReport: true },
  );
});
