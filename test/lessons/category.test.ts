import assert from "node:assert/strict";
import { test } from "node:test";
import { CATEGORIES, categoryOfRule, withCategories } from "../../src/lessons/index.js";

test("a rule belongs to the category with the longest beginning of its name", () => {
  const categories = [
    { name: "A", about: "a", rules: ["tropes"] },
    { name: "B", about: "b", rules: ["tropes/verbs"] },
  ];
  assert.deepEqual(
    ["tropes/verbs/delve", "tropes/nouns", "tropesque", "other"].map((rule) => categoryOfRule(rule, categories)),
    ["B", "A", "GENERAL", "GENERAL"],
  );
});

test("a user's list adds categories, and one of the same name takes the place of ours", () => {
  const list = withCategories('[{"name":"LAYOUT","about":"where things stand"},{"name":"TONE","about":"mine","rules":["house"]}]');
  assert.equal(list.length, CATEGORIES.length + 1);
  assert.equal(categoryOfRule("house/tone", list), "TONE");
  assert.equal(withCategories(undefined), CATEGORIES);
});

test("a list that is none is refused and says what is wrong with it", () => {
  const hint = 'write a list like [{"name": "LAYOUT", "about": "where things stand on a page"}]';
  const place = "lessons/categories.json";
  assert.throws(() => withCategories("{"), { code: "lessons/categories", message: '"lessons/categories.json" is not JSON', hint, place });
  assert.throws(() => withCategories('[{"name":"tone","about":"x"}]'), {
    code: "lessons/categories",
    message: `"lessons/categories.json" is no list of categories: 0.name: a category's name is in capitals, like TONE`,
    hint,
    place,
  });
});
