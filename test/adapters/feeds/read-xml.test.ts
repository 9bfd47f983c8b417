import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readXml, type XmlElement } from "../../../adapters/feeds/read-xml.js";

/** An element as names, attributes and children. */
function shape({ name, attributes, children }: XmlElement): unknown {
  return [name, Object.fromEntries(attributes), ...children.map((child) => (typeof child === "string" ? child : shape(child)))];
}

describe("a document is read", () => {
  it("with elements, attributes, text, CDATA and references", () => {
    assert.deepEqual(shape(readXml(`<a x='1' y = "&lt;&quot;">b<c/><![CDATA[<d> &amp;]]]]><!-- e --><?f g?>&#104;</a>`)), [
      "a",
      { x: "1", y: '<"' },
      "b",
      ["c", {}],
      "<d> &amp;]]",
      "h",
    ]);
  });

  it("with names by their namespaces, which hold inside and can be taken away again", () => {
    const xml = '<a xmlns="u:1" xmlns:p="u:2" p:x="1" y="2"><p:b xmlns:p="u:3"/><p:c/><d xmlns=""/></a>';
    assert.deepEqual(shape(readXml(xml)), ["{u:1}a", { "{u:2}x": "1", y: "2" }, ["{u:3}b", {}], ["{u:2}c", {}], ["d", {}]]);
  });

  it("only where it is well-formed, and the line of the fault is told", () => {
    const faults: readonly [string, string][] = [
      ["<a>\n<b>\n</a>", 'line 3 of the feed is not XML: "b" is open here'],
      ["<a>\n<b", "line 2 of the feed is not XML: this is no tag"],
      ["<a><b></b>", 'line 1 of the feed is not XML: "a" is never closed'],
      ["<a/><b/>", "line 1 of the feed is not XML: a second outermost element begins here"],
      ["</a>", "line 1 of the feed is not XML: nothing is open here"],
      ["<a/>\n text", "line 1 of the feed is not XML: text stands outside of the outermost element"],
      ["<a><![CDATA[ </a>", "line 1 of the feed is not XML: a CDATA section is never closed"],
      ["<a><!-- </a>", "line 1 of the feed is not XML: a comment is never closed"],
      ["<a><?x </a>", "line 1 of the feed is not XML: an instruction is never closed"],
      ["<!DOCTYPE a [ <!ENTITY b 'c'> <a/>", "line 1 of the feed is not XML: the document type is never closed"],
      ["<a b=c/>", "line 1 of the feed is not XML: this is no tag"],
      ["<!-- only -->", "line 1 of the feed is not XML: there is no element"],
      ["<a>".repeat(300), "line 1 of the feed is not XML: it holds more than any feed does"],
    ];
    for (const [xml, message] of faults) {
      assert.throws(() => readXml(xml), {
        code: "feeds/xml",
        message,
        hint: "tell the site's owner, or look whether the address is that of a feed",
      });
    }
  });

  it("and nothing that a document type defines is expanded", () => {
    const laughs = '<!DOCTYPE a [<!ENTITY l "ha"><!ENTITY m "&l;&l;&l;"><!ENTITY f SYSTEM "file:///etc/passwd">]><a>&m;&f;</a>';
    assert.deepEqual(shape(readXml(laughs)), ["a", {}, "&m;&f;"]);
  });

  it("as it was written, whatever stands in its texts", () => {
    const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.string({ unit: "grapheme" }), (text, value) => {
        assert.deepEqual(shape(readXml(`<a v="${escaped(value)}">${escaped(text)}</a>`)), ["a", { v: value }, text]);
        const cdata = text.replaceAll("]]>", "");
        assert.equal(readXml(`<a><![CDATA[${cdata}]]></a>`).children.join(""), cdata);
      }),
    );
  });

  it("to its end or to a fault, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            "<a>",
            "</a>",
            "<b/>",
            "<",
            ">",
            "&",
            ";",
            "<![CDATA[",
            "]]>",
            "<!--",
            "-->",
            "<!DOCTYPE",
            "[",
            "]",
            '"',
            "x",
            " ",
          ),
        ),
        (parts) => {
          try {
            readXml(parts.join(""));
          } catch (error) {
            assert.equal((error as { code?: string }).code, "feeds/xml");
          }
        },
      ),
    );
  });
});
