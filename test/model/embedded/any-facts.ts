import fc from "fast-check";
import { factsFrom } from "../../../pipelines/publisher/facts.js";
import { commit } from "./sample-facts.js";

/** Texts as people write them and as nobody should. */
const text = fc.oneof(
  fc.lorem({ maxCount: 12 }),
  fc.string({ maxLength: 80 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(..."`~*_-+#>|<&[]()!\\ \n\t1.—"), maxLength: 40 }),
  fc.constantFrom(
    "- delve into it",
    "1. In conclusion",
    "```json",
    "Fix: a game-changer — at last",
    "> quoted",
    "---",
    "",
    "Ștergere de fișiere ⚓",
  ),
);
const lines = fc.oneof(fc.constant(null), fc.nat({ max: 5_000 }));
const path = fc.oneof(
  fc.constantFrom("README.md", "src/a.ts", "src/b/c.ts", "test/a.test.ts", "docs/x y.md"),
  text.map((name) => `src/${name}`),
  text,
);
const clock = fc.date({ min: new Date("2026-03-19T00:00:00Z"), max: new Date("2026-03-19T23:59:00Z"), noInvalidDate: true });

const anyCommit = fc
  .record({
    subject: text,
    author: fc.oneof(fc.constantFrom("Ana Pop", "Dan Ionescu", "dependabot[bot]"), text),
    body: fc.array(text, { maxLength: 4 }).map((parts) => parts.join("\n\n")),
    date: fc.oneof(
      fc.tuple(clock, fc.constantFrom("Z", "+02:00", "-07:00")).map(([date, offset]) => `${date.toISOString().slice(0, 19)}${offset}`),
      fc.constant("at some time"),
    ),
    files: fc.array(fc.record({ path, insertions: lines, deletions: lines, renamedFrom: fc.constant(null) }), { maxLength: 8 }),
    isCutOff: fc.constantFrom(false, false, false, true),
  })
  .map((parts) => commit(parts.isCutOff ? { ...parts, files: [] } : parts));

const log = fc.oneof(
  fc.constant(null),
  fc.array(text, { maxLength: 8 }).map((parts) => parts.join("\n")),
);

/** Any day that can be gathered: with no commits or many, with a log or none. */
export const anyFacts = fc
  .record({
    repository: fc.oneof(fc.constant("harbour"), text),
    day: fc.constantFrom("2026-03-19", "2026-12-01", "2024-02-29"),
    commits: fc.oneof(fc.array(anyCommit, { maxLength: 6 }), fc.array(anyCommit, { minLength: 20, maxLength: 40 })),
    log: fc.record({ today: log, yesterday: log }),
  })
  .map(factsFrom);
