import type { EventOf, RunState } from "../../../core/index.js";
import type { WaitingGate } from "../waiting-gates.js";
import { decisionText } from "./decision-text.js";
import { html } from "./html.js";
import { gateCards } from "./list-page.js";
import { type Page, type Reply, TO_THE_LIST } from "./reply.js";

interface RunPage {
  readonly state: RunState;
  readonly root: string;
  readonly stands: string;
  /** What was decided about the run, the newest first. */
  readonly decisions: readonly EventOf<"gate-decided">[];
  /** Where it, or a run in it, waits now. */
  readonly waiting: readonly WaitingGate[];
  readonly now: Date;
}

/** Where a run stands after a decision. */
export function runPage({ state, root, stands, decisions, waiting, now }: RunPage): Page {
  const here = `/run/${encodeURIComponent(state.run)}`;
  const body = html`${TO_THE_LIST}<main>
<h1>${state.pipeline}: ${stands}</h1>
<dl>
<dt>run</dt><dd>${state.run}</dd>
${root === state.run ? undefined : html`<dt>part of</dt><dd>${root}</dd>`}
</dl>
<p><a href="${here}">Look again</a></p>
${decisions.length === 0 ? undefined : html`<h2>Decided</h2><ul>${decisions.map((one) => html`<li>${one.stage}: ${decisionText(one)}</li>`)}</ul>`}
${waiting.length === 0 ? undefined : html`<h2>It waits at</h2>${gateCards(waiting, now)}`}
</main>`;
  return { title: `${state.pipeline}: ${stands}`, body };
}

/** How a run stands by its journal alone. */
export function standsIn({ status, failure }: RunState): string {
  if (status === "failed") return `failed${failure === undefined ? "" : ` at “${failure.stage}”: ${failure.message}`}`;
  return { running: "is under way, or was interrupted", blocked: "waits", done: "done", cancelled: "cancelled" }[status];
}

/** For whoever was later: what counts, and what was typed in vain. */
export function decidedPage(decision: EventOf<"gate-decided">, run: string, written: string | undefined): Reply {
  const body = html`${TO_THE_LIST}<main>
<h1>It has been decided already</h1>
<p>The gate “${decision.stage}” was ${decisionText(decision)}</p>
<p>That counts; what you have sent does not.</p>
<p><a href="/run/${encodeURIComponent(run)}">How the run stands</a></p>
${
  written === undefined
    ? undefined
    : html`<h2><label for="before">What you had written</label></h2>
<textarea id="before" readonly>
${written}</textarea>`
}
</main>`;
  return { status: 409, page: { title: "Decided already", body } };
}
