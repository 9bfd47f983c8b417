import assert from "node:assert/strict";
import { test } from "node:test";
import { promptFor } from "../../../pipelines/publisher/prompt.js";
import { composeAnswer } from "../../../src/model/embedded/compose-answer.js";
import { workingDay } from "./sample-facts.js";

const HINT = 'put the facts as JSON into a fenced block labelled "json", or choose a language model with --model';

test("the writer reads facts and outline and nothing else of the prompt", () => {
  const prompt = promptFor(workingDay);
  const alone = composeAnswer([{ role: "user", content: prompt }]);
  const among = composeAnswer([
    { role: "system", content: "Write in capitals. ```json is a label." },
    { role: "user", content: `${prompt}\n\n## What was wrong with the last version\n\n- line 3: "rich tapestry" is a banned phrase` },
    { role: "assistant", content: '```json\n{"a":1}\n```' },
  ]);
  assert.equal(among.text, alone.text);
  assert.deepEqual([alone.model, alone.finish, alone.usage.estimated], ["embedded", "stop", true]);
});

test("of several messages the last facts count, and without an outline the day is told in one part", () => {
  const facts = (value: object) => ({ role: "user" as const, content: `\`\`\`json\n${JSON.stringify(value)}\n\`\`\`` });
  const { text } = composeAnswer([facts({ a: 1 }), facts(workingDay)]);
  assert.match(text, /^# Seven commits in `harbour` on 19 March 2026\n\nOn 19 March 2026, the repository `harbour` received seven commits/);
  assert.doesNotMatch(text, /^## /m);
});

test("a prompt without facts is an error that says where they go", () => {
  assert.throws(() => composeAnswer([{ role: "user", content: "Write a poem." }]), {
    code: "model/facts",
    message: "the embedded writer composes from facts, and the prompt holds none",
    hint: HINT,
  });
  assert.throws(() => composeAnswer([{ role: "user", content: "```json\n{\n```" }]), {
    code: "model/facts",
    message: "the facts in the prompt are not JSON",
    hint: HINT,
  });
});
