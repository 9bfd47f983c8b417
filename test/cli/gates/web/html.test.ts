import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { asShown, html } from "../../../../src/cli/gates/web/html.js";

test("a value is text in a text and in an attribute, and a template within a template stays one", () => {
  const inner = html`<b>${"<i>"}</b>`;
  assert.equal(
    html`<p title="${`"'&`}">${inner}${[html`<br>`, html`<hr>`]}${undefined}${0}</p>`.toString(),
    '<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b><br><hr>0</p>',
  );
});

test("no text can leave the place that it was put in", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.doesNotMatch(html`${text}`.toString(), /[<>"']/);
    }),
  );
});

test("characters that cannot be seen, or turn what stands beside them, are named", () => {
  assert.equal(
    asShown("pay\u202e001 \u0007\r\nok\tnow").toString(),
    'pay<span class="unseen">[U+202E]</span>001 <span class="unseen">[U+0007]</span>\nok\tnow',
  );
  assert.equal(asShown("a\u{e0041}b").toString(), 'a<span class="unseen">[U+E0041]</span>b');
  // A family is one picture by the joiner in it.
  assert.equal(asShown("👩\u200d👧").toString(), "👩\u200d👧");
});
