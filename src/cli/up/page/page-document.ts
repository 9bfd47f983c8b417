import { Html, html } from "../../gates/web/html.js";
import { STYLES } from "../../gates/web/styles.js";
import { PAGE_SCRIPT } from "./page-script.js";

const PAGE_STYLES = `
#log > div { background: var(--soft); border-radius: .5rem; padding: .5rem .75rem; margin: .5rem 0; }
#log > div.in { margin-left: 20%; border: 1px solid var(--edge); background: var(--paper); }
#log p { margin: 0; white-space: pre-wrap; } #log .who { color: var(--pale); font-size: .85rem; }
`;

/** The page of a chat: what was said, as it is said, and a field to write in. Only its own style and script may run in it. */
export function pageDocument(chat: string, nonce: string): { readonly text: string; readonly policy: string } {
  // Made of constants of our own, and therefore no text to be escaped.
  const [style, script] = [new Html([STYLES, PAGE_STYLES], [""]), new Html([PAGE_SCRIPT], [])];
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${chat} · Stagewright</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>Stagewright</h1>
<noscript><p class="notice">What is answered is shown by a script, and none runs here. What is sent by this form is read all the same.</p></noscript>
<div id="log" role="log" aria-live="polite" aria-label="What was said"></div>
<p id="state" class="hint" role="status"></p>
<form method="post">
<div class="field"><label for="text">Your message</label>
<p class="hint" id="text-hint">Enter sends it, Shift and Enter begin a new line.</p>
<textarea id="text" name="text" required maxlength="10000" aria-describedby="text-hint"></textarea></div>
<button class="first">Send</button>
</form>
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;
  return { text: text.toString(), policy };
}
