import { z } from "zod";
import { atLeast, decide, deliver, each, gate, gather, input, pipeline, write } from "../src/dsl/index.js";
import { learned, parseLessons } from "../src/lessons/index.js";
import { Correction, day } from "./day/sources.js";
import { counted, quoted } from "./day/told.js";
import { Phrase, phraseFrom, phraseOf, restsOn } from "./self-improvement/phrase.js";

export const request = input(
  z.object({
    hours: z
      .int()
      .positive()
      .max(24 * 31)
      .default(24)
      .describe("how far back conversations are looked at"),
    ask: z.boolean().default(false).describe("ask a person before a lesson is kept"),
  }),
);

const TOPIC = "corrections";

/** What people have put right, by rules, and what no earlier run has looked at. */
export const corrections = gather("corrections", {
  needs: { request },
  uses: { day },
  output: z.array(Correction),
  timeoutMs: 120_000,
  run: async ({ request: { hours } }, { day, now }) => {
    const since = new Date(now().getTime() - hours * 3_600_000).toISOString();
    const seen = new Set(await day.claimed({ topic: TOPIC }));
    return (await day.corrections({ since })).filter(({ id }) => !seen.has(id));
  },
});

export const anything = decide("anything", {
  needs: { request, corrections },
  ways: { learn: "go on", rest: "stop" },
  choose: ({ corrections }) => (corrections.length > 0 ? "learn" : "rest"),
  because: ({ request: { hours } }) => `nobody has put anything right in the last ${counted(hours, "hour")} that was not seen before`,
});

/** So that nobody is asked about one correction twice, whatever becomes of it. */
export const claim = deliver("claim", {
  needs: { corrections },
  to: day,
  call: (day, { corrections }) => day.claim({ topic: TOPIC, keys: corrections.map(({ id }) => id) }),
});

const correction = input(Correction);

/** One correction, put into one sentence that rests on its words. */
const phrase = pipeline("self-improvement-lesson", {
  input: correction,
  stages: [
    write("phrase", {
      needs: { correction },
      instructions: [new URL("self-improvement/AGENT.md", import.meta.url)],
      prompt: ({ correction: { words, answered } }) =>
        `What was said, and how it was put right:\n\n\`\`\`json\n${JSON.stringify({ said: answered.body, correction: words }, undefined, 2)}\n\`\`\``,
      output: Phrase,
      parse: (answer, { correction }) => phraseFrom(answer, correction),
      dod: [restsOn(correction)],
      retries: 2,
      timeoutMs: 300_000,
    }),
  ],
});

export const phrased = each("phrased", {
  needs: { corrections, claim },
  pipeline: phrase,
  over: ({ corrections, claim: { fresh } }) => corrections.filter(({ id }) => fresh.includes(id)),
  succeeds: atLeast(0),
});

const Proposed = z.object({
  /** The lessons file: that of the pipeline whose message was put right. */
  name: z.string(),
  description: z.string(),
  quote: z.string(),
  by: z.string(),
  /** The message that puts it right. */
  of: z.string(),
  isNew: z.boolean(),
});

/** The lessons, each held against those that are known: what is known already grows stronger, and is no second line. */
export const lessons = gather("lessons", {
  needs: { corrections, claim, phrased },
  uses: { day },
  output: z.array(Proposed),
  run: async ({ corrections, claim: { fresh }, phrased }, { day, now }) => {
    const at = now().toISOString();
    const found = corrections
      .filter(({ id }) => fresh.includes(id))
      .map((correction, index) => {
        const result = phrased[index];
        const { lesson, quote } = result?.status === "done" ? result.output : phraseOf(correction);
        return { name: nameOf(correction), description: lesson, quote, by: correction.by, of: correction.id };
      });
    const isNew = new Set<string>();
    for (const name of new Set(found.map(({ name }) => name))) {
      const known = parseLessons((await day.lessons({ name })).text).lessons;
      const mine = found.filter((one) => one.name === name);
      const { added } = learned(known, { at, lessons: mine.map(({ description }) => ({ description, severity: "warning" as const })) });
      for (const { description } of added) isNew.add(`${name} ${description}`);
    }
    return found.map((one) => ({ ...one, isNew: isNew.has(`${one.name} ${one.description}`) }));
  },
});

/** By itself a correction is a person's word already; with `ask` somebody reads how it was put first. */
export const approve = gate("approve", {
  shows: lessons,
  needs: { request },
  tier: ({ request }) => (request.ask ? 3 : 2),
  says: (shown) => `Keep ${counted(shown.length, "lesson")}: ${shown.map(({ description }) => quoted(description)).join(", ")}?`,
});

export const learn = deliver("learn", {
  needs: { approve },
  to: day,
  call: async (day, { approve }) => {
    const kept: { readonly name: string; readonly id: string; readonly isNew: boolean; readonly description: string }[] = [];
    for (const { name, description, by, quote, of } of approve) {
      const { id, isNew } = await day.learn({ name, description, by, evidence: quote, of });
      kept.push({ name, id, isNew, description });
    }
    return kept;
  },
});

export default pipeline("self-improvement", {
  description: "Lessons from what people put right in conversation, each in one sentence that rests on their words",
  input: request,
  stages: [corrections, anything, claim, phrased, lessons, approve, learn],
});

export function report({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  const kept = z
    .array(z.object({ name: z.string(), id: z.string(), isNew: z.boolean(), description: z.string() }))
    .safeParse(outputs.learn);
  if (!kept.success) return "";
  return kept.data.map(({ name, id, isNew, description }) => `${isNew ? "new" : "seen again"} ${name} ${id}: ${description}`).join("\n");
}

/** A message of no pipeline teaches all conversation. */
function nameOf({ answered: { from } }: Correction): string {
  return /^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u.test(from) ? from : "conversation";
}
