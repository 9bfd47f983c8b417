import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatTape, parseTape, type TapeEntry, tapeLine } from "../../src/recording/index.js";

const place = "day.jsonl";

test("a tape is read with its clock, its calls and their lines", () => {
  const text = `{"tape":1,"now":"2026-03-19T18:00:00.000Z"}
{"adapter":"git","call":"log","request":{"day":"2026-03-19"},"answer":[{"hash":"4f2a"}]}
{"adapter":"blog","call":"publish","request":{"title":"Thaw"},"error":{"code":"ECONNRESET","message":"connection reset"}}
`;
  assert.deepEqual(parseTape(text, { place }), {
    place,
    now: "2026-03-19T18:00:00.000Z",
    entries: [
      { adapter: "git", call: "log", request: { day: "2026-03-19" }, answer: [{ hash: "4f2a" }], line: 2 },
      { adapter: "blog", call: "publish", request: { title: "Thaw" }, error: { code: "ECONNRESET", message: "connection reset" }, line: 3 },
    ],
  });
});

test("comments, blank lines, a byte order mark and CRLF line ends are passed over", () => {
  const text =
    '\uFEFF// a quiet day\r\n{"tape":1}\r\n\r\n  // nothing was committed\r\n{"adapter":"git","call":"log","request":"x","answer":[]}\r\n';
  assert.deepEqual(parseTape(text, { place }), {
    place,
    entries: [{ adapter: "git", call: "log", request: "x", answer: [], line: 5 }],
  });
});

test("the calls of a tape come back from its text as they were", () => {
  const word = fc.string({ minLength: 1 });
  const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
  const error = fc.record({ code: word, message: fc.string(), hint: fc.string() }, { requiredKeys: ["message"], noNullPrototype: true });
  const outcome = fc.oneof(
    fc.record({ answer: json }, { noNullPrototype: true }),
    fc.record({ error }, { noNullPrototype: true }),
    fc.constant({}),
  );
  const entry = fc.tuple(fc.record({ adapter: word, call: word, request: json }, { requiredKeys: ["adapter", "call"] }), outcome);
  const now = fc.option(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") }), { nil: undefined });
  fc.assert(
    fc.property(fc.array(entry), now, (parts, clock) => {
      const entries = parts.map(([call, rest]): TapeEntry => ({ ...call, ...rest }));
      const tape = { ...(clock && { now: clock.toISOString() }), entries };
      const read = parseTape(formatTape(tape), { place });
      assert.deepEqual(read, { ...tape, place, entries: entries.map((one, index) => ({ ...one, line: index + 2 })) });
      assert.equal(formatTape(read), formatTape(tape));
    }),
    { numRuns: 200 },
  );
});

test("a tape's line is one line of JSON that leaves out what there is not", () => {
  assert.equal(
    tapeLine({ adapter: "files", call: "read", request: { path: "a.md" }, answer: "one\ntwo", line: 7 }),
    '{"adapter":"files","call":"read","request":{"path":"a.md"},"answer":"one\\ntwo"}',
  );
});

const header = '{"tape":1}';
const lineHint = 'a line is {"adapter":"…","call":"…","request":…} with an "answer" or an "error":{"message":"…"}';

for (const [what, text, error] of [
  [
    "an empty file",
    "",
    {
      code: "tape/version",
      message: "day.jsonl does not start with a tape's header",
      hint: 'make {"tape":1} its first line',
      place: "day.jsonl:1",
    },
  ],
  [
    "a tape without a header",
    '\n{"adapter":"git","call":"log","answer":[]}',
    {
      code: "tape/version",
      message: "day.jsonl does not start with a tape's header",
      hint: 'make {"tape":1} its first line',
      place: "day.jsonl:2",
    },
  ],
  [
    "a header that is no object",
    "[1]",
    {
      code: "tape/version",
      message: "day.jsonl does not start with a tape's header",
      hint: 'make {"tape":1} its first line',
      place: "day.jsonl:1",
    },
  ],
  [
    "a tape of another version",
    '{"tape":2}',
    {
      code: "tape/version",
      message: "day.jsonl is a tape of version 2; version 1 is what can be read",
      hint: "record it again with --record",
      place: "day.jsonl:1",
    },
  ],
  [
    "a clock that is no time",
    '{"tape":1,"now":"yesterday"}',
    {
      code: "tape/line",
      message: 'line 1 of day.jsonl is not right at "now": invalid ISO datetime',
      hint: 'the header is {"tape":1}, with "now":"…Z" for the clock of the run',
      place: "day.jsonl:1",
    },
  ],
  [
    "a line cut short",
    `${header}\n{"adapter":"git","call":"lo`,
    {
      code: "tape/line",
      message: "line 2 of day.jsonl is not JSON",
      hint: "a tape holds one JSON value a line; a comment starts its line with //",
      place: "day.jsonl:2",
    },
  ],
  [
    "a line that is no object",
    `${header}\n\n[1]`,
    {
      code: "tape/line",
      message: "line 3 of day.jsonl is not right: expected object, received array",
      hint: lineHint,
      place: "day.jsonl:3",
    },
  ],
  [
    "a call without a name",
    `${header}\n{"adapter":"git","answer":[]}`,
    {
      code: "tape/line",
      message: 'line 2 of day.jsonl is not right at "call": expected string, received undefined',
      hint: lineHint,
      place: "day.jsonl:2",
    },
  ],
  [
    "a misspelt field",
    `${header}\n{"adapter":"git","call":"log","anser":[]}`,
    { code: "tape/line", message: 'line 2 of day.jsonl is not right: unrecognized key: "anser"', hint: lineHint, place: "day.jsonl:2" },
  ],
  [
    "an answer beside an error",
    `${header}\n{"adapter":"git","call":"log","answer":[],"error":{"message":"no"}}`,
    { code: "tape/line", message: "line 2 of day.jsonl has both an answer and an error", hint: lineHint, place: "day.jsonl:2" },
  ],
] as const) {
  test(`${what} is refused with the line that is at fault`, () => {
    assert.throws(() => parseTape(text, { place }), error);
  });
}
