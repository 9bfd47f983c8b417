import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { z } from "zod";
import dossier from "../../pipelines/dossier.js";
import { citationsOf, readDocument } from "../../src/reading/index.js";
import { assertReplays, eventsOfType } from "../runner/rig.js";
import { assertAsRecorded, played, playedOnFiles } from "./tapes/play.js";
import { ROOT, TAPED } from "./tapes/record.js";

const ON_TAPE = TAPED.dossier;

describe("a dossier on its tape", { concurrency: true }, () => {
  test("tells both lengths and the day, each with a citation that stands in its source, and that the cost is not known", async (t) => {
    const { code, out } = await played(t, ON_TAPE);
    assert.equal(code, 0);
    assert.match(out, /\n# How long is the viaduct at Varfuri, when was it opened, and what did it cost\?\n/);
    assert.match(out, /\n\nThe sources do not say what it cost\.\n\n## Sources\n/);
    assert.doesNotMatch(out, /million|gold/);
    const cited = citationsOf(out);
    assert.deepEqual(
      cited.map(({ document, section, quote }) => `${document} §${section} ${quote}`),
      [
        "survey §2 412 metres long between its abutments",
        "gazette §1 418 metres long",
        "gazette §1 on Tuesday, 4 June 1912",
        "visit §2 it was opened in 1912",
      ],
    );
    for (const [index, name] of ["survey.md", "gazette.txt", "gazette.txt", "visit.html"].entries()) {
      const { text } = await readDocument({ name, content: readFileSync(join(ROOT, ON_TAPE.input.root, name), "utf8") });
      const { offset = -1, quote = "" } = cited[index] ?? {};
      assert.equal(text.slice(offset, offset + quote.length), quote);
    }
    assert.deepEqual(
      out.match(/^- .*$/gm)?.map((line) => line.replace(/, SHA-256 [0-9a-f]{12}$/, "")),
      [
        "- gazette, 1 section",
        "- survey: Survey of the bridges of the line, 1931, 4 sections",
        "- visit: A walk along the old line, 3 sections",
      ],
    );
  });

  test("sends back a claim without a citation and one whose words stand nowhere, before it takes the answer", async (t) => {
    const { status, store } = await playedOnFiles(t, ON_TAPE);
    assert.equal(status, "done");
    assert.deepEqual(
      (await eventsOfType(store, "r", "attempt-failed")).map(({ stage, findings }) => [stage, findings.map(({ message }) => message)]),
      [
        [
          "review",
          [
            '"The viaduct at Vârfuri is 412 metres long." cites nothing: end it with the citation that shows it, or leave it out',
            '"cost two million in gold" stands nowhere in "survey"; quote words that stand there, or take the claim out',
          ],
        ],
      ],
    );
    await assertReplays(dossier, "r", store);
  });

  test("says the same to the byte when it is played again, and where only the model is the tape's and the sources are real", async (t) => {
    const [first, second] = [await played(t, ON_TAPE), await played(t, ON_TAPE)];
    assert.equal(second.out, first.out);
    const { outputOf } = await playedOnFiles(t, ON_TAPE);
    assert.ok(first.out.includes(z.string().parse(await outputOf("dossier"))));
  });

  test("has no answer where a line of a source has changed, and says where it differs", async (t) => {
    const change = { file: "sources/gazette.txt", from: "418 metres", to: "481 metres" };
    const { status, failure, outputOf } = await playedOnFiles(t, ON_TAPE, change);
    assert.equal(status, "failed");
    assert.deepEqual(
      [failure?.stage, failure?.message],
      [
        "answer",
        'fixtures/tapes/dossier.jsonl holds no call "model.complete" with this request; the nearest, line 7, differs in "messages[1].content": asked …The new viaduct is 481 metres long, and nobody in the valley…, held …The new viaduct is 418 metres long, and nobody in the valley…',
      ],
    );
    assert.equal(await outputOf("dossier"), undefined);
  });

  test("is the one that is recorded today, small, and with no path of a machine in it", () => assertAsRecorded(ON_TAPE));
});
