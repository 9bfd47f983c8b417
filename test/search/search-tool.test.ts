import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openSearch, searchTool } from "../../src/search/index.js";
import { tool } from "../../src/tools/index.js";

describe("the tool that searches", () => {
  test("a model is shown where words stand, as a citation begins", async (t) => {
    const index = await openSearch();
    t.after(() => index.close());
    index.index([
      { id: "mersul", text: "Trenul spre Ploiești.", sections: [{ id: "1", from: 0, to: 21 }] },
      { id: "note", text: "Bilet la Ploieşti" },
    ]);
    const search = tool(searchTool(index));
    assert.equal(search.kind, "read");
    const ask = async (args: Readonly<Record<string, unknown>>) => {
      const prepared = search.prepare(args);
      assert.ok("run" in prepared);
      return prepared.run({ signal: new AbortController().signal, call: "1", read: [] });
    };
    assert.equal(await ask({ query: "ploiesti", document: "mersul" }), "[mersul §1 @12] Trenul spre Ploiești");
    assert.equal(await ask({ query: "bilet" }), "[note @0] Bilet la Ploieşti");
    assert.equal(await ask({ query: "avion" }), "nothing found: try other words, fewer of them, or the beginning of one with * behind it");
    assert.equal(await ask({ query: "x", document: "carte" }), 'there is no document "carte"; there are "mersul", "note"');
  });
});
