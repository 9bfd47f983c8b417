import { z } from "zod";
import { chatRecording, issuesRecording, markdownFolder } from "../../adapters/index.js";
import { overnightOf } from "../../pipelines/overnight/night.js";
import { runsIn } from "../../pipelines/overnight/runs.js";
import { type AnyImplementation, gate, gather, implement, input, pipeline, write } from "../../src/dsl/index.js";
import { model } from "../../src/model/index.js";
import { readRun, startRun } from "../../src/runner/index.js";
import { options } from "../runner/rig.js";

const request = input(z.strictObject({ text: z.string() }));
const note = gather("note", { needs: { request }, output: z.string(), run: ({ request: { text } }) => `Noted: ${text}` });

/** Small pipelines for a night: one that notes, one that asks a model, one that asks a person, one that fails. */
export const kinds = {
  note: pipeline("note", { input: request, stages: [note] }),
  ask: pipeline("ask", {
    input: request,
    stages: [write("answer", { needs: { request }, prompt: ({ request: { text } }) => text, output: z.string() })],
  }),
  confirm: pipeline("confirm", {
    input: request,
    stages: [note, gate("sure", { tier: 3, shows: note, says: (text) => `${text}. Go ahead?` })],
  }),
  breaks: pipeline("breaks", {
    input: request,
    stages: [
      gather("broken", {
        needs: { request },
        output: z.string(),
        run: ({ request: { text } }) => {
          throw new Error(`${text} is broken`);
        },
      }),
    ],
  }),
};

export const wish = (title: string, of: keyof typeof kinds, more: object = {}) => ({
  title,
  pipeline: of,
  input: { text: title },
  ...more,
});

/** A model whose every answer is `says` of the prompt, costs so much and takes so many tokens. */
export function paidModel(
  says: (prompt: string) => string,
  { usd, tokens }: { readonly usd?: number; readonly tokens: number },
): AnyImplementation {
  return implement(model, "paid", {
    complete: {
      perform: async ({ messages }) => ({
        text: says(messages.map(({ content }) => content).join("\n")),
        finish: "stop",
        usage: { inputTokens: tokens - 10, outputTokens: 10, estimated: false },
        model: "paid",
        ...(usd !== undefined && { cost: { usd, estimated: false } }),
      }),
    },
  });
}

/** No words of a model in the report: what is about the night is answered with nothing. */
export const wordless = (prompt: string) =>
  prompt.includes("a person should know first") ? "" : `About ${prompt.trim().split("\n").at(-1)}.`;

interface Asked {
  readonly model?: AnyImplementation;
  /** A folder of issues; without it there are none. */
  readonly cwd?: string;
}

export async function nightWith(given: object, { model: answers = paidModel(wordless, { tokens: 100, usd: 0.01 }), cwd }: Asked = {}) {
  const on = options();
  const chat = chatRecording();
  const none = { list: () => ({ issues: [], next: null }) };
  const issues = cwd === undefined ? issuesRecording({ answers: none }) : issuesRecording({ reads: markdownFolder({ cwd }) });
  const overnight = overnightOf(kinds);
  const settings = { ...on, adapters: [answers, chat, issues, runsIn(on.store)], model: "paid" };
  const outcome = await startRun(overnight, { ...settings, run: "r", input: given });
  const sent = () => chat.noted.flatMap(({ call, request }) => (call === "send" ? [String(Reflect.get(Object(request), "text"))] : []));
  const statusOf = async (run: string) => (await readRun(on.store, run)).state.status;
  return { outcome, overnight, settings, store: on.store, sent, statusOf };
}
