import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { memoryRoom } from "./memory-room.js";

function roomWith(page: string) {
  const room = memoryRoom();
  mkdirSync(room.memory.folder);
  writeFileSync(join(room.memory.folder, "MEMORY.md"), page);
  return room;
}

const PAGE = "# What we know\n\nOurs.\n\n## People\n\nAna decides.\n\n### Notes\n\nShe reads at noon.\n\n## Servers\n\nOne.\n";

test("a section is put in the place of the one of its heading, and the previous page is kept beside it", async () => {
  const room = roomWith(PAGE);
  await room.memory.curate({ title: "People", text: "Bo decides." });
  assert.equal(room.textOf("MEMORY.md"), "# What we know\n\nOurs.\n\n## People\n\nBo decides.\n\n## Servers\n\nOne.\n");
  assert.equal(room.textOf("MEMORY.previous.md"), PAGE);
  assert.deepEqual(readdirSync(room.memory.folder).sort(), ["MEMORY.md", "MEMORY.previous.md"]);
});

test("a section that there is none of is added at the end, also to a page that there is none of", async () => {
  const room = memoryRoom();
  await room.memory.curate({ title: "People", text: "Ana decides.\n\n```sh\n# no heading\n```" });
  const first = "## People\n\nAna decides.\n\n```sh\n# no heading\n```\n";
  assert.equal(room.textOf("MEMORY.md"), first);
  assert.equal(existsSync(join(room.memory.folder, "MEMORY.previous.md")), false);
  await room.memory.curate({ title: "Servers ##", text: "One." });
  assert.equal(room.textOf("MEMORY.md"), `${first}\n## Servers\n\nOne.\n`);
  await room.memory.curate({ title: "Servers", text: "Two." });
  assert.equal(room.textOf("MEMORY.md"), `${first}\n## Servers\n\nTwo.\n`);
});

test("a page that ends without a line's end, or with an empty line, gets one empty line before the next section", async () => {
  for (const page of ["Ours.", "Ours.\n", "Ours.\n\n"]) {
    const room = roomWith(page);
    await room.memory.curate({ title: "People", text: "Ana." });
    assert.equal(room.textOf("MEMORY.md"), "Ours.\n\n## People\n\nAna.\n");
  }
});

test("an empty text takes the section away", async () => {
  const room = roomWith(PAGE);
  await room.memory.curate({ title: "People", text: "\n" });
  assert.equal(room.textOf("MEMORY.md"), "# What we know\n\nOurs.\n\n## Servers\n\nOne.\n");
  await room.memory.curate({ title: "Nobody", text: "" });
  assert.equal(room.textOf("MEMORY.previous.md"), PAGE);
});

test("what changes nothing leaves the previous page as it is", async () => {
  const room = roomWith("## People\n\nAna.\n");
  await room.memory.curate({ title: "People", text: "Bo." });
  await room.memory.curate({ title: "People", text: "Bo." });
  assert.equal(room.textOf("MEMORY.previous.md"), "## People\n\nAna.\n");
});

test("a page with Windows line ends keeps them", async () => {
  const room = roomWith("\uFEFF## People\r\n\r\nAna.\r\n\r\n## Servers\r\n\r\nOne.\r\n");
  await room.memory.curate({ title: "People", text: "Bo.\nCy." });
  assert.equal(room.textOf("MEMORY.md"), "## People\r\n\r\nBo.\r\nCy.\r\n\r\n## Servers\r\n\r\nOne.\r\n");
});

test("a heading in a block of code is none", async () => {
  const room = roomWith("````md\n## People\n```\n````\n\n## People\n\nAna.\n\n~~~\n# x\n~~~\n\n## Servers\n");
  await room.memory.curate({ title: "People", text: "Bo." });
  assert.equal(room.textOf("MEMORY.md"), "````md\n## People\n```\n````\n\n## People\n\nBo.\n\n## Servers\n");
});

test("what would make the page unclear is refused, and the page stays", async () => {
  const twice = roomWith("## A\n\n## B\n\n## A\n");
  await assert.rejects(twice.memory.curate({ title: "A", text: "x" }), {
    code: "memory/section",
    message: 'there are two sections "A", at lines 1 and 5',
    hint: "give one of them another heading",
  });
  const open = roomWith("```\n## A\n");
  await assert.rejects(open.memory.curate({ title: "A", text: "x" }), {
    message: "the page has a block of code that does not end",
    hint: "end it with the fence it begins with",
  });
  await assert.rejects(twice.memory.curate({ title: "C", text: "x\n\n## D\n" }), {
    message: 'the text of the section "C" has a heading of its own, "D"',
    hint: 'begin headings inside of it with "###"',
  });
  await assert.rejects(twice.memory.curate({ title: "C", text: "```\nx" }), {
    message: 'the text of the section "C" has a block of code that does not end',
  });
  assert.equal(twice.textOf("MEMORY.md"), "## A\n\n## B\n\n## A\n");
});

test("what a killed process left of a new page is no part of the next", async () => {
  const room = roomWith(PAGE);
  writeFileSync(join(room.memory.folder, "MEMORY.md.new"), "half a p");
  await room.memory.curate({ title: "Servers", text: "Two." });
  assert.equal(room.textOf("MEMORY.md"), PAGE.replace("One.", "Two."));
});

test("whatever sections are changed in whatever order, each says what it was last given, and changes no other", async () => {
  const change = fc.record({ title: fc.constantFrom("A", "B", "C"), text: fc.constantFrom("", "one", "two\n\n### x", "```\n## B\n```") });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 8 }), fc.constantFrom("", "Top.", "# T\n\n## B\n\nold\n"), async (changes, page) => {
      const room = roomWith(page);
      const wanted = new Map(page.includes("## B") ? [["B", "old"]] : []);
      for (const { title, text } of changes) {
        await room.memory.curate({ title, text });
        if (text === "") wanted.delete(title);
        else wanted.set(title, text);
      }
      const top = page.replace(/## B[\s\S]*/, "").trim();
      const sections = [...wanted].map(([title, text]) => `## ${title}\n\n${text}`);
      assert.equal(room.textOf("MEMORY.md").trim(), [...(top === "" ? [] : [top]), ...sections].join("\n\n"));
    }),
    { numRuns: 60 },
  );
});
