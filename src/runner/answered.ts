import { type Finding, isStagewrightError } from "../dsl/index.js";
import { askAgain, type CompleteRequest, Completion, type FailureReason, model, type Verdict, verdictOf } from "../model/index.js";
import type { AttemptContext } from "./attempt-context.js";
import { ask } from "./bound-adapters.js";
import { type Executed, failed, isRefusedByBudget } from "./executed.js";

interface FailedVerdict {
  readonly reason: string;
  readonly message: string;
  readonly hint?: string;
}

/**
 * Asks a model until it has given an answer that `take` takes, or has failed for a reason with a name. It is asked again at
 * most once for each reason that another question can mend.
 */
export async function answered(
  context: AttemptContext,
  first: CompleteRequest,
  take: (text: string) => Promise<Executed>,
): Promise<Executed> {
  const before = new Set<FailureReason>();
  let request = first;
  for (;;) {
    const came = await askOnce(context, request);
    await context.calls.settled();
    let reason: FailureReason;
    let executed: Executed;
    let offSchema: { text: string; complaints: readonly string[] } | undefined;
    if (came.verdict === "answer") {
      executed = await take(came.text);
      if (executed.is !== "failed" || executed.cause !== "output") return executed;
      reason = "off-schema";
      offSchema = { text: came.text, complaints: executed.findings.map(({ message }) => message) };
      executed = failed(
        "verdict",
        `off-schema: ${executed.message}`,
        executed.findings.map((finding) => ({ ...finding, rule: "verdict/off-schema" })),
      );
    } else {
      reason = came.reason;
      executed = failedVerdict(came);
    }
    const again = askAgain(request, { reason, ...(offSchema && { offSchema }) }, before);
    if (again === undefined) return executed;
    before.add(reason);
    request = again;
  }
}

async function askOnce(context: AttemptContext, request: CompleteRequest): Promise<Verdict & { readonly hint?: string }> {
  const { stage } = context;
  let completion: Completion;
  try {
    completion = Completion.parse(await ask(context, model, "complete", request));
  } catch (error) {
    if (context.signal.aborted || isRefusedByBudget(error) || !isStagewrightError(error) || !error.code.startsWith("model/")) throw error;
    const reason = error.code === "model/silent" ? "timed-out" : "provider-error";
    return { verdict: "failed", reason, message: error.message, ...(error.hint !== undefined && { hint: error.hint }) };
  }
  // A stage may be there to write what would be the call of a tool elsewhere.
  return verdictOf(completion, { takes: (value) => stage.output?.safeParse(value).success === true });
}

/** What failed is never handed on as text: the next try is told its name, and why. */
export function failedVerdict({ reason, message, hint }: FailedVerdict, rule = `verdict/${reason}`): Executed {
  const said = `${reason}: ${message}`;
  const finding: Finding = { rule, severity: "error", message: said };
  return { ...failed("verdict", said, [finding]), ...(hint !== undefined && { hint }) };
}
