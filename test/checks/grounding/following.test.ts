import assert from "node:assert/strict";
import { test } from "node:test";
import { grounded } from "../../../src/checks/grounding/index.js";

/** The rule and the words of each finding. */
function found(facts: unknown, text: string): readonly string[] {
  return grounded(facts)
    .run(text, {})
    .map(({ rule, message }) => `${rule} ${/"(.*?)"/s.exec(message)?.[1] ?? ""}`);
}

interface Kind {
  readonly facts: unknown;
  readonly follows: readonly string[];
  readonly invented: Readonly<Record<string, string>>;
}

const KINDS: Readonly<Record<string, Kind>> = {
  "the mark at the end of a quotation and its first letter are the writer's": {
    facts: { log: "We did not expect that the two would part." },
    follows: [
      '"We did not expect that the two would part," they write.',
      'They "did not expect that the two would part".',
      '"we did not expect … would part", they write.',
    ],
    invented: {
      '"We did not hope that the two would part," they write.': "grounding/quotation We did not hope that the two would part,",
    },
  },
  "a month stands in a date, in a partial date, in a key and in a quarter": {
    facts: { at: "2026-09", stalls: { may: 48 }, report: "Q1 2027" },
    follows: ["It was so in September.", "It was so in September 2026.", "There were 48 in May.", "It came in February 2027."],
    invented: {
      "It was so in October.": "grounding/date October",
      "It came in April 2027.": "grounding/date April 2027",
    },
  },
  "a word that hedges may stand before a currency, and in other languages": {
    facts: { refunded: 2918 },
    follows: [
      "A little under EUR 3,000 went back.",
      "About $3,000 went back.",
      "Mai puțin de 3.000 au fost înapoiate.",
      "Ungefähr 3.000 gingen zurück.",
    ],
    invented: {
      "A little under EUR 4,000 went back.": "grounding/number 4,000",
      "EUR 3,000 went back.": "grounding/number 3,000",
      "Ungefähr 4.000 gingen zurück.": "grounding/number 4.000",
    },
  },
  "two days of one month are two dates": {
    facts: { from: "2026-09-07", to: "2026-09-11" },
    follows: ["It ran from 7 to 11 September.", "It ran on 7 and 11 September.", "It ran September 7–11, 2026."],
    invented: {
      "It ran from 6 to 11 September.": "grounding/date 6",
      "It ran from 7 to 12 September.": "grounding/date 12 September",
    },
  },
  "a number with a comma behind a month is no day": {
    facts: { from: "2026-07-01", to: "2026-09-30", messages: 1086 },
    follows: ["Between July and September 1,086 messages came in."],
    invented: {
      "Between July and September 1,087 messages came in.": "grounding/number 1,087",
    },
  },
  "a share follows from two figures of the sentence": {
    facts: { passes: { wet: 310 }, squeal: { wet: 22 } },
    follows: ["It came in 22 of the 310 passes, seven percent."],
    invented: {
      "It came in 22 of the 310 passes, nine percent.": "grounding/percentage nine percent",
    },
  },
  "a share may be one in so many, or be written out": {
    facts: { payments: 3150, doubled: 63, asked: 1800, agreed: 1350 },
    follows: [
      "Two payments in a hundred were doubled.",
      "Of 1,800 asked 1,350 agreed, three in four.",
      "Of 1,800 asked 1,350 agreed, three quarters of them.",
    ],
    invented: {
      "Of 1,800 asked 1,350 agreed, two thirds of them.": "grounding/percentage two thirds",
    },
  },
  "a unit may stand in a key above or before its number, and a difference has it too": {
    facts: {
      packageKB: { before: 880, after: 900 },
      start: { beforeMs: 640, afterMs: 580 },
      daysOpen: 94,
      costMillion: 2.4,
    },
    follows: [
      "The package went from 880 kB to 0.9 MB.",
      "It took 640 ms before and takes 580 now. That is 60 ms.",
      "It was open for 94 days.",
      "It cost 2.4 million.",
    ],
    invented: {
      "It took 640 ms before and takes 580 now. That is 70 ms.": "grounding/duration 70 ms",
      "It was open for 90 days.": "grounding/duration 90 days",
    },
  },
  "time lies between two entries of a list and between two days": {
    facts: {
      log: [{ at: "11:20" }, { at: "11:31" }, { at: "11:39" }],
      opened: { date: "2026-03-16" },
      closed: { date: "2026-11-16" },
    },
    follows: ["It was seen eleven minutes in.", "Eight minutes later it worked.", "It was closed eight months later."],
    invented: {
      "It was seen fifteen minutes in.": "grounding/duration fifteen minutes",
      "It was closed nine months later.": "grounding/number nine",
    },
  },
  "a time may be written out": {
    facts: { woken: "06:10", cool: "20:00", end: "21:30" },
    follows: ["She woke at ten past six.", "By eight it was cool.", "It ended at half past nine."],
    invented: {
      "It ended at half past ten.": "grounding/time half past ten",
      "She woke at a quarter past six.": "grounding/time quarter past six",
    },
  },
  "what follows from three figures of the text is right": {
    facts: { species: { planted: 37, bare: 9, onBoth: 6 } },
    follows: ["They found 37 here and nine there, with six on both, so 40 in all."],
    invented: {
      "They found 37 here and nine there, with six on both, so 44 in all.": "grounding/number 44",
    },
  },
  "an average and a rate are said to be one": {
    facts: { messages: 1086, months: 3, marks: [4, 16] },
    follows: ["Of 1,086 messages 362 a month came in.", "On average it was ten."],
    invented: { "It was repeated with 10 of them.": "grounding/number 10" },
  },
  "keys that are properties are not counted": {
    facts: { a: "x", b: "y", c: "z", sizes: { Linux: 96, Windows: 118 } },
    follows: ["It is for two systems."],
    invented: { "It went to all six resolvers.": "grounding/number six" },
  },
  "an ordinal from the sixth on has as many before it": {
    facts: { floors: ["a", "b", "c", "d", "e", "f", "g"], day: "2026-10-12" },
    follows: ["It is on the seventh floor.", "It comes on the 12th."],
    invented: {
      "It is on the eighth floor.": "grounding/number eighth",
      "It comes on the 14th.": "grounding/number 14th",
    },
  },
  "the name of a record is one thing": {
    facts: { record: "INC-204" },
    follows: ["See INC-204, in UTF-8."],
    invented: { "See GLRY-2026-014.": "grounding/identifier GLRY-2026-014" },
  },
  "a people is known with its land": {
    facts: { country: "Belgium", region: "Galicia" },
    follows: ["It is on the Belgian red list.", "It is a Galician custom."],
    invented: { "It is a Catalan custom.": "grounding/name Catalan" },
  },
};

