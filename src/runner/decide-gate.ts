import {
  confirmationOf,
  decidersAt,
  decidersText,
  type EventOf,
  isTooLate,
  takesUntil,
  whyNotDecide,
  withoutGroups,
} from "../core/index.js";
import { type AnyPipeline, type AnyStage, failing, StagewrightError } from "../dsl/index.js";
import type { PinCheck } from "../gates/index.js";
import { issuesOf } from "./bound-adapters.js";
import { findingsOf } from "./definition-of-done.js";
import { isSameJson, jsonValue } from "./json-value.js";
import { bring, type OpenRun, withOpenRun } from "./open-run.js";
import { type RunnerOptions, type Settings, settingsOf } from "./runner-options.js";

/** What an approval brings at tier 5: `confirm` repeats the first eight digits of the digest of what was shown. */
interface Confirmed {
  readonly confirm?: string;
  readonly pin?: string;
}

type Approval = Confirmed & ({ readonly decision: "approve" } | { readonly decision: "edit"; readonly value: unknown });

/** A person's word at a gate. */
export type GateDecision =
  | Approval
  | { readonly decision: "answer"; readonly value: unknown }
  | { readonly decision: "reject"; readonly reason: string };

export interface DecideOptions extends Pick<RunnerOptions, "store" | "by" | "environment" | "groups"> {
  /** Where the person was asked, for the journal: `terminal`, `command line`. */
  readonly where?: string;
  /** The digest of what the person was shown. With it a decision about anything else is refused, and one that comes twice does nothing more. */
  readonly seen?: string;
  /** The number of the event with which the gate was opened that the person looked at: two gates of a run may show the same. */
  readonly opened?: number;
  /** Whoever knows the PINs, for gates of tier 5. */
  readonly pins?: PinCheck;
}

/** `already` where the same was decided before, about the same. */
export type Decided = "decided" | "already";

/**
 * Records a decision at the gate where a run waits. Resume the run, or its root, to go on.
 *
 * @throws StagewrightError `gate/not-open`, `gate/decided`, `gate/changed`, `gate/may-not`, `gate/asks`, `gate/value`, `gate/dod`,
 * `gate/confirm`, `gate/pin`, `gate/expired`, and what `pins` throws.
 */
export async function decideGate(pipeline: AnyPipeline, run: string, decision: GateDecision, options: DecideOptions): Promise<Decided> {
  const settings = settingsOf({ adapters: [], ...options });
  const { where, pins } = options;
  return withOpenRun(settings, run, false, async (open) => {
    const { state } = open.journal;
    const gate = [...state.stages.values()].find(({ waiting }) => waiting?.on === "gate")?.gate;
    const stage = pipeline.stages.find(({ name }) => name === gate?.stage);
    const isMeant = gate !== undefined && isAbout(gate, options);
    if (!isMeant && (await isDecidedAlready(open, decision, options))) return "already";
    if (!gate || !stage || state.status === "cancelled") {
      throw new StagewrightError("gate/not-open", `run "${run}" waits at no gate: it is ${state.status}`, {
        hint: `\`stagewright show ${run}\` says how it stands`,
      });
    }
    if (!isMeant) {
      throw new StagewrightError("gate/changed", `gate "${stage.name}" shows something else by now than what was decided about`, {
        hint: "look at what it shows, and decide about that",
      });
    }
    const now = settings.environment.now();
    assertMayDecide(gate, { ...settings, asker: state.started?.by ?? "", now });
    assertInTime(gate, now);
    const value = await checkedValue(open, stage, gate, decision);
    // Last, so that a decision that is refused for something else costs no try.
    if (isApproval(decision)) await assertPin(gate, decision, { by: settings.by, pins });
    await bring(open, {
      type: "gate-decided",
      stage: stage.name,
      version: gate.version,
      attempt: gate.attempt,
      decision: decision.decision,
      by: settings.by,
      ...(where !== undefined && { where }),
      digest: gate.digest,
      ...(value !== undefined && { value: open.keeper.keep(value) }),
      ...(decision.decision === "reject" && { reason: decision.reason }),
    });
    return "decided";
  });
}

function isAbout({ digest, seq }: EventOf<"gate-opened">, { seen = digest, opened = seq }: DecideOptions): boolean {
  return seen === digest && opened === seq;
}

/** Whether the same was said before about what was seen; something else said before is an error that tells by whom. */
async function isDecidedAlready({ journal, keeper }: OpenRun, decision: GateDecision, options: DecideOptions): Promise<boolean> {
  if (options.seen === undefined && options.opened === undefined) return false;
  const { run, stages } = journal.state;
  const before = [...stages.values()].find(({ gate, decision }) => decision && gate && isAbout(gate, options))?.decision;
  if (before === undefined) return false;
  const value = before.value && (await keeper.load(before.value));
  const isSame =
    before.decision === decision.decision &&
    (decision.decision !== "reject" || decision.reason === before.reason) &&
    (!("value" in decision) || isSameJson(jsonValue(decision.value, "the value"), value));
  if (isSame) return true;
  throw new StagewrightError(
    "gate/decided",
    `gate "${before.stage}" has been decided: ${before.decision}, by ${before.by} at ${before.at}`,
    {
      hint: `\`stagewright show ${run}\` says how the run stands`,
    },
  );
}

