/**
 * Reviews one text with one reviewer in a process of its own: `review-once.ts <folder of compiled sources> <reviewer> <bytes>`, and prints a
 * `Reading` as JSON; for the reviewer `packs` what each of our packs adds, as `PackReading`s. `review.ts` compiles it and starts it.
 */
import { join } from "node:path";
import { cpuMsOf, median } from "./measure.js";
import { reviewFacts, reviewText } from "./review-text.js";

/** What one process needed. */
export interface Reading {
  /** For the first text of that size that the process sees, once a short one has loaded what is loaded at first use. */
  readonly cold: Spent;
  /** For the same text once more, with another one read in between, so that nothing is remembered of the text itself. */
  readonly warm: Spent;
  readonly peakBytes: number;
  readonly findings: number;
}

export interface Spent {
  /** What somebody waits for. */
  readonly clockMs: number;
  /** Processor time of all threads: what other programs on the machine do counts little. */
  readonly processorMs: number;
}

/** What a pack took, beside the reading of the Markdown, which is done once for all. */
export interface PackReading {
  readonly name: string;
  readonly ms: number;
  readonly readMs: number;
}

/** Gives how much it found. */
type Review = (text: string) => number | Promise<number>;

interface TextlintKernel {
  lintText(text: string, options: object): Promise<{ readonly messages: readonly unknown[] }>;
}

const FIRST_BYTES = 100_000;
const PACK_TIMES = 3;

/**
 * What our packs look for too. Left out are textlint-rule-sentence-length, -max-comma and -stop-words: their time grew with the square of
 * the text, from 14 s for 100 KB to 51 s for 200 KB, and would have made the others look slow.
 */
const TEXTLINT_RULES = [
  "write-good",
  "terminology",
  "en-max-word-count",
  "no-empty-section",
  "no-todo",
  "no-zero-width-spaces",
  "unexpanded-acronym",
];

const [folder = "", name = "", bytes = ""] = process.argv.slice(2);
const given = { sections: [], banned: [], heldBack: [], allow: [], prompt: undefined, code: undefined, facts: reviewFacts() };

const reviewers: Readonly<Record<string, () => Promise<Review>>> = {
  stagewright: async () => {
    const { checkerOf }: typeof import("../src/cli/check/check-text.js") = await import(join(folder, "src/cli/check/check-text.js"));
    const { choosePacks, PACKS }: typeof import("../src/cli/check/packs.js") = await import(join(folder, "src/cli/check/packs.js"));
    const { readsOnce }: typeof import("../src/cli/check/reads-once.js") = await import(join(folder, "src/cli/check/reads-once.js"));
    // As the command does.
    readsOnce();
    const names = PACKS.filter(({ needsCode }) => !needsCode).map(({ pack }) => pack.name);
    const packs = await choosePacks(names, { hasFacts: true, hasCode: false, cwd: process.cwd() });
    const checker = checkerOf(packs, given);
    return async (text) => (await checker.check({ path: "text.md", text })).findings.length;
  },
  textlint: async () => {
    const { TextlintKernel }: { TextlintKernel: new () => TextlintKernel } = await import(installed("@textlint/kernel"));
    const plugins = [{ pluginId: "markdown", plugin: await defaultOf("@textlint/textlint-plugin-markdown") }];
    const rules: object[] = [];
    for (const ruleId of TEXTLINT_RULES) rules.push({ ruleId, rule: await defaultOf(`textlint-rule-${ruleId}`) });
    const kernel = new TextlintKernel();
    return async (text) => (await kernel.lintText(text, { filePath: "text.md", ext: ".md", plugins, rules })).messages.length;
  },
  "write-good": async () => {
    const writeGood: (text: string) => readonly unknown[] = await defaultOf("write-good");
    return (text) => writeGood(text).length;
  },
  alex: async () => {
    const { markdown }: { markdown: (text: string) => { readonly messages: readonly unknown[] } } = await import(installed("alex"));
    return (text) => markdown(text).messages.length;
  },
};

/** A name that the compiler does not look up: the peers are not there unless somebody has installed them. */
function installed(name: string): string {
  return name;
}

async function defaultOf(name: string) {
  const { default: inner } = await import(installed(name));
  // A module of CommonJS made from one of ECMAScript has its default within its default.
  return inner.default ?? inner;
}

async function spent(work: () => unknown): Promise<Spent> {
  const from = performance.now();
  const processorMs = await cpuMsOf(work);
  return { clockMs: performance.now() - from, processorMs };
}

async function read(text: string): Promise<Reading> {
  const load = reviewers[name];
  if (load === undefined) throw new RangeError(`there is no reviewer "${name}"; there are ${Object.keys(reviewers).join(", ")}`);
  const review = await load();
  const short = reviewText(FIRST_BYTES);
  await review(short);
  let findings = 0;
  const once = () =>
    spent(async () => {
      findings = await review(text);
    });
  const cold = await once();
  await review(short);
  const warm = await once();
  return { cold, warm, peakBytes: process.resourceUsage().maxRSS * 1_024, findings };
}

async function readPacks(text: string): Promise<readonly PackReading[]> {
  const { parseText }: typeof import("../src/checks/index.js") = await import(join(folder, "src/checks/index.js"));
  const { PACKS }: typeof import("../src/cli/check/packs.js") = await import(join(folder, "src/cli/check/packs.js"));
  const parts = PACKS.map(({ pack, checks }) => ({ name: pack.name, checks: checks(given), ms: [] as number[] }));
  const reading: number[] = [];
  // The first time does not count: the compiler of the engine has to see the code first.
  for (let time = 0; time <= PACK_TIMES; time += 1) {
    // The last text is remembered; another one makes it forgotten.
    parseText("");
    reading.push(await cpuMsOf(() => parseText(text)));
    for (const { checks, ms } of parts) {
      const own = await cpuMsOf(async () => {
        for (const check of checks) await check.run(text, {});
      });
      ms.push(own);
    }
  }
  return parts.map((part) => ({ name: part.name, ms: median(part.ms.slice(1)), readMs: median(reading.slice(1)) }));
}

const text = reviewText(Number(bytes));
console.log(JSON.stringify(name === "packs" ? await readPacks(text) : await read(text)));
