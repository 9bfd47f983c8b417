import { z } from "zod";
import { blockedReason, refusalsOf } from "../../evidence/index.js";
import type { Message } from "../../model/index.js";
import { memorySpill, type Tool, toolbox, type WorkEnd, type WorkOptions, workWithTools } from "../../tools/index.js";
import { answerSchema, takenAnswer } from "../answer-taken.js";
import { failedVerdict } from "../answered.js";
import { artifactsOf } from "../artifacts.js";
import { type AttemptContext, functionOf, outputsOf } from "../attempt-context.js";
import type { Executed } from "../executed.js";
import { modelFor } from "../model-for.js";
import { restedSession } from "../rested-session.js";
import { messagesOfStage } from "../stage-prompt.js";
import { completeFor } from "../work-calls.js";
import { leftOf, limitsOf, type Used } from "../work-limits.js";
import { refusalText, refused, whenDone } from "../work-words.js";
import { workingClock } from "../working-clock.js";

/** After so many refusals the try is over. */
const MOST_REFUSALS = 3;
/** The tool that the loop adds of itself. It shows again what another call has brought. */
const READS_ON = "read_result";

/** What the journal holds of a tool's call: its outcome, and the whole result where it was too long to show. */
const Called = z.looseObject({ whole: z.string().optional() });

/** A model with tools does one bounded task; its word that it is done is taken only with evidence. */
export async function work(context: AttemptContext): Promise<Executed> {
  const given = await outputsOf(context, context.stage.needs);
  const paths = functionOf<(given: object) => readonly string[]>(context, "artifacts")?.(given) ?? [];
  const artifacts = await artifactsOf(context, paths);
  const first = await messagesOfStage(context, given, whenDone(paths, answerSchema(context)));
  const limits = await limitsOf(context);
  const options = await optionsFor(context, given, first);
  const began = options.now().getTime();
  const used: Used = { rounds: 0, calls: 0, tokens: 0, usd: 0, seconds: 0 };
  let messages: readonly Message[] = first;
  let guards = limits;
  let succeeded = 0;
  for (let refusals = 1; ; refusals += 1) {
    const end = await workWithTools({ ...options, messages, guards });
    if (end.verdict === "failed") return failedVerdict(end, end.reason.startsWith("guard/") ? end.reason : undefined);
    const reason = blockedReason(end.text);
    if (reason !== undefined) return refused([{ rule: "evidence/blocked", severity: "error", message: `the task is blocked: ${reason}` }]);
    succeeded += end.evidence.filter(({ tool }) => tool !== READS_ON).length;
    const shown = [...first.map(({ content }) => content), ...resultsIn(end)];
    let faults = refusalsOf({ text: end.text, shown, succeeded, artifacts: await artifacts.look(), sinceMs: artifacts.sinceMs });
    if (faults.length === 0) {
      const taken = await takenAnswer(context, end.text, given);
      if (taken.is !== "failed" || taken.cause !== "output") return taken;
      faults = taken.findings;
    }
    if (refusals === MOST_REFUSALS) return refused(faults, `the completion was refused ${MOST_REFUSALS} times, the last time for this: `);
    used.rounds += end.counts.rounds;
    used.calls += end.counts.calls;
    used.tokens += end.counts.inputTokens + end.counts.outputTokens;
    used.usd += end.counts.usd;
    used.seconds = (options.now().getTime() - began) / 1_000;
    const left = leftOf(limits, used);
    if ("spent" in left) return refused(faults, `the completion was refused, and the limit of ${left.spent} leaves no room to mend it: `);
    guards = left.guards;
    messages = [...end.transcript, { role: "user", content: refusalText(faults) }];
  }
}

/** What the loop works with: all that it asks for passes through the journal, and a replay takes it from there. */
async function optionsFor(context: AttemptContext, given: object, first: readonly Message[]) {
  const { stage, calls, world, signal } = context;
  const tools = functionOf<(given: object) => readonly Tool[]>(context, "tools")?.(given) ?? [];
  const allow = Array.isArray(stage.settings.allow) ? stage.settings.allow.map(String) : tools.map(({ spec }) => spec.name);
  const spill = memorySpill();
  const now = workingClock(context);
  const complete = completeFor(context);
  const shortened = await restedSession(context);
  return {
    complete: async (asked, how) => complete({ ...asked, messages: shortened(asked.messages) }, how),
    request: await modelFor(context, first),
    toolbox: toolbox({ tools, allow }),
    spill,
    signal,
    now,
    takes: (value) => stage.output?.safeParse(value).success === true,
    call: async (name, args, make) => {
      const answer = await calls.call("tools", name, args, async () => {
        const outcome = await make();
        return outcome.outcome === "failed" || outcome.kept === undefined ? outcome : { ...outcome, whole: await spill.read(outcome.kept) };
      });
      await world.journal.commit();
      const { whole, ...outcome } = Called.parse(answer);
      // It is named by its content, so where it comes from the journal it has the name that it had.
      if (whole !== undefined) await spill.write(whole);
      return outcome;
    },
    ...(world.keepsTime && { timer: realTimer }),
  } satisfies Omit<WorkOptions, "messages">;
}

function realTimer(ms: number, then: () => void) {
  const timeout = setTimeout(then, ms);
  return { restart: () => void timeout.refresh(), stop: () => clearTimeout(timeout) };
}

function resultsIn({ transcript }: WorkEnd): readonly string[] {
  return transcript.flatMap((message) => (message.role === "tool" && message.isError !== true ? [message.content] : []));
}
