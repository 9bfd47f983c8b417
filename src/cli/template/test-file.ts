/** A test of a new pipeline that touches nothing outside: notes and blog are recordings, the run is kept in memory. */
export function testFile(name: string): string {
  return `import assert from "node:assert/strict";
import test from "node:test";
import { decideGate, memoryStore, models, resumeRun, startRun } from "stagewright";
import { blogRecording, filesRecording } from "stagewright/adapters";
import pipeline from "../pipelines/${name}.js";

test("what the notes say is published, once it is approved", async () => {
  const notes = filesRecording({
    answers: {
      list: () => ["thaw.md"],
      read: () => ({ text: "The ice on the lake broke at noon." }),
    },
  });
  const blog = blogRecording();
  const options = { store: memoryStore(), adapters: [notes, blog, models({ env: {} })] };

  const waiting = await startRun(pipeline, { ...options, input: { day: "2026-03-19" } });
  assert.equal(waiting.status, "blocked");
  assert.equal(blog.noted.length, 0);

  await decideGate(pipeline, waiting.run, { decision: "approve" }, options);
  const done = await resumeRun(pipeline, waiting.run, options);
  assert.equal(done.status, "done");
  assert.deepEqual(blog.noted.map(({ call }) => call), ["publish"]);
});
`;
}
