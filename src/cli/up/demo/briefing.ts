import { z } from "zod";
import { gather, input, pipeline, write } from "../../../dsl/index.js";

const request = input(z.object({}));
const facts = gather("facts", {
  output: z.object({ title: z.string(), tasks: z.array(z.string()), weather: z.string() }),
  run: () => ({ title: "today", tasks: ["answer Ana", "read the post of the night"], weather: "rain until noon" }),
});
const text = write("text", {
  needs: { facts },
  prompt: ({ facts }) => `Write a briefing for the morning from these facts.\n\n\`\`\`json\n${JSON.stringify(facts)}\n\`\`\``,
  output: z.string().min(1),
  lessons: "briefing",
});

export const report = ({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }) => String(outputs.text);
export const briefing = pipeline("briefing", { description: "says what the day brings", input: request, stages: [facts, text] });
