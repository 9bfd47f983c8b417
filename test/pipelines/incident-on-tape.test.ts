import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { z } from "zod";
import incident from "../../pipelines/incident.js";
import { assertReplays, eventsOfType } from "../runner/rig.js";
import { assertAsRecorded, played, playedOnFiles } from "./tapes/play.js";
import { TAPED } from "./tapes/record.js";

const ON_TAPE = TAPED.incident;

/** The parts of a report by their headings. */
function partsOf(report: string): ReadonlyMap<string, string> {
  return new Map(
    report
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf("\n")), part.slice(part.indexOf("\n")).trim()]),
  );
}

describe("the write-up of an incident on its tape", { concurrency: true }, () => {
  test("names the cause as a chain, each link with its lines, and those lines stand below it as they stand in the logs", async (t) => {
    const { code, out } = await played(t, ON_TAPE);
    assert.equal(code, 0);
    const parts = partsOf(out);
    assert.deepEqual(parts.get("Cause")?.split("\n\n"), [
      "1. The old worker 1473 was told to end, and waited for open requests. (E3, E4)",
      "2. The new worker 1485 could not listen, since the address 127.0.0.1:18477 was in use. (E7)",
      "3. After restart 2 of 2 the deploy was given up. (E16, E19)",
    ]);
    const evidence = parts.get("Evidence")?.split("\n") ?? [];
    assert.deepEqual(
      evidence.filter((line) => /^E(?:3|4|7|16|19) /.test(line)),
      [
        "E3 worker.log:3 2026-12-02T09:51:33.079Z info told to end, waits for open requests",
        "E4 supervisor.log:4 2026-12-02T09:51:33.080Z info sent SIGTERM to worker 1473",
        "E7 worker.log:5 2026-12-02T09:51:33.549Z error EADDRINUSE: listen EADDRINUSE: address already in use 127.0.0.1:18477",
        "E16 supervisor.log:10 2026-12-02T09:51:34.130Z error worker 1518 is gone, restart 2 of 2",
        "E19 supervisor.log:12 2026-12-02T09:51:34.551Z fatal no restarts left, the deploy is given up",
      ],
    );
    assert.equal(parts.get("Applied"), "Nothing was changed. This write-up only reads.");
    assert.equal(parts.get("Proposed"), "1. Start the new worker when the old one has ended.");
    assert.equal(parts.get("Verification"), "1. The probe answers 200 after a deploy.");
    assert.doesNotMatch(out, /disk|9999|for days/);
  });

  test("sends back a story that no line carries and a worker that no log names, before it takes the cause", async (t) => {
    const { status, store } = await playedOnFiles(t, ON_TAPE);
    assert.equal(status, "done");
    assert.deepEqual(
      (await eventsOfType(store, "r", "attempt-failed")).map(({ stage, findings }) => [stage, findings.map(({ message }) => message)]),
      [
        [
          "held",
          [
            '"The disk of the machine was full." cites E999, and there is no such line: the evidence goes from E1 to E24',
            '"It had been so for days." cites no evidence: end it with the lines that show it, such as [E1], or leave it out',
          ],
        ],
        ["review", ['the number "9999" is not in the facts; the nearest is 1,536 (lines[16].text): correct it or take it out']],
      ],
    );
    await assertReplays(incident, "r", store);
  });

  test("says the same to the byte when it is played again, and where only the model is the tape's and the logs are real", async (t) => {
    const [first, second] = [await played(t, ON_TAPE), await played(t, ON_TAPE)];
    assert.equal(second.out, first.out);
    const { outputOf } = await playedOnFiles(t, ON_TAPE);
    assert.ok(first.out.includes(z.string().parse(await outputOf("report"))));
  });

  test("has no answer where a line of the logs has changed, and says where it differs", async (t) => {
    const change = { file: "logs/worker.log", from: "EADDRINUSE: address already in use", to: "EACCES: permission denied" };
    const { status, failure, outputOf } = await playedOnFiles(t, ON_TAPE, change);
    assert.equal(status, "failed");
    assert.deepEqual(
      [failure?.stage, failure?.message],
      [
        "analysis",
        'fixtures/tapes/incident.jsonl holds no call "model.complete" with this request; the nearest, line 6, differs in "messages[1].content": asked …ADDRINUSE: listen EACCES: permission denied 127.0.0.1:18477\\…, held …ADDRINUSE: listen EADDRINUSE: address already in use 127.0.0…',
      ],
    );
    assert.equal(await outputOf("report"), undefined);
  });

  test("is the one that is recorded today, small, and with no path of a machine in it", () => assertAsRecorded(ON_TAPE));
});
