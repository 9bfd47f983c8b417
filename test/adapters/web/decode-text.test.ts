import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeText } from "../../../adapters/web/index.js";

const bytes = (...values: readonly (string | number)[]) =>
  Buffer.concat(values.map((value) => (typeof value === "number" ? Buffer.from([value]) : Buffer.from(value, "latin1"))));

describe("bytes become text", () => {
  it("by the byte order mark before anything else", () => {
    assert.deepEqual(decodeText(Buffer.from("\uFEFFș", "utf8"), "text/html; charset=latin1"), { text: "ș", charset: "utf-8" });
    assert.deepEqual(decodeText(Buffer.from("\uFEFFș", "utf16le"), null), { text: "ș", charset: "utf-16le" });
    assert.deepEqual(decodeText(Buffer.from([0xfe, 0xff, 0x02, 0x19]), null), { text: "ș", charset: "utf-16be" });
  });

  it("by what the server says, then by what the document says", () => {
    assert.deepEqual(decodeText(bytes(0xba), 'text/plain; charset="ISO-8859-2"'), { text: "ş", charset: "iso-8859-2" });
    assert.equal(decodeText(bytes('<meta charset="koi8-r">', 0xd0), "text/html").text, '<meta charset="koi8-r">п');
    assert.equal(decodeText(bytes('<meta http-equiv="x" content="text/html; charset=windows-1251">', 0xef), null).text.at(-1), "п");
    assert.equal(decodeText(bytes("<?xml version='1.0' encoding='shift_jis'?>", 0x83, 0x65), "text/xml").text.at(-1), "テ");
  });

  it("as UTF-8 where nobody says, and as windows-1252 where that it is not", () => {
    assert.deepEqual(decodeText(Buffer.from("naïve"), "text/plain"), { text: "naïve", charset: "utf-8" });
    assert.deepEqual(decodeText(bytes("na", 0xef, "ve ", 0x80), "text/plain"), { text: "naïve €", charset: "windows-1252" });
  });

  it("as if nothing were said where the encoding is not known, or cannot be the one that its own words stand in", () => {
    assert.deepEqual(decodeText(Buffer.from("ș"), "text/plain; charset=klingon"), { text: "ș", charset: "utf-8" });
    assert.equal(decodeText(Buffer.from('<meta charset="utf-16">ș'), null).text, '<meta charset="utf-16">ș');
  });

  it("with a mark in the place of bytes that the named encoding does not have", () => {
    assert.deepEqual(decodeText(bytes("a", 0xff), "text/plain; charset=utf-8"), { text: "a\ufffd", charset: "utf-8" });
  });
});
