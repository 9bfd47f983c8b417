import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import fc from "fast-check";
import { openSearch, type SearchIndex } from "../../src/search/index.js";
import { loadSqlite } from "../../src/search/sqlite.js";
import { tokensOf } from "../../src/search/tokens.js";
import { folder } from "./folder.js";

async function indexOf(t: { after(fn: () => void): void }, texts: Readonly<Record<string, string>>): Promise<SearchIndex> {
  const index = await openSearch();
  t.after(() => index.close());
  index.index(Object.entries(texts).map(([id, text]) => ({ id, text })));
  return index;
}

describe("searching", () => {
  test("a hit names document, section and offset, and shows what stands there", async (t) => {
    const index = await openSearch();
    t.after(() => index.close());
    const text = "Gara\n\nTrenul spre Ploiești pleacă la șapte.\n";
    index.index([
      {
        id: "mersul",
        text,
        sections: [
          { id: "1", from: 0, to: 6 },
          { id: "2", from: 6, to: text.length },
        ],
      },
    ]);
    const [hit, ...others] = index.search("ploiesti");
    assert.deepEqual(others, []);
    assert.ok(hit !== undefined && hit.score > 0);
    const { score: _, ...rest } = hit;
    assert.deepEqual(rest, { document: "mersul", section: "2", offset: 18, end: 26, snippet: "Trenul spre Ploiești pleacă la șapte" });
    assert.equal(text.slice(18, 26), "Ploiești");
  });

  const spellings: readonly (readonly [text: string, queries: readonly string[], found: string])[] = [
    ["La Ploieşti, cu sedilă.", ["Ploiesti", "ploiești", "PLOIEŞTI", "Ploies\u0326ti"], "Ploieşti"],
    ["La Ploies\u0326ti, descompus.", ["Ploiesti", "ploiești"], "Ploies\u0326ti"],
    ["Die Straße nach Łódź.", ["strasse", "STRASSE", "straße"], "Straße"],
    ["Die Straße nach Łódź.", ["lodz", "Łódź"], "Łódź"],
    ["Søren og Đorđe", ["soren", "SØREN"], "Søren"],
    ["一只黑猫在屋顶上。", ["黑猫", "黑"], "黑猫"],
    ["一只黑猫", ["猫"], "猫"],
    ["一只黑猫在屋顶上。", ["屋顶"], "屋顶"],
    ["これはカメラです。", ["カメラ", "ｶﾒﾗ"], "カメラ"],
    ["ฉันรักภาษาไทยมาก", ["ภาษาไทย"], "ภาษาไทย"],
    ["서울에서 만나요", ["서울", "서울".normalize("NFD")], "서울"],
    ["Москва́ слеза́м не верит", ["москва", "МОСКВА"], "Москва́"],
    ["مُحَمَّد في البيت", ["محمد"], "مُحَمَّد"],
  ];
  for (const [text, queries, found] of spellings) {
    test(`${queries.map((query) => `"${query}"`).join(" and ")} find "${found}" in "${text}"`, async (t) => {
      const index = await indexOf(t, { text });
      for (const query of queries) {
        const [hit] = index.search(query);
        assert.ok(hit !== undefined, query);
        assert.ok(
          text.slice(hit.offset, hit.end) === found || found.startsWith(text.slice(hit.offset, hit.end)),
          `${query}: ${text.slice(hit.offset, hit.end)}`,
        );
        assert.equal(hit.offset, text.indexOf(found));
      }
    });
  }

  test("all words must stand in a passage; where they do nowhere, some are enough", async (t) => {
    const index = await indexOf(t, { one: "the tide table", two: "the tide came in", three: "the berth" });
    assert.deepEqual(
      index.search("tide table").map(({ document }) => document),
      ["one"],
    );
    assert.deepEqual(
      index.search("tide berth").map(({ document }) => document),
      ["three", "one", "two"],
    );
  });

  test("words in quotes stand one behind the other, and * asks for what begins so", async (t) => {
    const index = await indexOf(t, { one: "the table of the tide", two: "the tide table", three: "harbours and harbingers" });
    const found = (query: string) => index.search(query).map(({ document }) => document);
    assert.deepEqual(found('"tide table"'), ["two"]);
    assert.deepEqual(found("harb*"), ["three"]);
    assert.deepEqual(found("harb"), []);
  });

  test("what looks like the syntax of the index is words to it", async (t) => {
    const index = await indexOf(t, { one: 'near NOT a column: word^2 AND "OR" {x} -y' });
    for (const query of [
      "NOT",
      "AND",
      "OR near",
      "column: word^2",
      '"OR"',
      "{x}",
      "-y",
      'a "b',
      "NEAR(a b)",
      "word:*",
      "(",
      '"',
      "*",
      "",
      "\0",
      "\ud800",
    ]) {
      assert.ok(Array.isArray(index.search(query)), query);
    }
    assert.equal(index.search("NOT").length, 1);
    assert.equal(index.search("column: word^2").length, 1);
    assert.deepEqual(index.search("*"), []);
  });

  test("hits that are equally good come by document and offset, in whatever order they were put in", async (t) => {
    const texts = { b: "a lamp", a: "a lamp", c: "a lamp" };
    const one = await indexOf(t, texts);
    const other = await indexOf(t, Object.fromEntries(Object.entries(texts).reverse()));
    assert.deepEqual(
      one.search("lamp").map(({ document }) => document),
      ["a", "b", "c"],
    );
    assert.deepEqual(other.search("lamp"), one.search("lamp"));
  });

  test("a limit keeps the best, and a document can be searched alone", async (t) => {
    const index = await indexOf(t, { a: "lamp lamp lamp", b: "lamp and rope and sail and oar", c: "rope" });
    assert.deepEqual(
      index.search("lamp", { limit: 1 }).map(({ document }) => document),
      ["a"],
    );
    assert.deepEqual(
      index.search("lamp", { document: "b" }).map(({ document }) => document),
      ["b"],
    );
    assert.deepEqual(index.search("lamp", { limit: 0 }), []);
  });

  test("a phrase is found where two passages of a long text meet, and once", async (t) => {
    const text = Array.from({ length: 400 }, (_, index) => `w${index}`).join(" ");
    const index = await indexOf(t, { text });
    for (let at = 100; at < 330; at += 1) {
      const hits = index.search(`"w${at} w${at + 1} w${at + 2}"`);
      assert.deepEqual(
        hits.map(({ offset, end }) => text.slice(offset, end)),
        [`w${at} w${at + 1} w${at + 2}`],
      );
    }
  });

  test("every word of any text is found, at a place where it stands; no string is too strange to index or to search", async (t) => {
    const index = await openSearch();
    t.after(() => index.close());
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 80 }),
      fc.string({ unit: "grapheme", maxLength: 80 }),
      fc
        .array(fc.constantFrom("Ploiești", "straße", "黑猫", "ไทย", "서울", "\0", '"', "*", " ", "\ud83d", "́", "AND", "🇷🇴", "\u00ad"), {
          maxLength: 20,
        })
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, text, fc.nat(), (said, query, pick) => {
        index.index([{ id: "any", text: said }]);
        index.search(query);
        const tokens = tokensOf(said);
        const token = tokens[pick % Math.max(1, tokens.length)];
        if (token === undefined) return;
        const word = said.slice(token.from, token.to);
        const hits = index.search(word);
        assert.ok(hits.length > 0, JSON.stringify(word));
        for (const { offset, end } of hits) {
          assert.ok(offset < end && end <= said.length);
          const first = tokensOf(word)[0]?.word ?? "";
          const found = tokensOf(said.slice(offset, end)).map((one) => one.word);
          assert.ok(found[0]?.startsWith(first), `${JSON.stringify(word)} found as ${JSON.stringify(said.slice(offset, end))}`);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe("an index", () => {
  test("a document that is put in again is looked at only if something of it changed", async (t) => {
    const index = await indexOf(t, { a: "old words", b: "other words" });
    const again = [
      { id: "a", text: "new words" },
      { id: "b", text: "other words" },
      { id: "c", text: "more words" },
    ];
    assert.deepEqual(index.index(again), { added: 1, changed: 1, unchanged: 1 });
    assert.deepEqual(index.index(again), { added: 0, changed: 0, unchanged: 3 });
    assert.deepEqual(index.search("old"), []);
    assert.equal(index.search("new").length, 1);
    const sections = [{ id: "s", from: 0, to: 9 }];
    assert.deepEqual(index.index([{ id: "a", text: "new words", sections }]), { added: 0, changed: 1, unchanged: 0 });
    assert.equal(index.search("new")[0]?.section, "s");
  });

  test("an index that was changed again and again scores as one that was made at once", async (t) => {
    const texts = { a: "lamp and rope", b: "lamp", c: "rope and sail and lamp" };
    const fresh = await indexOf(t, texts);
    const changed = await indexOf(t, { c: "lamp lamp lamp", a: "nothing of it", d: "lamp" });
    changed.remove("d");
    changed.index(Object.entries(texts).map(([id, text]) => ({ id, text })));
    assert.deepEqual(changed.search("lamp"), fresh.search("lamp"));
    assert.deepEqual(changed.search("rope sail"), fresh.search("rope sail"));
  });

  test("what is taken out is found no more", async (t) => {
    const index = await indexOf(t, { a: "lamp", b: "lamp" });
    assert.equal(index.remove("a"), true);
    assert.equal(index.remove("a"), false);
    assert.deepEqual(index.documents(), ["b"]);
    assert.deepEqual(
      index.search("lamp").map(({ document }) => document),
      ["b"],
    );
  });

  test("of documents of which one cannot be put in, none is", async (t) => {
    const index = await indexOf(t, { a: "lamp" });
    const broken = {
      id: "c",
      get text(): string {
        throw new Error("the text is gone");
      },
    };
    assert.throws(() => index.index([{ id: "b", text: "lamp" }, broken]), /the text is gone/);
    assert.deepEqual(index.documents(), ["a"]);
  });

  test("ids of any characters are kept as they are", async (t) => {
    const ids = ["a\0b", "a\0c", "\ud800", 'x"y', "ș"];
    const index = await indexOf(t, Object.fromEntries(ids.map((id) => [id, "lamp"])));
    assert.deepEqual(new Set(index.documents()), new Set(ids));
    assert.deepEqual(new Set(index.search("lamp").map(({ document }) => document)), new Set(ids));
  });

  test("an index in a folder is there when it is opened again", async (t) => {
    const place = folder(t);
    const first = await openSearch({ folder: place });
    first.index([{ id: "a", text: "Trenul spre Ploiești" }]);
    const hits = first.search("ploiesti");
    first.close();
    const second = await openSearch({ folder: place });
    t.after(() => second.close());
    assert.deepEqual(second.search("ploiesti"), hits);
    assert.deepEqual(second.index([{ id: "a", text: "Trenul spre Ploiești" }]), { added: 0, changed: 0, unchanged: 1 });
  });

  test("a file that is no index is named, and the folder is free again", async (t) => {
    const place = folder(t);
    writeFileSync(join(place, "search.sqlite"), "This is a letter to my aunt, and no database at all.".repeat(20));
    for (let time = 0; time < 2; time += 1) {
      await assert.rejects(openSearch({ folder: place }), {
        code: "search/file",
        message: `"${join(place, "search.sqlite")}" cannot be used as a search index: file is not a database`,
        hint: "delete the file; the index is made anew from the documents",
      });
    }
    assert.deepEqual(readdirSync(join(place, "open")), []);
  });

  test("an index of another format is made anew", async (t) => {
    const place = folder(t);
    const first = await openSearch({ folder: place });
    first.index([{ id: "a", text: "lamp" }]);
    first.close();
    const { Database } = await loadSqlite();
    const database = new Database(join(place, "search.sqlite"));
    database.exec("PRAGMA user_version = 999");
    database.close();
    const second = await openSearch({ folder: place });
    t.after(() => second.close());
    assert.deepEqual(second.documents(), []);
  });

  test("without the package the error names it; another fault of loading is told as it is", async () => {
    const gone = Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" });
    await assert.rejects(
      loadSqlite(() => Promise.reject(gone)),
      {
        code: "search/package",
        message: 'full-text search needs the package "node-sqlite3-wasm", which is not installed',
        hint: "install it beside stagewright: npm install node-sqlite3-wasm",
      },
    );
    await assert.rejects(
      loadSqlite(() => Promise.reject(new Error("torn file"))),
      { message: "torn file" },
    );
  });
});
