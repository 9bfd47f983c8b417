import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import {
  type AnyImplementation,
  adapter,
  type Check,
  check,
  deliver,
  each,
  effect,
  gate,
  gather,
  implement,
  input,
  isStagewrightError,
  pipeline,
  query,
  rollbackTo,
  write,
} from "../../src/dsl/index.js";
import { model } from "../../src/model/index.js";
import { decideGate, type RunnerOptions, type RunOutcome, readRun, resumeRun, startRun } from "../../src/runner/index.js";
import type { Store } from "../../src/store/index.js";

/** A run with all that a crash can hit: a retry, a rollback, blobs, children, a gate, and effects of parent and children. */
export const RUN = "story";

const library = adapter("library", { pages: query({ takes: z.object({ shelf: z.string() }), gives: z.array(z.string()) }) });
const outbox = adapter("outbox", { post: effect({ takes: z.object({ text: z.string() }), gives: z.object({ line: z.int() }) }) });

const request = input(z.object({ shelf: z.string() }));

const archive = gather("archive", {
  needs: { request },
  uses: { library },
  output: z.object({ pages: z.array(z.string()) }),
  run: async ({ request: { shelf } }, { library: books }) => ({ pages: await books.pages({ shelf }) }),
});

const threeFacts: Check<readonly string[]> = {
  rule: "three-facts",
  run: (facts) => (facts.length >= 3 ? [] : [{ rule: "three-facts", severity: "error", message: "three facts are needed" }]),
};

const facts = gather("facts", {
  needs: { archive },
  output: z.array(z.string()),
  dod: [threeFacts],
  retries: 1,
  backoffMs: 1,
  run: ({ archive: { pages } }, env) => {
    env.now();
    env.id();
    env.random();
    return pages.slice(0, env.feedback.length === 0 ? 2 : 3).map((page) => page.slice(0, 40));
  },
});

const flourish: Check<string> = {
  rule: "flourish",
  run: (text) => (text.endsWith("!") ? [] : [{ rule: "flourish", severity: "error", message: "end on a flourish" }]),
};

const draft = write("draft", { needs: { facts }, output: z.string(), prompt: ({ facts: known }) => `Write about:\n${known.join("\n")}` });
const review = check("review", { of: draft, checks: [flourish], onFail: rollbackTo(draft, { max: 2 }) });

const item = input(z.object({ word: z.string() }));
const letter = gather("letter", { needs: { item }, output: z.string(), run: ({ item: { word } }) => `about ${word}` });
const send = deliver("send", { needs: { letter }, to: outbox, call: (box, { letter: text }) => box.post({ text }) });
const mailing = pipeline("mailing", { input: item, stages: [letter, send] });

const letters = each("letters", {
  needs: { draft },
  pipeline: mailing,
  over: ({ draft: text }) =>
    text
      .split(" ")
      .slice(0, 2)
      .map((word) => ({ word })),
  concurrency: 2,
});
const approve = gate("approve", { tier: 4, shows: draft });
const publish = deliver("publish", {
  needs: { approve, letters },
  to: outbox,
  call: async (box, { approve: text, letters: sent }) => {
    await box.post({ text });
    await box.post({ text: `${sent.length} letters` });
    return { posts: 2 };
  },
});

export const story = pipeline("story", { input: request, stages: [archive, facts, draft, review, letters, approve, publish] });

/** Four pages that together do not fit into a line of the journal. */
function pagesOf(shelf: string): string[] {
  return ["hills", "rivers", "roads", "towns"].map((subject) => `${subject} of ${shelf}: `.padEnd(20_000, `${subject} `));
}

/** `step` stands for each instant at which the outside can see the process die. */
export function outsideAt(file: string, step: () => void = () => {}): readonly AnyImplementation[] {
  mkdirSync(dirname(file), { recursive: true });
  return [
    implement(library, "shelf", {
      pages: {
        perform: async ({ shelf }) => {
          await setImmediate();
          return pagesOf(shelf);
        },
      },
    }),
    implement(model, "scripted", {
      complete: {
        perform: async ({ messages }) => {
          await setImmediate();
          const isTold = messages.some(({ content }) => content.includes("end on a flourish"));
          return {
            text: isTold ? "Hills and rivers!" : "Hills and rivers.",
            finish: "stop",
            usage: { inputTokens: 1, outputTokens: 1, estimated: true },
            model: "scripted",
          };
        },
      },
    }),
    implement(outbox, "file", {
      post: {
        perform: async ({ text }, { key }) => {
          await setImmediate();
          step();
          appendFileSync(file, `${key} ${text}\n`);
          step();
          return { line: text.length };
        },
        lookup: async (key, { text }) =>
          seenBy(file).some((line) => line.startsWith(`${key} `)) ? { happened: "yes", answer: { line: text.length } } : { happened: "no" },
      },
    }),
  ];
}

/** What the outside has seen, a line for each time that an effect was performed. */
export function seenBy(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
}

export type Hands = Pick<RunnerOptions, "adapters" | "signal" | "onEvent">;

/** What a person does with the run, from wherever it stands: start it, approve at the gate, resume it. */
export async function carryOn(store: Store, hands: Hands): Promise<RunOutcome> {
  const options: RunnerOptions = { ...hands, store, by: "ann", graceMs: 1_000 };
  const outcome = (await isStarted(store))
    ? await resumed(store, options)
    : await startRun(story, { ...options, run: RUN, input: { shelf: "Wales" } });
  if (outcome.status !== "blocked") return outcome;
  await decideGate(story, RUN, { decision: "approve" }, options);
  return resumeRun(story, RUN, options);
}

/** A run that was killed when all was done has nothing to go on with; asking for it makes its files whole all the same. */
async function resumed(store: Store, options: RunnerOptions): Promise<RunOutcome> {
  try {
    return await resumeRun(story, RUN, options);
  } catch (error) {
    if (!isStagewrightError(error) || error.code !== "run/ended") throw error;
    const { state } = await readRun(store, RUN);
    return { run: RUN, status: "done", state };
  }
}

async function isStarted(store: Store): Promise<boolean> {
  try {
    await readRun(store, RUN);
    return true;
  } catch (error) {
    if (isStagewrightError(error) && (error.code === "store/no-run" || error.code === "journal/empty")) return false;
    throw error;
  }
}
