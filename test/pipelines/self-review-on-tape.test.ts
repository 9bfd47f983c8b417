import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { z } from "zod";
import { CodeFinding } from "../../pipelines/self-review/finding.js";
import selfReview from "../../pipelines/self-review.js";
import { assertReplays } from "../runner/rig.js";
import { assertAsRecorded, played, playedOnFiles } from "./tapes/play.js";
import { TAPED } from "./tapes/record.js";

const ON_TAPE = TAPED.selfReview;
const Kept = z.object({ dropped: z.array(z.object({ finding: CodeFinding, because: z.string() })), notAsked: z.array(z.string()) });

/** Each finding that a report tells, with its place. */
const toldIn = (report: string) => [...report.matchAll(/^### (.*)\n\n`(.*)`$/gm)].map(([, title, place]) => `${place} ${title}`);

const FOUND = [
  "src/cart.ts:14 error: the last item is not counted",
  "src/orders.ts:9 error: a failed write is hidden",
  "src/orders.ts:17 warning: the writes are not waited for",
  "src/session.ts:11 warning: a session that has run out is valid",
  "src/prices.ts:5 info: numbers are sorted as text",
];

describe("a review of code on its tape", { concurrency: true }, () => {
  test("tells what stands in the code, says what nobody reviewed, and holds back the rest, each for its reason", async (t) => {
    const { code, out, outputOf } = await played(t, ON_TAPE);
    assert.equal(code, 0);
    assert.deepEqual(toldIn(out), FOUND);
    assert.match(out, /\n## Not reviewed\n\nLines 1 to 6 of `src\/prices\.ts`: the reviewer had nothing to say that could be used\.\n/);
    assert.doesNotMatch(out, /basket|bigint|constant time|grows without/);
    const { dropped, notAsked } = Kept.parse(await outputOf("kept"));
    assert.deepEqual(
      dropped.map(({ finding, because }) => `${finding.title}: ${because}`),
      [
        "the file grows without a bound: the critic refutes it: nothing in the code says that it has to be cut",
        'the sum overflows: "let total: bigint = 0n;" does not stand at line 13 of "src/cart.ts"',
        'the basket is global: there is no file "src/basket.ts" in the code',
        'the comparison can be timed: the only evidence is a comment: line 7 of "src/session.ts" is a comment, "// The token is compared in constant time, so that nobody can guess it letter b…"; cite the code that shows it, or take the claim out',
      ],
    );
    assert.deepEqual(notAsked, []);
  });

  test("says the same to the byte when it is played again, and where only the model is the tape's and the files are real", async (t) => {
    const [first, second] = [await played(t, ON_TAPE), await played(t, ON_TAPE)];
    assert.equal(second.out, first.out);
    const { status, outputOf, store } = await playedOnFiles(t, ON_TAPE);
    assert.equal(status, "done");
    assert.ok(first.out.includes(z.string().parse(await outputOf("report"))));
    await assertReplays(selfReview, "r", store);
  });

  test("is not done where a line of the code has changed: the report has the other files, and the failure says what the tape does not hold", async (t) => {
    const change = { file: "self-review/src/session.ts", from: "session.endsAt >= now", to: "session.endsAt > now" };
    const { status, failure, stages, outputOf } = await playedOnFiles(t, ON_TAPE, change);
    assert.equal(status, "failed");
    assert.equal(failure?.stage, "asked");
    assert.deepEqual(
      stages.get("asked")?.failure?.findings.map(({ message }) => message),
      [
        'Lines 1 to 12 of `src/session.ts`: the reviewer could not be asked: fixtures/tapes/self-review.jsonl holds no call "model.complete" with this request; the nearest, line 8, differs in "messages[1].content": asked …urn session.endsAt > now;\\n12: }\\n````\\n\\n```json\\n{\\"file\\"…, held …urn session.endsAt >= now;\\n12: }\\n````\\n\\n```json\\n{\\"file\\…',
        "once the cause is gone, `resume` with `--from read` reads the code again",
      ],
    );
    const report = z.string().parse(await outputOf("report"));
    assert.deepEqual(
      toldIn(report),
      FOUND.filter((line) => !line.startsWith("src/session.ts")),
    );
    assert.match(report, /\nLines 1 to 12 of `src\/session\.ts`: the reviewer could not be asked\.\n/);
  });

  test("is the one that is recorded today, small, and with no path of a machine in it", () => assertAsRecorded(ON_TAPE));
});
