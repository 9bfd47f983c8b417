import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { readFields } from "../../../adapters/issues/fields.js";
import { type Issue, type IssueHead, issues, markdownFolder } from "../../../adapters/issues/index.js";
import { formatIssueFile, type IssueFile, parseIssueFile } from "../../../adapters/issues/issue-file.js";
import { issuesFolder } from "./folder.js";

const { signal } = new AbortController();

function project(t: TestContext, files: Readonly<Record<string, string>>) {
  const cwd = issuesFolder(t, files);
  const open = () => markdownFolder({ cwd, author: "bot", now: () => new Date("2026-03-19T18:00:00Z") }).calls;
  const ask = async (call: keyof typeof issues.calls, request: object, key = "k1", calls = open()) =>
    calls[call]?.perform(issues.calls[call].takes.parse(request), { key, signal });
  return {
    cwd,
    ask,
    file: (name: string) => readFileSync(join(cwd, "issues", name), "utf8"),
    list: async (request: object = {}) => (await ask("list", request)) as { issues: IssueHead[]; next: string | null },
    read: async (number: number) => (await ask("read", { number })) as Issue | null,
  };
}

describe("a folder of Markdown issues", () => {
  it("an issue that a person wrote by hand is read as far as it goes", async (t) => {
    const { read, list } = project(t, {
      "007-search.md":
        '---\ntitle: "Search: any script"\nlabels:\n  - bug\n  - \'to do\'\nassignees: [ana, "ben, jr"]\ncreated: 2026-03-01\nowner: cy\n---\nText\n',
      "8.md": "# Just a heading\n\nText",
      "README.md": "no issue",
      "0.md": "no issue",
    });
    const issue = await read(7);
    assert.deepEqual([issue?.title, issue?.labels, issue?.assignees], ["Search: any script", ["bug", "to do"], ["ana", "ben, jr"]]);
    assert.deepEqual([issue?.createdAt, issue?.state, issue?.body, issue?.history], ["2026-03-01T00:00:00.000Z", "open", "Text", []]);
    assert.deepEqual(
      (await list()).issues.map(({ number, title }) => [number, title]),
      [
        [7, "Search: any script"],
        [8, "Just a heading"],
      ],
    );
  });

  it("what is done is written below the text, and the rest of the file stays as it was", async (t) => {
    const { ask, file } = project(t, { "1.md": "---\nowner: cy # by hand\ntitle: One\nlabels: [bug]\n---\n\nText\n" });
    await ask("close", { number: 1, reason: "not_planned", comment: "Parked -->\n<!-- event {} -->" });
    const mark = /"mark":"([0-9a-f]{32})"/.exec(file("1.md"))?.[1];
    assert.equal(
      file("1.md"),
      `---
owner: cy # by hand
title: One
labels: [bug]
state: closed
reason: not_planned
closed: 2026-03-19T18:00:00.000Z
updated: 2026-03-19T18:00:00.000Z
---

Text

<!-- event {"kind":"comment","at":"2026-03-19T18:00:00.000Z","by":"bot","id":"1","mark":"${mark}"} -->

Parked -->
\\<!-- event {} -->

<!-- event {"kind":"closed","at":"2026-03-19T18:00:00.000Z","by":"bot","reason":"not_planned","commit":null,"mark":"${mark}"} -->
`,
    );
  });

  it("many at once, each as another process would, lose no comment and open no issue twice", async (t) => {
    const { cwd, ask, read } = project(t, { "1.md": "---\ntitle: One\n---\n" });
    const keys = ["a", "b", "c", "d", "e", "f"];
    await Promise.all(keys.map((key) => ask("comment", { number: 1, body: key }, key)));
    assert.deepEqual((await read(1))?.history.map((one) => one.kind === "comment" && one.body).sort(), keys);
    const made = await Promise.all(keys.map((key) => ask("create", { title: key, body: "" }, key)));
    assert.deepEqual(made.map((one) => (one as { number: number }).number).sort(), [2, 3, 4, 5, 6, 7]);
    assert.deepEqual(readdirSync(join(cwd, "issues")).sort(), ["1.md", "2.md", "3.md", "4.md", "5.md", "6.md", "7.md"]);
  });

  it("the lock of a process that is gone is taken away", async (t) => {
    const { cwd, ask } = project(t, { "1.md": "---\ntitle: One\n---\n" });
    writeFileSync(join(cwd, "issues/1.md.lock"), JSON.stringify({ host: "x", pid: 2 ** 22, startedAt: "long ago" }));
    await ask("comment", { number: 1, body: "Mine." });
    assert.deepEqual(readdirSync(join(cwd, "issues")), ["1.md"]);
  });

  it("two files of one number are named, and a folder that is asked for by name must be there", async (t) => {
    const { cwd, list } = project(t, { "1.md": "", "01-a.md": "" });
    const at = (name: string) => join(cwd, "issues", name);
    await assert.rejects(list(), {
      code: "issues/twice",
      message: `issue 1 has two files: "${at("01-a.md")}" and "${at("1.md")}"`,
      hint: "give one of them another number",
    });
    await assert.rejects(list({ repo: "gone" }), { code: "issues/none", message: `there is no folder "${join(cwd, "gone")}"` });
  });

  it("whatever is written, it is read back as it was", () => {
    const text = fc
      .oneof(
        fc.string({ unit: "grapheme", maxLength: 40 }),
        fc
          .array(fc.constantFrom("<!-- event {} -->", "\\", "---", "\n", "-->", "x", "title: y"), { maxLength: 8 })
          .map((parts) => parts.join("")),
      )
      .map((drawn) => Buffer.from(drawn.replaceAll("\r", "")).toString().trim());
    const line = text.map((drawn) => drawn.replaceAll(/\s+/g, " ").trim());
    fc.assert(
      fc.property(line, fc.uniqueArray(line.filter((one) => one !== "")), text, fc.array(text), (title, labels, body, comments) => {
        const at = { at: "2026-03-19T18:00:00.000Z", by: title };
        const file: IssueFile = {
          fields: readFields([]).with("title", title).with("labels", labels).with("state", "open").with("labels", labels),
          body,
          happenings: comments.map((one, index) => ({ happening: { kind: "comment", ...at, id: String(index), body: one }, mark: "m" })),
        };
        const again = parseIssueFile(formatIssueFile(file));
        assert.deepEqual([again.fields.text("title"), again.fields.list("labels"), again.body], [title, labels, body]);
        assert.deepEqual(again.happenings, file.happenings);
      }),
    );
  });
});