interface Deciding extends Pick<Settings, "by" | "groups"> {
  readonly asker: string;
  readonly now: Date;
}

function assertMayDecide(gate: EventOf<"gate-opened">, { by, groups = {}, asker, now }: Deciding): void {
  const mayDecide = decidersAt(gate, now);
  const why = whyNotDecide(by, withoutGroups(mayDecide, groups), asker);
  if (why === undefined) return;
  throw new StagewrightError("gate/may-not", `gate "${gate.stage}" is decided by ${decidersText(mayDecide)}: ${why}`, {
    hint: "nothing has been decided, and the run still waits",
  });
}

function assertInTime(gate: EventOf<"gate-opened">, now: Date): void {
  if (!isTooLate(gate, now)) return;
  throw new StagewrightError("gate/expired", `gate "${gate.stage}" took decisions until ${takesUntil(gate)?.toISOString()}`, {
    hint: "resume the run: it goes the way of a rejection",
  });
}

/** The value that a decision brings, where it brings one, held against the schema that it must fit; an edit to the whole contract. */
async function checkedValue(open: OpenRun, stage: AnyStage, gate: EventOf<"gate-opened">, decision: GateDecision): Promise<unknown> {
  if (decision.decision === "reject") return undefined;
  if (gate.effect !== undefined) return checkedForEffect(gate, decision);
  if (stage.output && decision.decision !== "answer") {
    throw new StagewrightError("gate/asks", `gate "${stage.name}" asks for data: it cannot be answered by "${decision.decision}"`, {
      hint: `it takes ${JSON.stringify(gate.asks)}`,
    });
  }
  if (!stage.output && decision.decision === "answer") {
    throw new StagewrightError("gate/asks", `gate "${stage.name}" asks for no data`, { hint: "approve, edit or reject what it shows" });
  }
  if (decision.decision !== "answer") assertConfirmed(gate, decision.confirm);
  if (decision.decision === "approve") return undefined;
  const schema = stage.output ?? stage.about?.output;
  const parsed = schema?.safeParse(decision.value);
  if (parsed && !parsed.success) {
    throw new StagewrightError("gate/value", `gate "${stage.name}" does not take this value: ${issuesOf(parsed.error).join("; ")}`);
  }
  const value = jsonValue(parsed ? parsed.data : decision.value, `the value given at gate "${stage.name}"`);
  if (decision.decision === "edit" && stage.about) await assertDone(open, stage.name, stage.about, value);
  return value;
}

/** A policy asks for a yes or a no: what is to be sent was made by the stages before, and is changed there. */
function checkedForEffect(gate: EventOf<"gate-opened">, decision: Exclude<GateDecision, { decision: "reject" }>): undefined {
  if (decision.decision !== "approve") {
    throw new StagewrightError(
      "gate/asks",
      `what "${gate.shows}" is asked for in stage "${gate.stage}" is approved or rejected as it stands`,
      {
        hint: "reject it with a reason: what is to be changed is changed in the stage that made it",
      },
    );
  }
  assertConfirmed(gate, decision.confirm);
}

/** What a person writes is held to the same definition of done as what it stands in for. */
async function assertDone({ journal, keeper }: OpenRun, gate: string, about: AnyStage, value: unknown): Promise<void> {
  const findings = await findingsOf({ state: journal.state, world: { keeper } }, about.contract.dod, value);
  const faults = failing(about, findings);
  if (faults.length === 0) return;
  const lines = faults.map(({ rule, message, at }) => `${at ? `line ${at.line}: ` : ""}${message} (${rule})`);
  throw new StagewrightError("gate/dod", [`the edit at gate "${gate}" is not what stage "${about.name}" promises`, ...lines].join("\n"), {
    hint: "mend it and decide again: nothing has been decided",
  });
}

function isApproval(decision: GateDecision): decision is Approval {
  return decision.decision === "approve" || decision.decision === "edit";
}

function assertConfirmed(gate: EventOf<"gate-opened">, confirm: string | undefined): void {
  const expected = confirmationOf(gate);
  if (confirm === expected || expected === undefined) return;
  throw new StagewrightError("gate/confirm", `gate "${gate.stage}" has tier ${gate.tier}: the decision must be confirmed`, {
    hint: `say what you approve by the start of its digest: ${expected}`,
  });
}

interface Approver {
  readonly by: string;
  readonly pins: PinCheck | undefined;
}

async function assertPin(gate: EventOf<"gate-opened">, { pin }: Approval, { by, pins }: Approver): Promise<void> {
  if (confirmationOf(gate) === undefined) return;
  if (pins !== undefined && pin !== undefined) return pins.check(by, pin);
  throw new StagewrightError("gate/pin", `gate "${gate.stage}" has tier ${gate.tier}: it wants the PIN of "${by}"`, {
    hint: pins === undefined ? "hand in who knows the PINs: pins: filePins({ … })" : "decide at a terminal, where it is asked for",
  });
}
