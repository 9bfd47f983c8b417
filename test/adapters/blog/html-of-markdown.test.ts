import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { htmlOfMarkdown } from "../../../adapters/blog/html-of-markdown.js";

/** Markdown, and the HTML that it is. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["# Thaw *now*\n\nSecond\n======", "<h1>Thaw <em>now</em></h1>\n<h1>Second</h1>"],
  ["One **two** ~~three~~ `a < b` & c\nd", "<p>One <strong>two</strong> <del>three</del> <code>a &lt; b</code> &amp; c\nd</p>"],
  ["`` a`b ``", "<p><code>a`b</code></p>"],
  ["a\\*b &copy; c  \nd", "<p>a*b &copy; c<br>\nd</p>"],
  ["> Quoted\n> twice", "<blockquote>\n<p>Quoted\n twice</p>\n</blockquote>"],
  ["- a\n- b\n  - c", "<ul>\n<li>a</li>\n<li>b\n<ul>\n<li>c</li>\n</ul></li>\n</ul>"],
  ["3. a\n\n4. b", '<ol start="3">\n<li><p>a</p></li>\n<li><p>b</p></li>\n</ol>'],
  [
    "- [x] done\n- [ ] open",
    '<ul>\n<li><input type="checkbox" disabled checked> done</li>\n<li><input type="checkbox" disabled> open</li>\n</ul>',
  ],
  ["```ts\nconst a = 1 < 2;\n```", '<pre><code class="language-ts">const a = 1 &lt; 2;\n</code></pre>'],
  ["    indented\n    twice", "<pre><code>indented\ntwice\n</code></pre>"],
  ["---", "<hr>"],
  [
    "|a|b|\n|-|-|\n|1|`2`|",
    "<table>\n<thead>\n<tr><th>a</th><th>b</th></tr>\n</thead>\n<tbody>\n<tr><td>1</td><td><code>2</code></td></tr>\n</tbody>\n</table>",
  ],
  ['[a *b*](https://x.org/?q=1&r "T")', '<p><a href="https://x.org/?q=1&amp;r" title="T">a <em>b</em></a></p>'],
  ["[a][one] [one] [two]\n\n[One]: /there", '<p><a href="/there">a</a> <a href="/there">one</a> [two]</p>'],
  ['![an "ice" floe](floe.png)', '<p><img src="floe.png" alt="an &quot;ice&quot; floe"></p>'],
  [
    "<https://x.org> <a@x.org> https://y.org www.z.org",
    '<p><a href="https://x.org">https://x.org</a> <a href="mailto:a@x.org">a@x.org</a> <a href="https://y.org">https://y.org</a> <a href="https://www.z.org">www.z.org</a></p>',
  ],
  ["<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
  ['a <img src=x onerror="b"> c', "<p>a &lt;img src=x onerror=&quot;b&quot;&gt; c</p>"],
  ["[a](javascript:b) [c](java&#115;cript:d) ![e](data:f) [g](<vb script:h>)", "<p>a c e g</p>"],
];

describe("the HTML of a post", () => {
  for (const [markdown, html] of PAIRS)
    it(`${JSON.stringify(markdown)} is ${JSON.stringify(html)}`, () => assert.equal(htmlOfMarkdown(markdown), html));

  it("whatever the text is, it holds no tag or address that could run anything", () => {
    const pieces = fc.constantFrom(
      ..."<>\"'`*_[]()!#&\\\n -:;|",
      "<script",
      "javascript:",
      "](",
      "onerror=",
      "&#106;",
      "<!--",
      "a",
      "\t",
      "data:",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const html = htmlOfMarkdown(parts.join(""));
        const bare = html.replaceAll(
          /<\/?(h\d|p|em|strong|del|code|pre|blockquote|ul|ol|li|hr|br|table|thead|tbody|tr|th|td)>|<(code class|ol start)="[\w+#.-]*">|<\/a>/g,
          "",
        );
        const left = bare.replaceAll(/<(a href|img src)="(?!\s*(javascript|data):)[^"<>]*"( alt="[^"<>]*")?( title="[^"<>]*")?>/gi, "");
        assert.doesNotMatch(left.replaceAll(/<input type="checkbox" disabled( checked)?>/g, ""), /[<>]/, html);
        for (const [, address = ""] of html.matchAll(/(?:href|src)="([^"]*)"/g)) assert.doesNotMatch(address, /^\s*(javascript|data)/i);
      }),
      { numRuns: 300 },
    );
  });
});
