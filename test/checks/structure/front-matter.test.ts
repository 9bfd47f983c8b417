import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { frontMatter } from "../../../src/checks/structure/index.js";

const schema = z.object({
  title: z.string().min(1),
  date: z.iso.date(),
  author: z.object({ name: z.string() }).optional(),
  tags: z.array(z.string()).optional(),
});

/** The findings as `line:column message`. */
function found(markdown: string): string[] {
  return frontMatter({ schema })
    .run(markdown, {})
    .map(({ message, at }) => (at ? `${at.line}:${at.column} ${message}` : message));
}

test("front matter of the schema is fine, quoted, nested, in CRLF and after a byte order mark", () => {
  const markdown = '---\ntitle: "A: day"\ndate: 2026-03-19\nauthor:\n  name: Ion\ntags:\n  - a\n  - b\n---\nText.\n';
  assert.deepEqual(found(markdown), []);
  assert.deepEqual(found(`\uFEFF${markdown.replaceAll("\n", "\r\n")}`), []);
});

test("a wrong value is an error at that value, a missing key one at the map that lacks it", () => {
  assert.deepEqual(
    frontMatter({ schema, severity: "warning" }).run("---\ntitle: x\ndate: 19.3.2026\nauthor:\n  mail: a\ntags: [a, 1]\n---\n", {}),
    [
      {
        rule: "structure/front-matter",
        severity: "warning",
        message: `the front matter's "date" is not as expected (Invalid ISO date): correct it`,
        at: { line: 3, column: 7, offset: 19 },
      },
      {
        rule: "structure/front-matter",
        severity: "warning",
        message: 'the front matter has no "author.name" (Invalid input: expected string, received undefined): add it',
        at: { line: 5, column: 3, offset: 39 },
      },
      {
        rule: "structure/front-matter",
        severity: "warning",
        message: `the front matter's "tags.1" is not as expected (Invalid input: expected string, received number): correct it`,
        at: { line: 6, column: 11, offset: 57 },
      },
    ],
  );
  assert.deepEqual(found("---\n---\nText."), [
    '2:1 the front matter has no "title" (Invalid input: expected string, received undefined): add it',
    '2:1 the front matter has no "date" (Invalid input: expected string, received undefined): add it',
  ]);
});

test("a text without front matter is told what is expected", () => {
  assert.deepEqual(found("Hello."), [
    'the text has no front matter, expected some with "title", "date": begin it with a block between two lines of "---"',
  ]);
  const [finding] = frontMatter({ schema: z.record(z.string(), z.string()) }).run("", {});
  assert.equal(finding?.message, 'the text has no front matter, expected some: begin it with a block between two lines of "---"');
});

test("front matter that is no YAML, no map, endless or too long is an error of its own", () => {
  assert.deepEqual(found("---\ntitle: [a\ndate: 2026-03-19\n---\n").length > 0, true);
  assert.match(
    found("---\ntitle: 'a\n---\n")[0] ?? "",
    /^\d+:\d+ the front matter is no sound YAML \(Missing closing 'quote\): correct it$/,
  );
  assert.match(found("---\ntitle: *none\n---\n")[0] ?? "", /^\d+:\d+ the front matter is no sound YAML \(.*none.*\): correct it$/);
  const bomb = `a: &a [x, x, x, x, x, x, x, x]\n${["b", "c", "d", "e"].map((key, index) => `${key}: &${key} [${Array(8).fill(`*${"abcd"[index]}`).join(", ")}]`).join("\n")}`;
  assert.match(found(`---\n${bomb}\n---\n`)[0] ?? "", /^2:1 the front matter is no sound YAML \(Excessive alias count/);
  assert.deepEqual(found(`---\ntitle: ${"x".repeat(9_000)}\n---\n`), [
    "2:1 the front matter has 9,008 characters, expected at most 8,000: shorten it",
  ]);
  const [finding] = frontMatter({ schema: z.object({}).refine(() => false, "Never right") }).run("---\na: 1\n---\n", {});
  assert.equal(finding?.message, "the front matter is not as expected (Never right): correct it");
});

test("the schema stands in the options as JSON Schema, so that a changed one is seen", () => {
  const { options } = frontMatter({ schema: z.object({ title: z.string() }) });
  assert.deepEqual(JSON.parse(JSON.stringify(options)), {
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { title: { type: "string" } },
      required: ["title"],
    },
    severity: "error",
  });
});
