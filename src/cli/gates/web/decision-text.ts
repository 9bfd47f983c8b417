import type { EventOf } from "../../../core/index.js";
import { utcClock } from "../../utc-clock.js";
import { asShown, type Html, html } from "./html.js";

const WORDS = { approve: "approved", edit: "approved with an edit", answer: "answered", reject: "rejected" } as const;

/** What was decided, by whom, where and when, as a part of a sentence. */
export function decisionText({ decision, by, where, at, reason }: EventOf<"gate-decided">): Html {
  const place = where === undefined ? "" : ` (${where})`;
  return html`${WORDS[decision]} by ${by}${place} on <time datetime="${at}">${utcClock(at)}</time>${reason === undefined ? undefined : html`: ${asShown(reason)}`}`;
}
