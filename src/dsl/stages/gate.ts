import type { z } from "zod";
import { StagewrightError } from "../error.js";
import { makeStage } from "../make-stage.js";
import type { Rollback } from "../rollback.js";
import type { AnyStage, Given, NamesOf, Needs, OutputOf, Stage } from "../stage.js";

/**
 * How much of a person's word an outside effect needs: 1 silent, 2 inform and go on, 3 confirm, 4 review the draft
 * (approve, edit, reject), 5 confirm twice. From 3 on the run stops until a person has decided.
 */
export type Tier = 1 | 2 | 3 | 4 | 5;

/** Who may decide at a gate. A person always must: what runs unattended, an agent or a model's tool, is refused everywhere. */
export interface Deciders {
  /** By the names that decisions are signed with, or `group:<name>` for a group of the config. Anybody by default. */
  readonly people?: readonly string[];
  /** Whoever started the run may not. */
  readonly notAsker?: boolean;
}

/**
 * What happens while nobody decides: every `afterMs` the question comes again; where it escalates, those in `to` may decide
 * as well from then on, and are asked.
 */
export type Overdue =
  | { readonly afterMs: number; readonly does: "remind" }
  | { readonly afterMs: number; readonly does: "escalate"; readonly to: readonly string[] };

interface GateOptions<S extends AnyStage, N extends Needs, To extends string> {
  readonly tier: Tier | ((given: Given<N>) => Tier);
  readonly shows: S;
  readonly needs?: N;
  /** What is about to happen, in one sentence made of the data by code: "Dinner at Vicolo, Friday 20 March, 19:30, 4 people. Go ahead?" */
  readonly says?: (shown: OutputOf<S>, given: Given<N>) => string;
  readonly mayDecide?: Deciders;
  readonly onReject?: Rollback<To>;
  /** After this many ms a decision comes too late. No limit by default. */
  readonly expiresMs?: number;
  /** Without it nothing happens until the gate expires. */
  readonly overdue?: Overdue;
}

/**
 * A stage at which a run stops until a person decides. Its output is the value that was approved, or the person's
 * edit of it; with `asks`, the answer to the question, which the schema has checked.
 *
 * @example
 * gate("approve", { tier: 4, shows: draft, onReject: rollbackTo(draft, { max: 2 }) })
 */
export function gate<
  const Name extends string,
  S extends AnyStage,
  A extends z.ZodType,
  const N extends Needs = {},
  To extends string = never,
>(name: Name, spec: GateOptions<S, N, To> & { asks: A }): Stage<Name, z.output<A>, S["name"] | NamesOf<N>, NoInfer<To>>;
export function gate<const Name extends string, S extends AnyStage, const N extends Needs = {}, To extends string = never>(
  name: Name,
  spec: GateOptions<S, N, To>,
): Stage<Name, OutputOf<S>, S["name"] | NamesOf<N>, NoInfer<To>>;
export function gate(
  name: string,
  spec: GateOptions<AnyStage, Needs, string> & { asks?: z.ZodType },
): Stage<string, unknown, string, string> {
  const { tier, mayDecide, overdue } = spec;
  if (typeof tier === "number" && ![1, 2, 3, 4, 5].includes(tier)) {
    throw new StagewrightError("gate/tier", `gate "${name}" has tier ${tier}`, { hint: "a tier is a number from 1 to 5" });
  }
  if (mayDecide?.people?.length === 0) {
    throw new StagewrightError("gate/deciders", `gate "${name}" names nobody who may decide`, {
      hint: "name people, or leave the list out",
    });
  }
  assertOverdue(name, spec);
  return makeStage("gate", {
    name,
    needs: spec.needs ?? {},
    alsoReads: [spec.shows],
    about: spec.shows,
    output: spec.asks,
    rollbacks: { rejected: spec.onReject },
    functions: { tier: typeof tier === "function" ? tier : undefined, says: spec.says },
    settings: {
      tier: typeof tier === "number" ? tier : undefined,
      asks: spec.asks !== undefined,
      expiresMs: spec.expiresMs,
      ...(overdue && { overdue }),
      ...(mayDecide && { mayDecide }),
    },
  });
}

type Timed = Pick<GateOptions<AnyStage, Needs, string>, "overdue" | "expiresMs" | "mayDecide">;

function assertOverdue(name: string, { overdue, expiresMs, mayDecide }: Timed): void {
  if (overdue === undefined) return;
  if (!(overdue.afterMs > 0)) {
    throw new StagewrightError("gate/overdue", `gate "${name}" is overdue after ${overdue.afterMs} ms`, { hint: "give more than 0" });
  }
  if (expiresMs !== undefined && expiresMs <= overdue.afterMs) {
    throw new StagewrightError(
      "gate/overdue",
      `gate "${name}" expires after ${expiresMs} ms, and is overdue only after ${overdue.afterMs}`,
      {
        hint: "let it be overdue before it expires",
      },
    );
  }
  if (overdue.does !== "escalate") return;
  if (overdue.to.length === 0) {
    throw new StagewrightError("gate/overdue", `gate "${name}" escalates to nobody`, { hint: "name people or groups in `to`" });
  }
  if (mayDecide?.people === undefined) {
    throw new StagewrightError("gate/overdue", `gate "${name}" escalates, and anybody may decide there from the beginning`, {
      hint: "name in `mayDecide` who may decide before it does",
    });
  }
}
