/**
 * Reviews one text with one reviewer in a process of its own: `once.ts <reviewer> <bytes>`. Prints as JSON how much processor time that took
 * (of all threads, so that other programs on the machine do not count), the most memory the process had, and how much was found.
 */
import { checkerOf } from "../../src/cli/check/check-text.js";
import { choosePacks, PACKS } from "../../src/cli/check/packs.js";
import { reviewFacts, reviewText } from "../review-text.js";

/** What one process prints. */
export interface Reading {
  readonly cpuMs: number;
  readonly peakBytes: number;
  readonly findings: number;
}

/** Gives how much it found. */
type Review = (text: string) => number | Promise<number>;

interface TextlintKernel {
  lintText(text: string, options: object): Promise<{ readonly messages: readonly unknown[] }>;
}

const WARM_UP_BYTES = 100_000;

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

const reviewers: Readonly<Record<string, () => Promise<Review>>> = {
  stagewright: async () => {
    const names = PACKS.filter(({ needsCode }) => !needsCode).map(({ pack }) => pack.name);
    const packs = await choosePacks(names, { hasFacts: true, hasCode: false, cwd: process.cwd() });
    const checker = checkerOf(packs, {
      sections: [],
      banned: [],
      heldBack: [],
      allow: [],
      prompt: undefined,
      code: undefined,
      facts: reviewFacts(),
    });
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
  const { default: given } = await import(installed(name));
  // A module of CommonJS made from one of ECMAScript has its default within its default.
  return given.default ?? given;
}

const [name = "", bytes = ""] = process.argv.slice(2);
const load = reviewers[name];
if (load === undefined) throw new RangeError(`there is no reviewer "${name}"; there are ${Object.keys(reviewers).join(", ")}`);
const review = await load();
await review(reviewText(WARM_UP_BYTES));
const text = reviewText(Number(bytes));
const before = process.cpuUsage();
const findings = await review(text);
const { user, system } = process.cpuUsage(before);
const reading: Reading = { cpuMs: (user + system) / 1_000, peakBytes: process.resourceUsage().maxRSS * 1_024, findings };
console.log(JSON.stringify(reading));
