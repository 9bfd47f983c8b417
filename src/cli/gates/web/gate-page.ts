import { confirmationOf, decidersAt, decidersText, type EventOf, isTooLate, takesUntil } from "../../../core/index.js";
import type { JsonSchema } from "../../json-schema.js";
import { utcClock } from "../../utc-clock.js";
import { answerFields, type FieldErrors } from "../answer-fields.js";
import { overdueText } from "../overdue-text.js";
import { valueText } from "../question.js";
import { attributesOf, fieldHtml } from "./answer-form.js";
import { decisionText } from "./decision-text.js";
import type { GateView, ShownBefore } from "./gate-view.js";
import { asShown, type Html, html } from "./html.js";
import { closeToChanges, lineDiff } from "./line-diff.js";
import type { Problem } from "./problem.js";
import { asTyped } from "./read-form.js";
import { type Page, TO_THE_LIST } from "./reply.js";
import { textOf } from "./typed-decision.js";

export interface GatePage {
  readonly view: GateView;
  readonly token: string;
  readonly by: string;
  readonly hasPin: boolean;
  readonly now: Date;
  /** What was sent and not taken: it stands in the form again, but for the PIN. */
  readonly typed?: URLSearchParams;
  readonly problem?: Problem;
  readonly errors?: FieldErrors;
  /** A text that was about what the gate showed before: to be read, and no part of the form. */
  readonly textBefore?: string;
}

export function gatePage(given: GatePage): Page {
  const { view, problem, errors, textBefore } = given;
  const { gate, state, before, shown } = view;
  const name = `${gate.stage} of ${state.pipeline}`;
  const overdue = overdueText(gate, given.now);
  const hasErrors = problem !== undefined || errors !== undefined;
  const body = html`${TO_THE_LIST}<main>
<h1>${asShown(gate.says ?? name)}</h1>
${hasErrors ? summary(given) : undefined}
${textBefore === undefined ? undefined : wroteBefore(textBefore)}
<dl>
<dt>gate</dt><dd>${name}, tier ${gate.tier}</dd>
<dt>run</dt><dd>${state.run}</dd>
<dt>since</dt><dd><time datetime="${gate.at}">${utcClock(gate.at)}</time></dd>
<dt>until</dt><dd>${untilText(gate)}</dd>
${overdue === undefined ? undefined : html`<dt>meanwhile</dt><dd>${overdue}</dd>`}
<dt>may decide</dt><dd>${decidersText(decidersAt(gate, given.now))}</dd>
<dt>asked by</dt><dd>${state.started?.by}</dd>
</dl>
<p><a href="#decide">Go to the decision</a></p>
<h2>What is shown: ${gate.shows}</h2>
<div class="shown" dir="auto">${asShown(valueText(shown))}</div>
${before === undefined ? undefined : sinceBefore(before, shown)}
<h2 id="decide">Decide</h2>
${deciding(given)}
</main>`;
  return { title: hasErrors ? `Not decided: ${name}` : name, body };
}

function untilText(gate: EventOf<"gate-opened">): Html {
  const until = takesUntil(gate)?.toISOString();
  return until === undefined ? html`no limit` : html`<time datetime="${until}">${utcClock(until)}</time>, then it is rejected`;
}