for (const [kind, { facts, follows, invented }] of Object.entries(KINDS)) {
  test(kind, () => {
    for (const text of follows) assert.deepEqual(found(facts, text), [], text);
    for (const [text, finding] of Object.entries(invented)) assert.deepEqual(found(facts, text), [finding], text);
  });
}

test("a finding on a quotation stands at its first word", () => {
  assert.deepEqual(grounded({ log: "nothing" }).run('She says "we got off lightly".', {})[0]?.at, { line: 1, column: 11, offset: 10 });
});

test("a finding on a block quotation stands at its first word, behind all of its marks", () => {
  assert.equal(grounded({ log: "nothing" }).run("> > We got off lightly.", {})[0]?.at?.offset, 4);
});

test("of figures that nobody said at least 95 in a hundred are refused, however many facts there are", () => {
  let state = 5;
  const roll = (sides: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
  const check = grounded({
    commits: Array.from({ length: 12 }, (_, index) => ({
      author: ["Ana", "Dan", "Eva"][index % 3],
      added: roll(2_000),
      removed: roll(2_000),
    })),
    tests: { before: 2_412, after: 2_655 },
    buildMs: { before: 41_200, after: 9_300 },
    pageKB: { before: 880, after: 512 },
    issues: { open: 97, closed: 233, byUsers: 61 },
    visitors: { april: 1_731, may: 1_946, june: 1_588 },
  });
  const sentences: readonly ((figure: number) => string)[] = [
    (figure) => `It has ${figure} pages.`,
    (figure) => `They added ${figure} lines and removed others, so that is less than before.`,
    (figure) => `Of all readers ${figure % 100} percent came back.`,
    (figure) => `The work took ${figure} minutes.`,
    (figure) => `The page has ${figure} KB, less than before.`,
    (figure) => `It is ${figure} lines a month.`,
  ];
  for (const sentence of sentences) {
    let refused = 0;
    for (let figure = 21; figure <= 1_020; figure += 5) if (check.run(sentence(figure), {}).length > 0) refused += 1;
    assert.ok(refused >= 190, `${sentence(0)}: ${refused} of 200`);
  }
});
