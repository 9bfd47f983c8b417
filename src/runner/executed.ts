import type { EventOf, FailureCause } from "../core/index.js";
import { type Finding, isStagewrightError, type StagewrightError } from "../dsl/index.js";

/** What one try of a stage came to. */
export type Executed =
  | {
      readonly is: "done";
      readonly output: unknown;
      readonly findings: readonly Finding[];
      readonly turn?: NonNullable<EventOf<"stage-done">["turn"]>;
    }
  | {
      readonly is: "failed";
      readonly cause: FailureCause;
      readonly message: string;
      readonly hint?: string;
      readonly findings: readonly Finding[];
      /** What it gave, where that is whole and its definition of done refuses it. */
      readonly output?: unknown;
    }
  /** For a person, a child or money. The event that says so is noted, but for a call that the budget refused. */
  | { readonly is: "waiting"; readonly refused?: StagewrightError }
  | { readonly is: "interrupted" };

export function done(output: unknown, findings: readonly Finding[] = []): Executed {
  return { is: "done", output, findings };
}

export function failed(cause: FailureCause, message: string, findings: readonly Finding[] = []): Extract<Executed, { is: "failed" }> {
  return { is: "failed", cause, message, findings };
}

/** What went wrong as a finding, so that the next try is told. */
export function failedWith(cause: FailureCause, error: unknown): Executed {
  const message = error instanceof Error ? error.message : String(error);
  if (!isStagewrightError(error)) return failed(cause, message, [{ rule: cause, severity: "error", message }]);
  const { code: rule, hint } = error;
  return { is: "failed", cause, message, findings: [{ rule, severity: "error", message }], ...(hint !== undefined && { hint }) };
}

/** What a person said no to; the reason goes to the stage that the way back leads to. */
export function rejected(stage: string, reason = "no reason was given"): Executed {
  return failed("rejected", `rejected at gate "${stage}": ${reason}`, [{ rule: `${stage}/rejected`, severity: "error", message: reason }]);
}

/** A call that was not made, since it would have cost more than is left: neither an answer nor a fault. */
export function isRefusedByBudget(error: unknown): error is StagewrightError {
  return isStagewrightError(error) && error.code === "budget/exceeded";
}

/** When the budget has room for the call again, where its refusal says so. */
export function roomIn(refusal: StagewrightError): { readonly roomAt?: string } {
  return "roomAt" in refusal && typeof refusal.roomAt === "string" ? { roomAt: refusal.roomAt } : {};
}

/** Errors that are not the stage's fault: the store's, the journal's, the runner's own. They end the process's work on the run. */
export function isFatal(error: unknown): boolean {
  return isStagewrightError(error) && /^(store|journal|blob|run)\//.test(error.code);
}
