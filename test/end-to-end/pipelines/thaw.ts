/** An easy stage and a hard one: the routes say which model writes which. */
import { z } from "zod";
import { input, pipeline, write } from "../../../src/index.js";

const request = input(z.object({ about: z.string().describe("what it is about") }));
const title = write("title", {
  needs: { request },
  output: z.string(),
  prompt: ({ request: { about } }) => `A title for a text about ${about}.`,
});
const essay = write("essay", {
  needs: { request, title },
  output: z.string(),
  prompt: ({ request: { about }, title }) => `Under "${title}", weigh what is known about ${about}.`,
  routing: { userFacing: true, expectedToolCalls: 20, timeSensitivity: 1 },
});

export const report = ({ outputs }: { outputs: Record<string, unknown> }) => `${String(outputs.title)}: ${String(outputs.essay)}`;
export const story = pipeline("thaw", { input: request, stages: [title, essay] });
