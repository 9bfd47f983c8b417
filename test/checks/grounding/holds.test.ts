import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { detailsIn } from "../../../src/checks/grounding/details.js";
import { heldBy } from "../../../src/checks/grounding/holds.js";
import { mayBegin, startsIn, startsOf } from "../../../src/checks/grounding/starts.js";
import { parseText } from "../../../src/checks/text/parse-text.js";
import { runsOf } from "../../../src/checks/text/runs.js";

/** The details that are found where the words of the text say what it may hold, and where nothing is known of that. */
function bothWays(prose: string) {
  const parsed = parseText(prose);
  const text = parsed.blocks[0]?.prose ?? "";
  const runs = runsOf(parsed);
  const bits = runs.forms.map((form) => mayBegin(form) | heldBy(form));
  const told = startsIn(text, { ...runs, bits }, 0, runs.firstOf[1] ?? 0);
  return [detailsIn(text, { isRomanian: true }, told), detailsIn(text, { isRomanian: true }, startsOf(text))] as const;
}

const EACH = {
  date: "on 2026-03-19",
  "day of a month": "on 19 March",
  "month before its day": "on March 19, 2026",
  "month alone": "and since August",
  "date by points": "am 3.10.2026",
  year: "and since 2019",
  weekday: "until Tuesday",
  "weekday in Romanian": "până marți",
  time: "at 10:30",
  "half day": "at 9 pm",
  "time in words": "at half past six",
  half: "for half an hour",
  share: "for two thirds of it",
  while: "it took an hour",
  ordinal: "the ninth of them",
  "ordinal in digits": "the 11th of them",
  percentage: "and 12%",
  "percentage in words": "and twelve per cent",
  "percentage in Romanian": "și 5 la sută",
  size: "a file of 3 MB",
  "size that is joined": "a file of 3kb",
  duration: "after 35 ms",
  number: "and 77 of them",
};

for (const [kind, text] of Object.entries(EACH)) {
  test(`a text is searched for what its words say that it may hold: ${kind}`, () => {
    const [told, untold] = bothWays(`It waits ${text} there.`);
    assert.ok(told.length > 0);
    assert.deepEqual(told, untold);
  });
}

test("whatever stands beside it, the same details are found whether or not the words have told what there may be", () => {
  const part = fc.constantFrom(...Object.values(EACH), "nothing", "per", "cent", "%", "Mar", "5", "half", "th", "`code`", "sută", "ş");
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), fc.constantFrom(" ", ", ", "-", "\u00a0", ""), (parts, joint) => {
      const [told, untold] = bothWays(`So ${parts.join(joint)}`);
      assert.deepEqual(told, untold);
    }),
    { numRuns: 150 },
  );
});
