import { Html, html } from "./html.js";
import { STYLES } from "./styles.js";

/** What a request is answered with. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly page?: Page;
}

export interface Page {
  readonly title: string;
  readonly body: Html;
}

/** Where a person goes back to what waits: on every page but that itself. */
export const TO_THE_LIST = html`<header><nav aria-label="All gates"><a href="/">All that waits</a></nav></header>`;

export function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 303, headers: { ...headers, location } };
}

/** A page that only says something. */
export function saying(status: number, title: string, ...paragraphs: readonly (string | Html)[]): Reply {
  const said = paragraphs.map((paragraph) => (paragraph instanceof Html ? paragraph : html`<p>${paragraph}</p>`));
  return { status, page: { title, body: html`<main><h1>${title}</h1>${said}</main>` } };
}

/** The whole document. The styles stand in it by a nonce, and nothing else may be loaded or run. */
export function documentOf({ title, body }: Page, nonce: string): { readonly text: string; readonly policy: string } {
  // Made of constants of our own, and therefore no text to be escaped: a style sheet knows no entities.
  const style = new Html([STYLES], []);
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Stagewright</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;
  return { text: text.toString(), policy };
}
