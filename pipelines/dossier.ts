import { z } from "zod";
import { files } from "../adapters/index.js";
import { check, gather, input, pipeline, rollbackTo, StagewrightError, write } from "../src/dsl/index.js";
import { citationsStandIn, citationText, type Document, readDocument } from "../src/reading/index.js";
import { answerFrom, everythingCited } from "./dossier/answer.js";
import { Passage, passagesFor } from "./dossier/passages.js";

export const request = input(
  z.object({
    question: z.string().min(1).describe("what is to be answered"),
    root: z.string().min(1).default(".").describe("the folder of the sources"),
    sources: z.array(z.string().min(1)).min(1).default(["**/*.{md,txt,html}"]).describe("glob patterns of the sources"),
    passages: z.int().min(1).max(100).default(12).describe("how many passages the answer is written from"),
  }),
);

const Section = z.object({ id: z.string(), title: z.string(), level: z.int(), from: z.int(), to: z.int() });
const Source = z.object({ id: z.string(), sha256: z.string(), title: z.string().optional(), sections: z.array(Section), text: z.string() });
const Sources = z.object({ documents: z.array(Source) });

/** The sources as they are, each with its sections; citations are looked up in these. */
export const sources = gather("sources", {
  needs: { request },
  uses: { files },
  output: Sources,
  timeoutMs: 300_000,
  run: async ({ request: { root, sources: patterns } }, { files }) => {
    const documents: z.input<typeof Source>[] = [];
    for (const path of await files.list({ root, patterns })) {
      const file = await files.read({ root, path, maxBytes: 50_000_000 });
      if (file === null) continue;
      const { id, sha256, title, sections, text } = await readDocument({ name: path, content: file.text });
      documents.push({ id, sha256, ...(title !== undefined && { title }), sections: sections.map((section) => ({ ...section })), text });
    }
    if (documents.length > 0) return { documents };
    throw new StagewrightError("dossier/no-sources", `no file in "${root}" matches ${patterns.map((one) => `"${one}"`).join(", ")}`, {
      hint: "name the folder with --root, or the patterns with --sources",
    });
  },
});

/** Code chooses what the answer is written from. */
export const passages = gather("passages", {
  needs: { request, sources },
  output: z.array(Passage),
  run: ({ request: { question, passages: most }, sources }) => [...passagesFor(question, documentsOf(sources), most)],
});

export const answer = write("answer", {
  needs: { request, passages },
  instructions: [new URL("dossier/AGENT.md", import.meta.url)],
  lessons: "dossier",
  prompt: ({ request: { question }, passages }) =>
    `Question: ${question}\n\nThe passages, each with its citation:\n\n${passages.map(shown).join("\n\n")}\n\n\`\`\`json\n${JSON.stringify({ question, passages: passages.length })}\n\`\`\``,
  output: z.string(),
  parse: (text, { request: { question }, passages }) => answerFrom(text, question, passages),
  retries: 1,
  timeoutMs: 900_000,
});

function shown({ document, section, offset, text }: Passage): string {
  const quote = text
    .trim()
    .split(/\s+/)
    .slice(0, 6)
    .join(" ")
    .replaceAll(/["“”„«»[\]]/g, "");
  return `~~~~text\n${text.trim()}\n~~~~\n\ncited as ${citationText({ document, section, offset, quote })}, with the words that you rest on`;
}

/** Every paragraph is cited, and every quotation stands where its citation points. */
export const review = check("review", {
  of: answer,
  checks: [everythingCited, citationsStandIn(sources, documentsOf)],
  onFail: rollbackTo(answer, { max: 3 }),
});

/** The answer with its sources: name, sections, and the sum by which each is known. */
export const dossier = gather("dossier", {
  needs: { request, sources, answer },
  output: z.string(),
  run: ({ request: { question }, sources: { documents }, answer }) =>
    [
      `# ${question}`,
      answer,
      "## Sources",
      ...documents.map(
        ({ id, title, sections, sha256 }) =>
          `- ${id}${title === undefined ? "" : `: ${title}`}, ${sections.length} ${sections.length === 1 ? "section" : "sections"}, SHA-256 ${sha256.slice(0, 12)}`,
      ),
    ].join("\n\n"),
});

function documentsOf(output: unknown): readonly Document[] {
  return Sources.parse(output).documents.map(({ title, ...rest }) => ({ ...rest, ...(title !== undefined && { title }) }));
}

export default pipeline("dossier", {
  description: "A question answered from sources, each paragraph cited and each citation looked up",
  input: request,
  stages: [sources, passages, answer, review, dossier],
});

export function report({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  return typeof outputs.dossier === "string" ? outputs.dossier : "";
}
