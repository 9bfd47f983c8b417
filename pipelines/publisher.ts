import { z } from "zod";
import { blog, files, git } from "../adapters/index.js";
import { claimedIn, countWords, groundedIn, publisher, sections, tropes } from "../src/checks/index.js";
import { check, decide, deliver, gate, gather, input, pipeline, rollbackTo, StagewrightError, write } from "../src/dsl/index.js";
import { BANNED_WORDS } from "./publisher/banned-words.js";
import { dayBefore } from "./publisher/day-before.js";
import { Facts, factsFrom, isThin } from "./publisher/facts.js";
import { Post, postFromMarkdown } from "./publisher/post.js";
import { promptFor, SECTIONS } from "./publisher/prompt.js";

export const request = input(
  z.object({
    repo: z.string().min(1).default(".").describe("the git repository to write about"),
    day: z.iso.date().optional().describe("the day to write about, YYYY-MM-DD; by default the newest day with commits"),
    log: z.string().min(1).optional().describe('the folder of daily logs named YYYY-MM-DD.md; by default "memory" in the repository'),
    out: z
      .string()
      .min(1)
      .refine(
        (out) => !/^[a-z][a-z0-9+.-]+:\/\//i.test(out),
        "expected a folder: a blog at an address is set up as the blog of a pipeline of your own, see docs/blog.md",
      )
      .default("posts")
      .describe("the folder to publish into"),
    ask: z.boolean().default(false).describe("ask a person before publishing, even into a local folder"),
  }),
);

/** What git and the daily logs say about the day. Code asks them; nobody has to remember. */
export const facts = gather("facts", {
  needs: { request },
  uses: { git, files },
  output: Facts,
  timeoutMs: 120_000,
  run: async ({ request: { repo, day: asked, log } }, { git, files, now }) => {
    const day = asked ?? (await git.newestDay({ repo })) ?? now().toISOString().slice(0, 10);
    const logOf = async (date: string) =>
      (await (log === undefined ? files.read({ root: repo, path: `memory/${date}.md` }) : files.read({ root: log, path: `${date}.md` })))
        ?.text ?? null;
    return factsFrom({
      repository: await git.name({ repo }),
      day,
      commits: await git.log({ repo, day }),
      log: { today: await logOf(day), yesterday: await logOf(dayBefore(day)) },
    });
  },
});

/** A day without work is no news: better no post than an invented one. */
export const enough = decide("enough", {
  needs: { facts },
  ways: { write: "go on", rest: "stop" },
  choose: ({ facts }) => (isThin(facts) ? "rest" : "write"),
  because: ({ facts }) => `nothing to write about: ${facts.repository} has no commits and no log of ${facts.day}`,
});

export const draft = write("draft", {
  needs: { facts },
  instructions: [new URL("publisher/AGENT.md", import.meta.url), new URL("publisher/style.md", import.meta.url)],
  lessons: "publisher",
  prompt: ({ facts }) => promptFor(facts),
  output: Post,
  parse: (text, { facts }) => postFromMarkdown(text, facts),
  retries: 2,
  timeoutMs: 900_000,
});

export const review = check("review", {
  of: draft,
  checks: [
    ...publisher.checks({ banned: BANNED_WORDS }),
    sections({ titles: SECTIONS, prose: true }),
    ...tropes.checks(),
    groundedIn(facts),
    claimedIn(facts, { severity: "warning" }),
  ],
  onFail: rollbackTo(draft, { max: 3 }),
});

/** Into a local folder the post goes by itself, for it can be taken back; with `ask` a person reads it first. */
export const approve = gate("approve", {
  shows: draft,
  needs: { request },
  tier: ({ request }) => (request.ask ? 4 : 2),
  onReject: rollbackTo(draft, { max: 3 }),
});

export const publish = deliver("publish", {
  needs: { request, approve },
  to: blog,
  call: (blog, { request, approve }) => blog.publish({ folder: request.out, ...approve }),
  retries: 1,
  timeoutMs: 60_000,
});

/** That the post was published is not taken from whoever published it: it is read back. */
export const look = gather("look", {
  needs: { request, approve, publish },
  uses: { blog },
  output: z.object({ address: z.string(), words: z.int() }),
  run: async ({ request, approve, publish }, { blog }) => {
    const found = await blog.read({ folder: request.out, path: publish.path });
    if (found === null) throw new StagewrightError("publisher/missing", `the post is not at "${publish.address}"`);
    if (found.markdown !== approve.markdown || found.title !== approve.title) {
      throw new StagewrightError("publisher/altered", `the post at "${publish.address}" is not the one that was approved`);
    }
    return { address: publish.address, words: countWords(approve.markdown) };
  },
});

export default pipeline("publisher", {
  description: "A post about a day of work in a git repository",
  input: request,
  stages: [facts, enough, draft, review, approve, publish, look],
});

/** The lines that a person reads when the post is out. */
export function report({ outputs }: { readonly outputs: Readonly<Record<string, unknown>> }): string {
  const looked = look.output?.safeParse(outputs.look);
  const reviewed = z.object({ findings: z.array(z.object({ severity: z.string(), message: z.string() })) }).safeParse(outputs.review);
  if (!looked?.success || !reviewed.success) return "";
  const { address, words } = z.object({ address: z.string(), words: z.int() }).parse(looked.data);
  const { findings } = reviewed.data;
  const result = findings.length === 0 ? "passed, nothing found" : `passed, with ${findings.map(({ message }) => message).join("; ")}`;
  return [`post    ${address}`, `review  ${result}`, `words   ${words}`].join("\n");
}
