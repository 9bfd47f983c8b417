/** Gathered, written by a model, checked, agreed on twice and put on the shelf. */
import { z } from "zod";
import { check, deliver, gate, gather, input, pipeline, rollbackTo, words, write } from "../../../src/index.js";
import { shelf } from "./into-a-file.js";

export { adapters } from "./into-a-file.js";

const request = input(z.object({ about: z.string().min(1).describe("what it is about") }));
const facts = gather("facts", {
  needs: { request },
  output: z.array(z.string()),
  run: ({ request: { about } }) => [`${about} begins in March.`, `${about} ends in April.`],
});
const plan = gather("plan", {
  needs: { request, facts },
  output: z.object({ title: z.string(), points: z.array(z.string()) }),
  run: ({ request: { about }, facts }) => ({ title: about, points: facts }),
});
const agree = gate("agree", { tier: 3, shows: plan });
const draft = write("draft", {
  needs: { agree },
  output: z.object({ markdown: z.string().min(3) }),
  prompt: ({ agree: { title, points } }) => `Write a bulletin about ${title}, from these facts alone:\n${points.join("\n")}`,
  parse: (text) => ({ markdown: text }),
});
const review = check("review", { of: draft, checks: [words({ max: 60 })], onFail: rollbackTo(draft, { max: 1 }) });
const approve = gate("approve", { tier: 4, shows: draft, onReject: rollbackTo(draft, { max: 1 }) });
const publish = deliver("publish", { needs: { approve }, to: shelf, call: (shelf, { approve }) => shelf.put({ text: approve.markdown }) });

export const report = ({ outputs }: { outputs: Record<string, unknown> }) =>
  outputs.publish === undefined ? undefined : "It is on the shelf.";
export const story = pipeline("bulletin", {
  description: "a bulletin that two decisions stand behind",
  input: request,
  stages: [facts, plan, agree, draft, review, approve, publish],
});
