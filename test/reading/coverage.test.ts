import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  coverageFindings,
  coverageOf,
  covers,
  type Document,
  type Read,
  ReadLedger,
  readDocument,
  windowsOf,
} from "../../src/reading/index.js";

const CONTENT = "# Rain\n\nIt rained.\n\n# Sun\n\nIt shone.\n\n# Snow\n\nIt snowed.\n";
const book = () => readDocument({ name: "weather.md", content: CONTENT });
const windowsIn = (document: Document) => windowsOf(document, { maxTokens: 20, estimate: (text) => text.length });
const readOf = ({ id, sha256 }: Document, from: number, to: number): Read => ({ document: id, sha256, from, to });

describe("coverage", () => {
  test("a document whose windows were all read was read whole", async () => {
    const document = await book();
    const windows = windowsIn(document);
    const ledger = new ReadLedger();
    for (const window of windows) ledger.note(document, window);
    assert.deepEqual(coverageOf(document, windows, ledger.reads), {
      document: "weather",
      isWhole: true,
      read: 3,
      of: 3,
      unread: [],
      message: '"weather" was read whole: 3 windows',
    });
  });

  test("windows that were not read are named by section and range", async () => {
    const document = await book();
    const windows = windowsIn(document);
    const [first, second, third] = windows;
    assert.ok(first && second && third);
    const coverage = coverageOf(document, windows, [readOf(document, second.from, second.to)]);
    assert.deepEqual([coverage.isWhole, coverage.read, coverage.of], [false, 1, 3]);
    assert.deepEqual(
      coverage.unread.map(({ window }) => window),
      [first, third],
    );
    assert.equal(
      coverage.message,
      '"weather" was not read whole: 2 of 3 windows were not read: window 1, §1 "Rain" (0 to 20); window 3, §3 "Snow" (38 to 57)',
    );
  });

  test("of a window that was read in part the rest is named, and parts that meet make it whole", async () => {
    const document = await book();
    const windows = windowsIn(document);
    const most = [readOf(document, 0, 12), readOf(document, 15, 38), readOf(document, 30, 57)];
    assert.equal(
      coverageOf(document, windows, most).message,
      '"weather" was not read whole: 1 of 3 windows was not read: window 1, §1 "Rain" (12 to 15)',
    );
    assert.equal(coverageOf(document, windows, [...most, readOf(document, 12, 15)]).isWhole, true);
  });

  test("what was read of another version or another document counts for nothing", async () => {
    const document = await book();
    const windows = windowsIn(document);
    const { length } = document.text;
    assert.equal(coverageOf(document, windows, [{ ...readOf(document, 0, length), sha256: "other" }]).read, 0);
    assert.equal(coverageOf(document, windows, [{ ...readOf(document, 0, length), document: "other" }]).read, 0);
    assert.equal(coverageOf(document, windows, [readOf(document, 0, length)]).read, 3);
  });

  test("a window that was lost is noticed, though all that are left were read", async () => {
    const document = await book();
    const [first, , third] = windowsIn(document);
    assert.ok(first && third);
    const reads = [readOf(document, first.from, first.to), readOf(document, third.from, third.to)];
    assert.equal(
      coverageOf(document, [first, third], reads).message,
      '"weather" was not read whole: 1 of 3 windows was not read: no window for §2 "Sun" (20 to 38)',
    );
    assert.equal(coverageOf(document, [], []).isWhole, false);
  });

  test("of many windows five are named, the rest is counted", async () => {
    const document = await readDocument({ name: "a.txt", content: "x".repeat(8) });
    const windows = windowsOf(document, { maxTokens: 1, estimate: (text) => text.length });
    assert.equal(
      coverageOf(document, windows, []).message,
      '"a" was not read whole: 8 of 8 windows were not read: window 1, §1 (0 to 1); window 2, §1 (1 to 2); window 3, §1 (2 to 3); window 4, §1 (3 to 4); window 5, §1 (4 to 5); and 3 more',
    );
  });

  test("an empty document has nothing to read", async () => {
    const document = await readDocument({ name: "a.txt", content: "" });
    const { isWhole, message } = coverageOf(document, windowsIn(document), []);
    assert.deepEqual([isWhole, message], [true, '"a" is empty: there is nothing to read']);
  });

  test("it is whole just when every unit of the text lies in a read, whatever the reads are", async () => {
    const document = await book();
    const windows = windowsIn(document);
    const range = fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 60 })).map(([from, length]) => ({ from, to: from + length }));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), (ranges) => {
        const { unread } = coverageOf(
          document,
          windows,
          ranges.map(({ from, to }) => readOf(document, from, to)),
        );
        const missing = [...document.text].flatMap((_, at) => (ranges.some(({ from, to }) => from <= at && at < to) ? [] : [at]));
        assert.deepEqual(
          unread.flatMap(({ gaps }) => gaps.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index))),
          missing,
        );
      }),
    );
  });
});

