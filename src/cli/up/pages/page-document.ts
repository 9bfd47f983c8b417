import type { Answer } from "../../../triggers/index.js";
import { Html, html } from "../../gates/web/html.js";
import { STYLES } from "../../gates/web/styles.js";
import { type PageChat, pagePath } from "./page-link.js";
import { SCRIPT } from "./page-script.js";

const MORE_STYLES = `
.message { border: 1px solid var(--edge); border-radius: .5rem; padding: .25rem 1rem; margin: 0 0 .75rem; }
.message.in { background: var(--soft); margin-left: 2rem; }
.said { white-space: pre-wrap; margin: .1rem 0 .3rem; }
`;

interface Needs {
  readonly secret: string;
  /** A text that nobody can guess, another each time. */
  readonly nonce: string;
}

/** The page of a chat, whole: it loads nothing, and runs nothing but its own script. */
export function pageDocument(page: PageChat, { secret, nonce }: Needs): Answer {
  // Both are constants of our own: a style sheet and a script know no entities.
  const [style, script] = [new Html([`${STYLES}${MORE_STYLES}`], []), new Html([SCRIPT], [])];
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.chat} · Stagewright</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>What is said with ${page.chat}</h1>
<div id="log" role="log" aria-live="polite" aria-label="Messages" data-events="${pagePath(page, "/events", secret)}"></div>
<p id="state" role="status"><noscript>Without JavaScript this page sends, and shows no answers.</noscript></p>
<form method="post" action="${pagePath(page, "/messages", secret)}">
<div class="field"><label for="text">Your message</label>
<textarea id="text" name="text" required maxlength="${MOST_CHARACTERS}"></textarea></div>
<button class="first">Send</button>
</form>
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
  const policy = [
    ...["default-src 'none'", `style-src 'nonce-${nonce}'`, `script-src 'nonce-${nonce}'`, "connect-src 'self'"],
    ...["form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"],
  ];
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy.join("; ") };
  return { status: 200, text: text.toString(), headers };
}

/** What one message may hold. */
export const MOST_CHARACTERS = 16_000;
