/** The files that `stagewright new` writes, as functions of the new pipeline's name. */
export function pipelineFile(name: string): string {
  return `import { check, deliver, gate, gather, input, pipeline, rollbackTo, words, write } from "stagewright";
import { blog, files } from "stagewright/adapters";
import { z } from "zod";

const request = input(
  z.object({
    day: z.iso.date().describe("the day to write about, as YYYY-MM-DD"),
    folder: z.string().default("notes").describe("the folder whose notes are read"),
    title: z.string().default("Notes of the day").describe("the title of what is written"),
  }),
);

/** Code gathers: the model is told what was found, and looks for nothing itself. */
const facts = gather("facts", {
  needs: { request },
  uses: { files },
  output: z.object({ day: z.string(), notes: z.array(z.object({ file: z.string(), text: z.string() })) }),
  run: async ({ request }, { files }) => {
    const root = request.folder;
    const notes: { file: string; text: string }[] = [];
    for (const file of await files.list({ root, patterns: ["**/*.md"] })) {
      const found = await files.read({ root, path: file });
      if (found) notes.push({ file, text: found.text });
    }
    return { day: request.day, notes };
  },
});

/** A model writes, once, from the facts. Its instructions are a file that you can edit. */
const draft = write("draft", {
  needs: { facts },
  output: z.string(),
  instructions: [new URL("./${name}/AGENT.md", import.meta.url)],
  prompt: ({ facts }) => \`Write about \${facts.day}.\\n\\n\\\`\\\`\\\`json\\n\${JSON.stringify(facts, null, 2)}\\n\\\`\\\`\\\`\`,
});

/** Code reviews, and sends it back with what it found. */
const review = check("review", { of: draft, checks: [words({ max: 500 })], onFail: rollbackTo(draft, { max: 2 }) });

/** You decide: approve, edit or reject. */
const approve = gate("approve", { tier: 4, shows: draft, onReject: rollbackTo(draft, { max: 2 }) });

/** It goes out once, whatever happens on the way. */
const publish = deliver("publish", {
  needs: { request, approve },
  to: blog,
  call: (blog, { request, approve }) => blog.publish({ slug: "${name}", day: request.day, title: request.title, markdown: approve }),
});

export default pipeline("${name}", {
  description: "a day's notes as a post",
  input: request,
  stages: [facts, draft, review, approve, publish],
});
`;
}
