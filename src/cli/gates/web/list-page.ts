import { duration } from "../../duration.js";
import { utcClock } from "../../utc-clock.js";
import type { WaitingGate } from "../waiting-gates.js";
import { asShown, type Html, html } from "./html.js";
import type { Page } from "./reply.js";

/** A run that was decided about here, and how it stands. */
export interface RunStanding {
  readonly root: string;
  readonly stands: string;
}

interface ListPage {
  readonly waiting: readonly WaitingGate[];
  readonly runs: readonly RunStanding[];
  readonly now: Date;
  /** Of the form that makes one more link. */
  readonly token: string;
}

export function listPage({ waiting, runs, now, token }: ListPage): Page {
  const count = waiting.length === 1 ? "1 gate waits" : `${waiting.length} gates wait`;
  const body = html`<main>
<h1>${waiting.length === 0 ? "Nothing waits for a person" : `${count} for a person`}</h1>
<p><a href="/">Look again</a></p>
${gateCards(waiting, now)}
${runs.length === 0 ? undefined : html`<h2>Decided here</h2><ul>${runs.map(standingItem)}</ul>`}
<h2>Another browser</h2>
<p>A link opens once. This makes one more, for another browser of yours.</p>
<form method="post" action="/link"><input type="hidden" name="csrf" value="${token}"><button>Make a link</button></form>
</main>`;
  return { title: waiting.length === 0 ? "Nothing waits" : count, body };
}

export function gateCards(waiting: readonly WaitingGate[], now: Date): Html | undefined {
  if (waiting.length === 0) return undefined;
  const cards = waiting.map(
    (one) => html`<li><h2><a href="/gate/${encodeURIComponent(one.run)}">${asShown(one.says ?? `${one.gate} of ${one.pipeline}`)}</a></h2>
<dl>
<dt>gate</dt><dd>${one.gate} of ${one.pipeline}, tier ${one.tier}</dd>
<dt>run</dt><dd>${one.run}</dd>
<dt>shows</dt><dd>${one.shows}</dd>
<dt>since</dt><dd><time datetime="${one.since}">${utcClock(one.since)}</time>, ${duration(now.getTime() - Date.parse(one.since))} ago</dd>
<dt>until</dt><dd>${untilText(one, now)}</dd>
${one.overdue === undefined ? undefined : html`<dt>meanwhile</dt><dd>${one.overdue}</dd>`}
<dt>may decide</dt><dd>${one.decidedBy}</dd>
</dl></li>`,
  );
  return html`<ul class="cards">${cards}</ul>`;
}

function untilText({ until }: WaitingGate, now: Date): Html {
  if (until === undefined) return html`no limit`;
  return until < now.toISOString()
    ? html`over: rejected at the next resume`
    : html`<time datetime="${until}">${utcClock(until)}</time>, then it is rejected`;
}

function standingItem({ root, stands }: RunStanding): Html {
  return html`<li><a href="/run/${encodeURIComponent(root)}">${root}</a>: ${stands}</li>`;
}