describe("the check that everything was read", () => {
  test("it has one finding for each document that was not read whole", async () => {
    const document = await book();
    const windows = windowsIn(document);
    const check = covers<{ reads: readonly Read[] }>({ of: ({ reads }) => ({ document, windows, reads }) });
    assert.deepEqual(check.run({ reads: [readOf(document, 0, 57)] }, {}), []);
    const message = '"weather" was not read whole: 1 of 3 windows was not read: window 3, §3 "Snow" (38 to 57); read them, then answer';
    assert.deepEqual(check.run({ reads: [readOf(document, 0, 38)] }, {}), [{ rule: "coverage", severity: "error", message }]);
    assert.deepEqual(coverageFindings({ document, windows, reads: [readOf(document, 0, 38)] }, "warning"), [
      { rule: "coverage", severity: "warning", message },
    ]);
  });

  test("it takes several documents, and what another stage gave", async () => {
    const document = await book();
    const other = await readDocument({ name: "other.txt", content: "x" });
    const check = covers<string>({
      severity: "info",
      of: () => [
        { document, windows: windowsIn(document), reads: [] },
        { document: other, windows: windowsIn(other), reads: [] },
      ],
    });
    assert.deepEqual(
      check.run("done", {}).map(({ severity, message }) => [severity, message.slice(0, 9)]),
      [
        ["info", '"weather"'],
        ["info", '"other" w'],
      ],
    );
  });
});

describe("the ledger of reads", () => {
  test("the same window is not read again without a reason, and the reason is kept", async () => {
    const document = await book();
    const [first, second] = windowsIn(document);
    assert.ok(first && second);
    const ledger = new ReadLedger();
    ledger.note(document, first);
    ledger.note(document, second);
    for (const reason of [undefined, "", "  "]) {
      assert.throws(() => ledger.note(document, first, reason), {
        code: "reading/read-before",
        message: 'window 1 of "weather" was read already, and no reason to read it again is given',
        hint: 'go on with what you know of it, or say in "reason" what you look for in it now',
      });
    }
    ledger.note(document, first, " the date ");
    assert.deepEqual(
      ledger.reads.map(({ from, reason }) => [from, reason]),
      [
        [0, undefined],
        [20, undefined],
        [0, "the date"],
      ],
    );
  });

  test("a ledger goes on from the reads of another, and a changed document may be read anew", async () => {
    const document = await book();
    const [first] = windowsIn(document);
    assert.ok(first);
    const ledger = new ReadLedger();
    ledger.note(document, first);
    const next = new ReadLedger(ledger.reads);
    assert.throws(() => next.note(document, first), { code: "reading/read-before" });
    next.note(await readDocument({ name: "weather.md", content: CONTENT.replace("rained", "poured") }), first);
    assert.equal(ledger.reads.length, 1);
    assert.equal(next.reads.length, 2);
  });
});
