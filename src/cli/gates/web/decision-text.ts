import { decidedWord, type EventOf } from "../../../core/index.js";
import { utcClock } from "../../utc-clock.js";
import { asShown, type Html, html } from "./html.js";

/** What was decided, by whom, where and when, as a part of a sentence. */
export function decisionText(decided: EventOf<"gate-decided">): Html {
  const { by, where, at, reason } = decided;
  const place = where === undefined ? "" : ` (${where})`;
  return html`${decidedWord(decided)} by ${by}${place} on <time datetime="${at}">${utcClock(at)}</time>${reason === undefined ? undefined : html`: ${asShown(reason)}`}`;
}
