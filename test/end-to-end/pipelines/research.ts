/** A question answered from several sources, one after the other, each of which takes its time. */
import { z } from "zod";
import { deliver, gather, input, pipeline } from "../../../src/index.js";
import { shelf } from "./into-a-file.js";

export { adapters } from "./into-a-file.js";

const request = input(z.object({ question: z.string(), library: z.url().describe("where the sources are") }));

/** Says which process asks, so that a test may end it. */
async function fetched(library: string, name: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${library}/${name}`, { headers: { "x-process": String(process.pid) }, signal });
  return response.text();
}

const lakes = gather("lakes", {
  needs: { request },
  output: z.string(),
  run: ({ request: { library } }, { signal }) => fetched(library, "lakes", signal),
});
const rivers = gather("rivers", {
  needs: { request, lakes },
  output: z.string(),
  run: ({ request: { library } }, { signal }) => fetched(library, "rivers", signal),
});
const seas = gather("seas", {
  needs: { request, rivers },
  output: z.string(),
  run: ({ request: { library } }, { signal }) => fetched(library, "seas", signal),
});
const answer = gather("answer", {
  needs: { request, lakes, rivers, seas },
  output: z.string(),
  run: ({ request: { question }, lakes, rivers, seas }) => `${question} ${lakes} ${rivers} ${seas}`,
});
const put = deliver("put", { needs: { answer }, to: shelf, call: (shelf, { answer }) => shelf.put({ text: answer }) });

export const report = ({ outputs }: { outputs: Record<string, unknown> }) => String(outputs.answer);
export const story = pipeline("research", { input: request, stages: [lakes, rivers, seas, answer, put] });
