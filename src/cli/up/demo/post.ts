import { z } from "zod";
import { gate, gather, input, pipeline, write } from "../../../dsl/index.js";

const request = input(z.object({ about: z.string().default("the notes of the week").describe("what it is about") }));
const facts = gather("facts", {
  needs: { request },
  output: z.object({ title: z.string(), notes: z.array(z.string()) }),
  run: ({ request }) => ({ title: request.about, notes: ["three were written", "one was asked about twice"] }),
});
const draft = write("draft", {
  needs: { facts },
  prompt: ({ facts }) => `Write a short post from these facts.\n\n\`\`\`json\n${JSON.stringify(facts)}\n\`\`\``,
  output: z.string().min(1),
  lessons: "post",
});
const approve = gate("approve", { tier: 4, shows: draft });

export const post = pipeline("post", {
  description: "writes a short post, and asks before it is done",
  input: request,
  stages: [facts, draft, approve],
});
