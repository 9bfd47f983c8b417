import { blockedReason, type Part, refusalsOf, textsIn } from "../../evidence/index.js";
import type { Message } from "../../model/index.js";
import { type Blocked, memorySpill, type Tool, toolbox, type WorkEnd, type WorkOptions, workWithTools } from "../../tools/index.js";
import { answerSchema, takenAnswer } from "../answer-taken.js";
import { failedVerdict } from "../answered.js";
import { artifactsOf } from "../artifacts.js";
import { type AttemptContext, functionOf, outputsOf } from "../attempt-context.js";
import type { Executed } from "../executed.js";
import { modelFor } from "../model-for.js";
import { orNoFindings } from "../no-findings.js";
import { restedSession } from "../rested-session.js";
import { messagesOfStage } from "../stage-prompt.js";
import { leadsOn, restBlocked, unblockedBefore, unblockedText, unblockingsOf } from "../work-blocked.js";
import { completeFor } from "../work-calls.js";
import { leftOf, limitsOf, NOTHING_USED, usedWith } from "../work-limits.js";
import { MadeCalls } from "../work-made.js";
import { refusalText, refused, refusedReason, whenDone } from "../work-words.js";
import { workingClock } from "../working-clock.js";

/** After so many refusals the model is asked no more. */
const MOST_REFUSALS = 3;

/**
 * A model with tools does one bounded task; its word that it is done is taken only with evidence. A task that cannot go on rests as
 * blocked; when a person has said that it can, it goes on from there, with all its limits anew.
 */
export async function work(context: AttemptContext): Promise<Executed> {
  const given = await outputsOf(context, context.stage.needs);
  const paths = functionOf<(given: object) => readonly string[]>(context, "artifacts")?.(given) ?? [];
  const artifacts = await artifactsOf(context, paths);
  const people = unblockingsOf(context);
  const first = await messagesOfStage(
    context,
    given,
    [...unblockedBefore(people.before), whenDone(paths, answerSchema(context))].join("\n\n"),
  );
  const limits = await limitsOf(context);
  const spill = memorySpill();
  const calls = new MadeCalls(context, spill);
  const options = { ...(await optionsFor(context, given, first)), spill, call: calls.call, notRun: calls.notRun, read: () => calls.read };
  const claimOf = claims(context, { given, paths, written: artifacts.written, first, calls });
  const notes = people.before.flatMap(({ note }) => note ?? []);
  let began = options.now().getTime();
  let used = NOTHING_USED;
  let messages: readonly Message[] = first;
  let guards = limits;
  let refusals = 0;
  for (;;) {
    const end = await workWithTools({ ...options, messages, guards });
    let blocked = blockedIn(end);
    let said = "";
    if (blocked === undefined) {
      if (end.verdict === "failed") {
        return orNoFindings(context, failedVerdict(end, end.reason.startsWith("guard/") ? end.reason : undefined));
      }
      let faults = refusalsOf({ ...claimOf(end.text, notes), artifacts: await artifacts.look(), sinceMs: artifacts.sinceMs });
      if (faults.length === 0) {
        const taken = await takenAnswer(context, end.text, given);
        if (taken.is !== "failed" || taken.cause !== "output") return taken;
        faults = taken.findings;
      }
      refusals += 1;
      said = refusalText(faults);
      if (refusals < MOST_REFUSALS) {
        used = usedWith(used, end.counts, (options.now().getTime() - began) / 1_000);
        const left = leftOf(limits, used);
        if ("spent" in left)
          return refused(faults, `the completion was refused, and the limit of ${left.spent} leaves no room to mend it: `);
        guards = left.guards;
        messages = [...end.transcript, { role: "user", content: said }];
        continue;
      }
      const why = `the completion was refused ${MOST_REFUSALS} times, the last time for this: `;
      if (leadsOn(context, faults)) return refused(faults, why);
      blocked = { reason: refusedReason(faults, why) };
    }
    const unblocked = people.next();
    if (unblocked === undefined) return restBlocked(context, blocked);
    if (unblocked.note !== undefined) notes.push(unblocked.note);
    messages = [...end.transcript, { role: "user", content: [said, unblockedText(unblocked)].filter((text) => text !== "").join("\n\n") }];
    began = options.now().getTime();
    used = NOTHING_USED;
    guards = limits;
    refusals = 0;
  }
}

/** What a model says that cannot go on: by the tool, or in words. */
function blockedIn(end: WorkEnd): Blocked | undefined {
  if (end.verdict === "failed") return end.blocked;
  const reason = blockedReason(end.text);
  return reason === undefined ? undefined : { reason };
}

interface Known {
  readonly given: object;
  readonly paths: readonly string[];
  readonly written: readonly string[];
  readonly first: readonly Message[];
  readonly calls: MadeCalls;
}

/** What is known of a completion when it comes, beside the files. */
function claims(context: AttemptContext, { given, paths, written, first, calls }: Known) {
  const { stage, settings } = context;
  const parts = functionOf<(given: object) => readonly Part[]>(context, "covers")?.(given);
  // Without what an earlier try was found at fault with: what that one invented was shown by nobody.
  const prompt = functionOf<(given: object) => string>(context, "prompt")?.(given) ?? "";
  const asked = [...first.flatMap(({ role, content }) => (role === "system" ? [content] : [])), prompt, ...textsIn(given)];
  return (text: string, notes: readonly string[]) => {
    const { made, succeeded, reads, files } = calls;
    return {
      text,
      shown: [...first.map(({ content }) => content), ...notes, ...made.flatMap((call) => (call.succeeded ? [call.text] : []))],
      succeeded,
      coverage: parts && { parts, reads },
      citable:
        stage.settings.cites === "any"
          ? undefined
          : { texts: [...asked, ...notes], calls: made, files: [...paths, ...files], folder: settings.folder, written },
    };
  };
}

/** What the loop works with: all that it asks for passes through the journal, and a replay takes it from there. */
async function optionsFor(context: AttemptContext, given: object, first: readonly Message[]) {
  const { stage, world, signal } = context;
  const tools = functionOf<(given: object) => readonly Tool[]>(context, "tools")?.(given) ?? [];
  const allow = Array.isArray(stage.settings.allow) ? stage.settings.allow.map(String) : tools.map(({ spec }) => spec.name);
  const now = workingClock(context);
  const complete = completeFor(context);
  const shortened = await restedSession(context);
  return {
    complete: async (asked, how) => complete({ ...asked, messages: shortened(asked.messages) }, how),
    request: await modelFor(context, first),
    toolbox: toolbox({ tools, allow }),
    mayBlock: true,
    signal,
    now,
    takes: (value) => stage.output?.safeParse(value).success === true,
    ...(world.keepsTime && { timer: realTimer }),
  } satisfies Omit<WorkOptions, "messages" | "spill" | "call" | "notRun" | "read">;
}

function realTimer(ms: number, then: () => void) {
  const timeout = setTimeout(then, ms);
  return { restart: () => void timeout.refresh(), stop: () => clearTimeout(timeout) };
}
