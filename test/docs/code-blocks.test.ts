import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { commandFault } from "./commands.js";
import { dataFaults } from "./data.js";
import { linkFaults } from "./links.js";
import { NOT_RUN } from "./not-run.js";
import { readPage } from "./page.js";
import { project } from "./project.js";
import { typeFaults } from "./type-check.js";

const ROOT = join(import.meta.dirname, "../..");

/** Pages whose reader sits in a clone of this repository; the reader of any other has a project of their own. */
const IN_A_CLONE = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];
const IN_DOCS = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));

const pages = [...IN_A_CLONE, ...IN_DOCS.map((name) => `docs/${name}`)].map((path) =>
  readPage(path, readFileSync(join(ROOT, path), "utf8")),
);

describe("the docs", { concurrency: 3 }, () => {
  test("every block says how it is checked", () => {
    assert.deepEqual(
      pages.flatMap(({ faults }) => faults),
      [],
    );
  });

  test("data can be read, each format by its own reader", () => {
    assert.deepEqual(
      pages.flatMap(({ blocks }) => blocks.flatMap(dataFaults)),
      [],
    );
  });

  test("links lead to files and headings that are there", () => {
    assert.deepEqual(
      pages.flatMap((page) => linkFaults(page, ROOT)),
      [],
    );
  });

  test("what is not run is on a page", () => {
    const lines = pages.flatMap(({ blocks }) =>
      blocks.filter(({ info }) => info.kind === "no-run").flatMap(({ text }) => text.split("\n")),
    );
    assert.deepEqual(
      [...NOT_RUN.keys()].filter((line) => !lines.includes(line)),
      [],
    );
  });

  test("TypeScript compiles", async (t) => {
    assert.deepEqual(await typeFaults(pages, t.signal), []);
  });

  for (const page of pages) {
    if (!page.blocks.some(({ info }) => info.kind === "sh" || info.kind === "no-run")) continue;
    test(`the commands of ${page.path} do what the page says`, async (t) => {
      assert.ok(existsSync(join(ROOT, "dist/src/cli/main.js")), "the command line is not built: `npm run build`");
      const fault = await commandFault(page, project(t, IN_A_CLONE.includes(page.path) ? "clone" : "user"), t.signal);
      assert.ok(fault === undefined, fault);
    });
  }
});
