/** A note that a model writes, told what people have corrected. */
import { z } from "zod";
import { input, pipeline, write } from "../../../src/index.js";

const request = input(z.object({ about: z.string().describe("what it is about") }));
const text = write("text", {
  needs: { request },
  output: z.string(),
  lessons: "note",
  prompt: ({ request: { about } }) => `Write a note about ${about}.`,
});

export const report = ({ outputs }: { outputs: Record<string, unknown> }) => String(outputs.text);
export const story = pipeline("note", { input: request, stages: [text] });
