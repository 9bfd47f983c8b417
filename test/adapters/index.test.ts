import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { shippedAdapters } from "../../adapters/index.js";

describe("the adapters that are shipped", () => {
  it("each has a name of its own, a real implementation and a recording, both of it", async () => {
    assert.deepEqual(
      await Promise.all(
        shippedAdapters.map(async ({ ref, real, recording }) => [
          ref.adapter,
          (await real({ cwd: "/" })).title,
          (await recording({ cwd: "/" })).title,
        ]),
      ),
      [
        ["git", "git", "recording"],
        ["files", "local files", "recording"],
        ["blog", "local folder", "recording"],
        ["web", "http", "recording"],
        ["search", "searxng and crossref", "recording"],
        ["feeds", "http", "recording"],
        ["commands", "programs", "recording"],
        ["workspace", "local folder", "recording"],
        ["system", "this machine", "recording"],
        ["email", "local mailbox", "recording"],
        ["calendar", "folder of .ics files", "recording"],
        ["booking", "no site", "recording"],
        ["issues", "folder of Markdown files", "recording"],
        ["chat", "terminal", "recording"],
        ["coding-agent", "programs of this machine", "recording"],
        ["day", "folder of the store", "recording"],
        ["clipboard", "local folder", "recording"],
      ],
    );
    for (const { ref, real, recording } of shippedAdapters) {
      assert.deepEqual([(await real({ cwd: "/" })).adapter, (await recording({ cwd: "/" })).adapter], [ref.adapter, ref.adapter]);
    }
  });

  it("in a rehearsal files are read for real, and nothing is published", async (t) => {
    const cwd = mkdtempSync(join(tmpdir(), "rehearsal-"));
    t.after(() => rmSync(cwd, { recursive: true }));
    const outside = Object.fromEntries(
      await Promise.all(shippedAdapters.map(async ({ ref, recording }) => [ref.adapter, (await recording({ cwd })).calls] as const)),
    );
    const context = { key: "k1", signal: new AbortController().signal };
    const post = { slug: "thaw", day: "2026-03-19", title: "Thaw", markdown: "It thawed." };
    await outside.blog?.publish?.perform(post, context);
    assert.deepEqual(readdirSync(cwd), []);
    assert.deepEqual(await outside.files?.list?.perform({ root: ".", patterns: ["*"] }, context), []);
  });
});
