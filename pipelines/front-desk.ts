import { z } from "zod";
import { Wanted } from "../src/chief/index.js";
import { input, pipeline, write } from "../src/dsl/index.js";
import { chosenAmong, readingFrom } from "./front-desk/reading.js";

/** A pipeline that a message may start. */
export const Choice = z.object({
  pipeline: z.string(),
  description: z.string(),
  takes: z.json().describe("The JSON Schema of its input"),
});
export type Choice = z.output<typeof Choice>;

export const request = input(
  z.object({
    text: z.string().regex(/\S/).describe("what somebody wrote"),
    thread: z.string().default("").describe("the conversation it belongs to"),
    notes: z.string().default("").describe("what is remembered of earlier work"),
    before: z
      .array(z.object({ who: z.enum(["person", "us"]), text: z.string() }))
      .default([])
      .describe("what was said before in this conversation, the oldest first"),
    choices: z.array(Choice).default([]).describe("the pipelines that may be started"),
  }),
);

/** What is wanted: an answer, or a pipeline with its input. Whether that pipeline can be started is not for a model to say. */
export const reading = write("reading", {
  needs: { request },
  instructions: [new URL("front-desk/AGENT.md", import.meta.url)],
  prompt: ({ request: { text, notes, before, choices } }) =>
    `What does this message want?\n\n\`\`\`json\n${JSON.stringify({ ...(notes !== "" && { notes }), ...(before.length > 0 && { before }), message: text, choices }, undefined, 2)}\n\`\`\``,
  output: Wanted,
  parse: (answer, { request }) => readingFrom(answer, request),
  dod: [chosenAmong(request)],
  retries: 2,
  timeoutMs: 300_000,
});

export default pipeline("front-desk", {
  description: "reads what a message wants that no rule can tell: an answer, or a pipeline with its input",
  input: request,
  stages: [reading],
});
