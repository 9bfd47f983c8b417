import assert from "node:assert/strict";
import { test } from "node:test";
import { SECTIONS } from "../../../pipelines/publisher/prompt.js";
import { sectionsFor } from "../../../src/model/embedded/outline.js";
import { changes } from "../../../src/model/embedded/sections/changes.js";
import { log } from "../../../src/model/embedded/sections/log.js";
import { overview } from "../../../src/model/embedded/sections/overview.js";
import { people } from "../../../src/model/embedded/sections/people.js";
import { places } from "../../../src/model/embedded/sections/places.js";
import { sizes } from "../../../src/model/embedded/sections/sizes.js";

test("each section of the publisher is told by what its title asks for", () => {
  assert.deepEqual(sectionsFor(SECTIONS), [overview, changes, places, sizes, people, log]);
});

test("titles may come in any order and in other words", () => {
  assert.deepEqual(sectionsFor(["From the diary", "Who was there", "A summary", "Commits", "Files", "In numbers"]), [
    log,
    people,
    overview,
    changes,
    places,
    sizes,
  ]);
});

test("a title that asks for nothing known gets what no other asked for, and then nothing", () => {
  assert.deepEqual(sectionsFor(["Alpha", "Who", "Beta"]), [overview, people, changes]);
  assert.deepEqual(sectionsFor(["A", "B", "C", "D", "E", "F", "G"]).at(-1), undefined);
});