function summary({ problem, errors, view }: GatePage): Html {
  const fields = view.gate.asks === undefined ? [] : answerFields(view.gate.asks as JsonSchema);
  const missing = [...(errors ?? [])].map(([id, message]) => {
    const { name } = fields.find((field) => field.id === id) ?? {};
    return html`<li><a href="#${id}">${name === undefined ? message : `${name}: ${message}`}</a></li>`;
  });
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>Nothing has been decided</h2>
${problem === undefined ? undefined : html`<p>${problem.at === undefined ? problem.message : html`<a href="#${problem.at}">${problem.message}</a>`}</p>`}
${problem?.hint === undefined ? undefined : html`<p>${problem.hint}</p>`}
${missing.length > 0 ? html`<ul>${missing}</ul>` : undefined}
</div>`;
}

function wroteBefore(text: string): Html {
  return html`<h2><label for="before">What you had written</label></h2>
<p class="hint" id="before-hint">It was about what the gate showed before. Take from it what still holds; by itself it counts for nothing.</p>
<textarea id="before" readonly aria-describedby="before-hint">
${text}</textarea>`;
}

function sinceBefore({ gate, shown: old, decision }: ShownBefore, shown: unknown): Html {
  const all = lineDiff(valueText(old).trimEnd(), valueText(shown).trimEnd());
  const isSame = all.every(({ is }) => is === "same");
  const lines = closeToChanges(all).map((line) => {
    if (line === undefined) return html`<span>…</span>`;
    if (line.is === "same") return html`<span>  ${asShown(line.text)}</span>`;
    return line.is === "added" ? html`<ins>+ ${asShown(line.text)}</ins>` : html`<del>- ${asShown(line.text)}</del>`;
  });
  return html`<h2>What has changed</h2>
<p>It was shown before, on <time datetime="${gate.at}">${utcClock(gate.at)}</time>${decision === undefined ? undefined : html`, and ${decisionText(decision)}`}</p>
${isSame ? html`<p>Nothing has changed since.</p>` : html`<div class="diff" role="group" aria-label="Lines added and removed">${lines}</div>`}`;
}

function deciding(given: GatePage): Html {
  const { view, now, by, token } = given;
  const { gate, whyNot, state } = view;
  if (whyNot !== undefined) return html`<p class="notice">You cannot decide here: ${whyNot}.</p>`;
  if (isTooLate(gate, now)) {
    return html`<p class="notice">The time is over. With the next resume the run goes the way of a rejection.</p>`;
  }
  return html`<form method="post" action="/gate/${encodeURIComponent(state.run)}" autocomplete="off">
<input type="hidden" name="csrf" value="${token}"><input type="hidden" name="opened" value="${gate.seq}">
<input type="hidden" name="seen" value="${gate.digest}">
<p>You decide as ${by}. ${view.next === undefined ? "It is the last stage of this run." : `When it is approved, the run goes on with “${view.next}” at once.`}</p>
${gate.asks === undefined ? approving(given) : asking(given)}
${rejecting(given)}
</form>`;
}

function asking({ view, typed, errors }: GatePage): Html {
  const fields = answerFields(view.gate.asks as JsonSchema);
  return html`${fields.map((field) => fieldHtml(field, typed?.get(field.id) ?? undefined, errors?.get(field.id)))}
<button class="first" name="action" value="answer">Send the answer</button>`;
}

function approving(given: GatePage): Html {
  const { view, typed } = given;
  if (view.gate.effect !== undefined) {
    return html`${confirming(given)}<button class="first" name="action" value="approve">Approve as shown</button>`;
  }
  const text = textOf(view.shown);
  const isJson = text?.ending === ".json";
  const about = isJson
    ? "The whole value, as JSON."
    : typeof view.shown === "string"
      ? "Change it here, where something must be said otherwise."
      : "Only this text is changed here; the other fields stay as they are.";
  return html`${
    text === undefined
      ? html`<p class="notice">It is too long to be edited here: <code>stagewright approve ${view.state.run} --edit</code> takes a file.</p>`
      : field({ id: "text", label: "The text, to edit", hint: about, given }, (attributes) => {
          return html`<textarea class="long" id="text" name="text" dir="auto"${isJson ? html` spellcheck="false"` : undefined}${attributes}>
${asTyped(typed?.get("text") ?? text.text)}</textarea>`;
        })
  }
${confirming(given)}
<button class="first" name="action" value="approve">Approve as shown</button>
${text === undefined ? undefined : html`<button name="action" value="edit">Approve with my edit</button>`}`;
}

function confirming(given: GatePage): Html | undefined {
  const { view, by, hasPin, typed } = given;
  const digits = confirmationOf(view.gate);
  if (digits === undefined) return undefined;
  return html`<div class="notice"><h2>Are you sure?</h2>
<p>A gate of tier 5 stands before what cannot be taken back. ${view.gate.says === undefined ? "What is shown above" : html`“${asShown(view.gate.says)}”`} is
then carried out without asking again.</p>
${hasPin ? undefined : html`<p>“${by}” has no PIN yet: <code>stagewright gates pin</code> at a terminal sets one.</p>`}
${field({ id: "confirm", label: "The digits of what you approve", hint: `type ${digits}`, given }, (attributes) => {
  return html`<input id="confirm" name="confirm" value="${typed?.get("confirm") ?? ""}" autocapitalize="none" spellcheck="false"${attributes}>`;
})}
${field({ id: "pin", label: "Your PIN", hint: "five wrong tries within an hour lock it", given }, (attributes) => {
  return html`<input id="pin" name="pin" type="password" autocomplete="off"${attributes}>`;
})}
</div>`;
}

function rejecting(given: GatePage): Html {
  return html`<h2>Or reject it</h2>
${field(
  { id: "reason", label: "The reason", hint: "it is handed to the stage that does it again; a rejection needs one", given },
  (attributes) => {
    return html`<textarea id="reason" name="reason"${attributes}>
${asTyped(given.typed?.get("reason") ?? "")}</textarea>`;
  },
)}
<button class="reject" name="action" value="reject">Reject</button>`;
}

interface Labelled {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly given: GatePage;
}

function field({ id, label, hint, given: { problem } }: Labelled, control: (attributes: Html) => Html): Html {
  const error = problem?.at === id ? problem.message : undefined;
  const about = error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`;
  return html`<div class="field"><label for="${id}">${label}</label>
<p class="hint" id="${id}-hint">${hint}</p>
${error === undefined ? undefined : html`<p class="error" id="${id}-error">${error}</p>`}
${control(attributesOf({ about, error }))}</div>`;
}
