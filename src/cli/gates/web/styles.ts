/** How the pages look: one column that fits a phone, light or dark as the person's system is. All contrasts are AA or better. */
export const STYLES = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1a1a1a; --pale: #555; --edge: #767676; --soft: #f3f4f6; --link: #0b57a4;
  --on-link: #fff; --bad: #9b1c1c; --added: #dff5e1; --added-ink: #0f3d17; --removed: #fde2e2; --removed-ink: #6b1010; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171a; --ink: #e8e8e8; --pale: #b0b0b0; --edge: #8a8a8a; --soft: #1f2428;
  --link: #8ec5ff; --on-link: #0b1a2a; --bad: #ffb0b0; --added: #12351a; --added-ink: #c9f2d0; --removed: #451717; --removed-ink: #ffd6d6; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main, header { max-width: 46rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1rem; }
main { padding-bottom: 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 1rem 0; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0; }
dt { color: var(--pale); } dd { margin: 0; }
ul.cards { list-style: none; padding: 0; }
.cards > li { border: 1px solid var(--edge); border-radius: .5rem; padding: .75rem 1rem; margin: 0 0 1rem; }
.cards h2 { margin: 0 0 .25rem; }
.shown { background: var(--soft); border-radius: .5rem; padding: 1rem; margin: 0; white-space: pre-wrap; font: inherit; }
.unseen { border: 1px solid var(--bad); color: var(--bad); font: .8em ui-monospace, monospace; }
.diff { background: var(--soft); border-radius: .5rem; padding: .5rem 0; margin: 0; font: .9rem/1.5 ui-monospace, monospace; }
.diff > * { display: block; padding: 0 .75rem; white-space: pre-wrap; text-decoration: none; }
.diff ins { background: var(--added); color: var(--added-ink); } .diff del { background: var(--removed); color: var(--removed-ink); }
.field { margin: 1.25rem 0; }
label, legend { font-weight: 600; display: block; }
.hint { color: var(--pale); margin: .1rem 0 .3rem; }
.error { color: var(--bad); font-weight: 600; margin: .1rem 0 .3rem; white-space: pre-wrap; }
input, select, textarea { width: 100%; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: .3rem;
  padding: .5rem; }
textarea { min-height: 5rem; resize: vertical; } textarea.long { min-height: 16rem; }
[aria-invalid="true"] { border: 2px solid var(--bad); }
.summary, .notice { border: 2px solid var(--bad); border-radius: .5rem; padding: .75rem 1rem; margin: 1rem 0; }
.notice { border-color: var(--edge); }
.summary h2, .notice h2 { margin: 0; } .summary a { color: var(--bad); } .summary p { white-space: pre-wrap; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1rem; margin: .25rem .5rem .25rem 0; border-radius: .3rem;
  border: 2px solid var(--link); background: var(--paper); color: var(--link); cursor: pointer; }
button.first { background: var(--link); color: var(--on-link); } button.reject { border-color: var(--bad); color: var(--bad); }
@media (max-width: 30rem) { button { width: 100%; margin-right: 0; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .4rem; } }
`;
