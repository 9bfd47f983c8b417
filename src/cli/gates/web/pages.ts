import type { Groups } from "../../../core/index.js";
import { isStagewrightError } from "../../../dsl/index.js";
import { readRun, rootRun } from "../../../runner/index.js";
import type { OpenStore } from "../../open-store.js";
import { nowOf, type Surroundings } from "../../surroundings.js";
import { atGate, oneByOne } from "../at-gate.js";
import { pinsOf } from "../pins-of.js";
import type { Resumptions } from "../resumptions.js";
import { waitingGates } from "../waiting-gates.js";
import { type GatePage, gatePage } from "./gate-page.js";
import { type GateView, type LookedAt, lookAt } from "./gate-view.js";
import { html } from "./html.js";
import { listPage } from "./list-page.js";
import { type Problem, problemOf } from "./problem.js";
import { asTyped } from "./read-form.js";
import { type Reply, redirect, saying, TO_THE_LIST } from "./reply.js";
import { decidedPage, runPage, standsIn } from "./run-page.js";
import type { Session } from "./sessions.js";
import { isTheSame, textOf, typedDecision } from "./typed-decision.js";

/** What each page shows and does, for whoever has a session. */
export interface Pages {
  list(session: Session): Promise<Reply>;
  gate(session: Session, run: string): Promise<Reply>;
  decide(session: Session, run: string, form: URLSearchParams): Promise<Reply>;
  run(run: string): Promise<Reply>;
}

interface Needs {
  readonly open: OpenStore;
  readonly by: string;
  readonly groups: Groups;
  readonly resumptions: Resumptions;
  readonly surroundings: Surroundings;
}

/** What the token of the form that makes a link is about. */
export const LINK: readonly string[] = ["link"];

export function pages({ open, by, groups, resumptions, surroundings }: Needs): Pages {
  const { store } = open;
  const now = () => nowOf(surroundings);
  const inTurn = oneByOne();
  const isKnown = async (run: string) => (await store.runs()).includes(run);

  const shown = async (session: Session, view: GateView, more: Partial<GatePage> = {}): Promise<Reply> => {
    const token = session.token(about(view.state.run, openedText(view), view.gate.digest));
    const hasPin = await pinsOf(open, surroundings).has(by);
    const status = more.problem?.status ?? (more.errors === undefined ? 200 : 422);
    return { status, page: gatePage({ view, token, by, hasPin, now: now(), ...more }) };
  };

  const stands = async (root: string): Promise<string> => resumptions.standing(root) ?? standsIn((await readRun(store, root)).state);

  /** What was sent is about something that the gate does not show (any more). */
  const notThis = async (session: Session, look: LookedAt, form: URLSearchParams): Promise<Reply> => {
    const { run, status } = look.state;
    const opened = Number(form.get("opened"));
    const decided = await look.decidedAt(opened);
    const written = writtenIn(form, await look.shownAt(opened));
    if (decided !== undefined) {
      return isTheSame(form, decided) ? redirect(runPath(run)) : decidedPage(decided.decision, run, written);
    }
    if (look.view === undefined) {
      return saying(
        409,
        "Nothing waits here",
        `Run “${run}” waits at no gate: it ${status === "blocked" ? "waits for something else" : `is ${status}`}.`,
        TO_THE_LIST,
      );
    }
    const problem: Problem = {
      status: 409,
      message: `gate "${look.view.gate.stage}" has asked anew since this form was shown`,
      hint: "look at what it shows now, and decide about that",
      at: undefined,
    };
    return shown(session, look.view, { problem, ...(written !== undefined && { textBefore: written }) });
  };

  const decideInTurn = async (session: Session, run: string, form: URLSearchParams): Promise<Reply> => {
    const look = await lookAt(store, run, { by, now: now(), groups });
    const { view } = look;
    const seen = form.get("seen") ?? "";
    if (view === undefined || openedText(view) !== form.get("opened") || view.gate.digest !== seen) return notThis(session, look, form);
    try {
      const { question, root, decide } = await atGate({ run, opened: view.gate.seq }, { open, surroundings, where: "page" });
      const typed = typedDecision(form, view, question);
      if (!("decision" in typed)) return shown(session, view, { typed: form, ...typed });
      if ((await decide(typed.decision, seen)) === "already")
        return notThis(session, await lookAt(store, run, { by, now: now(), groups }), form);
      resumptions.add(root);
      return redirect(runPath(run));
    } catch (error) {
      // Somebody was quicker, between the look and the decision.
      if (isStagewrightError(error) && /^gate\/(decided|changed|not-open)$/.test(error.code)) {
        return notThis(session, await lookAt(store, run, { by, now: now(), groups }), form);
      }
      const problem = problemOf(error);
      if (problem.status === 500) surroundings.err.write(`run ${run}: ${problem.message}\n`);
      return shown(session, view, { typed: form, problem });
    }
  };

  return {
    list: async (session) => {
      const runs = await Promise.all(resumptions.roots().map(async (root) => ({ root, stands: await stands(root) })));
      return {
        status: 200,
        page: listPage({ waiting: await waitingGates(store, now()), runs, now: now(), token: session.token(LINK) }),
      };
    },
    gate: async (session, run) => {
      if (!(await isKnown(run))) return noRun(run);
      const { view } = await lookAt(store, run, { by, now: now(), groups });
      return view === undefined ? redirect(runPath(run)) : shown(session, view);
    },
    decide: async (session, run, form) => {
      if (!(await isKnown(run))) return noRun(run);
      if (!session.isToken(form.get("csrf") ?? "", about(run, form.get("opened") ?? "", form.get("seen") ?? ""))) {
        return saying(
          403,
          "This form is not from here",
          "It carries no token of this session for this gate, and was not carried out.",
          html`<p><a href="/gate/${encodeURIComponent(run)}">Open the gate</a>, and decide there.</p>`,
        );
      }
      return inTurn(() => decideInTurn(session, run, form));
    },
    run: async (run) => {
      if (!(await isKnown(run))) return noRun(run);
      const { state, events } = await readRun(store, run);
      const root = await rootRun(store, run);
      const waiting = (await waitingGates(store, now())).filter((one) => one.run === root || one.run.startsWith(`${root}.`));
      const decisions = events.flatMap((event) => (event.type === "gate-decided" ? [event] : [])).reverse();
      return { status: 200, page: runPage({ state, root, stands: await stands(root), decisions, waiting, now: now() }) };
    },
  };
}

/** By the event as well as by the digest: two gates of a run may show the same. */
function about(run: string, opened: string, digest: string): readonly string[] {
  return ["gate", run, opened, digest];
}

function openedText({ gate }: GateView): string {
  return String(gate.seq);
}

function runPath(run: string): string {
  return `/run/${encodeURIComponent(run)}`;
}

function noRun(run: string): Reply {
  return saying(404, "There is no such run", `No run is named “${run}”.`, TO_THE_LIST);
}

/** What a person had typed, where it is not what the form had held anyway. */
function writtenIn(form: URLSearchParams, shown: unknown): string | undefined {
  const reason = asTyped(form.get("reason") ?? "").trim();
  const text = asTyped(form.get("text") ?? "");
  const written = [text === asTyped(textOf(shown)?.text ?? "") ? "" : text, reason].filter((one) => one !== "");
  return written.length === 0 ? undefined : written.join("\n\n");
}
