import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseText } from "../../../src/checks/index.js";
import { composePlain } from "../../../src/model/embedded/compose-plain.js";

const END = "*This post was composed without a language model.*\n";

test("facts of any shape are told key by key", () => {
  const facts = {
    name: "Harbour",
    open: true,
    year: 2026,
    berths: ["north", "south"],
    tide: { high: 4.2, low: null },
    ships: [],
    notes: {},
    "": "",
  };
  assert.equal(
    composePlain(facts, []),
    "# What the facts say about `Harbour`\n\n" +
      "The `name` is `Harbour`. The `open` is true. The `year` is 2026.\n\n" +
      "The `berths` holds two items: `north` and `south`. The `tide` has the `high` 4.2 and the `low` not given. The `ships` holds no items.\n\n" +
      `The \`notes\` holds nothing. The entry without a name is empty.\n\n${END}`,
  );
});

test("the sections share the entries in their order", () => {
  assert.equal(
    composePlain({ a: 1, b: 2, c: [{ id: 7 }] }, ["First", "Second"]),
    `# What the facts say\n\n## First\n\nThe \`a\` is 1. The \`b\` is 2.\n\n## Second\n\nThe \`c\` holds one item: \`{"id":7}\`.\n\n${END}`,
  );
  assert.match(composePlain({ a: 1 }, ["First", "Second"]), /## Second\n\nThe facts hold nothing more for this section\.\n/);
});

test("a long text is quoted, many items are counted", () => {
  const text = composePlain(
    { letter: "- Dear all, ".repeat(12), list: [1, 2, 3, 4, 5, 6, 7], deep: { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 } },
    [],
  );
  assert.match(text, /^The `letter` reads as follows\.\n\n> \\- Dear all, - Dear all,/m);
  assert.match(text, /The `list` holds seven items: 1, 2, 3, 4, 5 and two more\. The `deep` has the `a` 1, .* and one more\./);
});

test("facts that are a list or a single value are told too", () => {
  assert.match(composePlain([1, "b"], []), /^# What the facts say\n\nThe `list` holds two items: 1 and `b`\.\n/);
  assert.match(composePlain(3, []), /\nThe `value` is 3\.\n/);
});

test("any facts at all give a text of the given sections without lists, in at most 1,000 words", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.integer({ min: 0, max: 8 }), (facts, count) => {
      const titles = Array.from({ length: count }, (_, index) => `Part ${index}`);
      const text = composePlain(facts, titles);
      const { blocks, lists } = parseText(text);
      assert.deepEqual(
        blocks.flatMap((block) => (block.kind === "heading" && block.level === 2 ? [block.prose.trim()] : [])),
        titles,
      );
      assert.deepEqual(lists, []);
      assert.ok(text.split(/\s+/).length <= 1_000);
      assert.ok(text.endsWith(`\n\n${END}`));
      assert.equal(composePlain(facts, titles), text);
    }),
  );
});

test("facts with very many entries are cut, and what is left out is counted", () => {
  const facts = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`key ${index}`, "a b c d e f g h i j k l m n o p q r s t u v w x y z ".repeat(9)]),
  );
  const text = composePlain(facts, ["All"]);
  assert.match(text, /The facts have 39\d more entries, not told here\./);
  assert.ok(text.split(/\s+/).length <= 1_000);
});
