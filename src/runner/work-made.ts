import { z } from "zod";
import { canonicalJson } from "../core/index.js";
import { CallFacts, type ReadPart, type ShownCall, unreadOf } from "../evidence/index.js";
import { sha256 } from "../store/index.js";
import { BEGINNING, type CallAbout, READ_RESULT, type Spill, shownWindow, ToolOutcome, type WorkOptions } from "../tools/index.js";
import type { AttemptContext } from "./attempt-context.js";
import { filesSince, stampsOf } from "./work-files.js";

/** What the journal holds of a tool's call: its outcome, the whole result where it was too long to show, and the facts of the call. */
const Called = z.looseObject({ whole: z.string().optional(), ledger: CallFacts.optional() });

/** A call of a tool in this try. */
export interface MadeCall extends ShownCall {
  readonly tool: string;
  /** Not on record where an older version made the call. */
  readonly facts: CallFacts | undefined;
  /** The name of a result that was too long to show, and its length. */
  readonly kept?: { readonly name: string; readonly chars: number };
}

/** The calls of one try, each of which passes through the journal. */
export class MadeCalls {
  readonly #context: AttemptContext;
  readonly #spill: Spill;
  readonly made: MadeCall[] = [];

  constructor(context: AttemptContext, spill: Spill) {
    this.#context = context;
    this.#spill = spill;
  }

  /** How many of them did something: to read on in a result is book-keeping. */
  get succeeded(): number {
    return this.made.filter(({ succeeded, tool }) => succeeded && tool !== READ_RESULT).length;
  }

  /** What was read, shown to its end or not. */
  get read(): readonly ReadPart[] {
    return this.made.flatMap(({ succeeded, facts }) => (succeeded && facts?.read ? [facts.read] : []));
  }

  /** What was read and shown. A long result was shown when the model has read on in it to its end. */
  get reads(): readonly ReadPart[] {
    const windows = this.made.flatMap(({ tool, text, succeeded }) => (tool === READ_RESULT && succeeded ? (shownWindow(text) ?? []) : []));
    return this.made.flatMap(({ succeeded, facts, kept }) => {
      if (!succeeded || facts?.read === undefined) return [];
      if (kept === undefined) return [facts.read];
      const shown = [{ path: kept.name, from: 0, to: BEGINNING }, ...windows.map(({ name, from, to }) => ({ path: name, from, to }))];
      return unreadOf([{ source: kept.name, from: 0, to: kept.chars }], shown).length === 0 ? [facts.read] : [];
    });
  }

  /** The files that the calls changed, as far as they are still there. */
  get files(): readonly string[] {
    return this.made.flatMap(({ facts }) => (facts?.files ?? []).flatMap(({ path, is }) => (is === "gone" ? [] : [path])));
  }

  readonly call: NonNullable<WorkOptions["call"]> = async (name, args, make, about) => {
    const { calls, world } = this.#context;
    const answer = await calls.call("tools", name, args, () => this.#run(args, make, about));
    await world.journal.commit();
    const { whole, ledger: facts, ...given } = Called.parse(answer);
    // It is named by its content, so where it comes from the journal it has the name that it had.
    if (whole !== undefined) await this.#spill.write(whole);
    const outcome = ToolOutcome.safeParse(given).data;
    // What is no outcome the loop complains of.
    if (outcome) this.made.push(madeCall(name, args, { outcome, whole, facts, about }));
    return given;
  };

  /** Enters a call that could not be run. It shows nothing and counts for nothing. */
  readonly notRun: NonNullable<WorkOptions["notRun"]> = async (name, args, { is, message }) => {
    const { calls, world } = this.#context;
    await calls.call("tools", name, args, async () => {
      const facts = { arguments: sha256(canonicalJson(args)), result: sha256(message), bytes: Buffer.byteLength(message) };
      return { outcome: "failed", message, ledger: { notRun: { is, message }, ...facts } satisfies CallFacts };
    });
    await world.journal.commit();
  };

  async #run(args: Readonly<Record<string, unknown>>, make: () => Promise<ToolOutcome>, { kind, reads, writes }: CallAbout) {
    const { folder } = this.#context.settings;
    const before = kind === "write" ? await stampsOf(folder) : undefined;
    const outcome = await make();
    const isFailed = outcome.outcome === "failed";
    const whole = isFailed || outcome.kept === undefined ? undefined : await this.#spill.read(outcome.kept);
    const ledger: CallFacts = {
      kind,
      arguments: sha256(canonicalJson(args)),
      result: isFailed ? sha256(outcome.message) : outcome.digest,
      bytes: Buffer.byteLength(isFailed ? outcome.message : (whole ?? outcome.text)),
      ...(reads && { read: { path: reads.path, from: reads.from, to: reads.to } }),
      ...(kind === "write" && (await filesSince(folder, before, writes?.path))),
    };
    return { ...outcome, ...(whole !== undefined && { whole }), ledger };
  }
}

interface Parts {
  readonly outcome: ToolOutcome;
  readonly whole: string | undefined;
  readonly facts: CallFacts | undefined;
  readonly about: CallAbout;
}

function madeCall(tool: string, args: Readonly<Record<string, unknown>>, { outcome, whole, facts, about }: Parts): MadeCall {
  const call = { tool, kind: about.kind, arguments: args, facts, writes: about.writes?.path };
  if (outcome.outcome === "failed") return { ...call, succeeded: false, text: outcome.message };
  const { kept: name, chars } = outcome;
  return { ...call, succeeded: true, text: whole ?? outcome.text, ...(name !== undefined && { kept: { name, chars } }) };
}
