import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkCitations, readDocument, readingTools, windowsOf } from "../../src/reading/index.js";
import { type Reading, type Tool, tool } from "../../src/tools/index.js";

const CONTENT = "# Rain\n\nIt rained.\n\n# Sun\n\nIt shone.\n\n## Noon\n\nIt was hot.\n";

async function toolsOn(content: string, options: { readonly maxTokens: number; readonly overlap?: number }) {
  const document = await readDocument({ name: "weather.md", content });
  const windows = windowsOf(document, { ...options, estimate: (text) => text.length });
  const { readWindow, listSections } = readingTools({ documents: [document], windows });
  return { document, windows, readWindow: tool(readWindow), listSections: tool(listSections) };
}

/** A call in a task of its own, or in the task that `read` belongs to. */
async function call(one: Tool, args: Readonly<Record<string, unknown>>, read: Reading[] = []): Promise<unknown> {
  const prepared = one.prepare(args);
  assert.ok("run" in prepared, JSON.stringify(prepared));
  const result = await prepared.run({ signal: new AbortController().signal, call: "1", read: [...read] });
  if (prepared.reads) read.push(prepared.reads);
  return result;
}

describe("tools that read", () => {
  test("a window is shown with its sections and the offsets that citations need", async () => {
    const { readWindow, document } = await toolsOn(CONTENT, { maxTokens: 40 });
    assert.equal(
      await call(readWindow, { document: "weather", window: 1 }),
      'weather, window 1 of 2 (0 to 38)\n§1 "Rain"\n@0 # Rain\n@8 It rained.\n§2 "Sun"\n@20 # Sun\n@27 It shone.',
    );
    assert.deepEqual(checkCitations('[weather §2 @27 "It shone."]', [document], { within: 0 }), []);
  });

  test("what a window repeats is shown as such", async () => {
    const { readWindow } = await toolsOn("It rained. It shone. It was hot.", { maxTokens: 21, overlap: 10 });
    assert.equal(
      await call(readWindow, { document: "weather", window: 2 }),
      "weather, window 2 of 2 (21 to 32)\n(what stands before it, shown once more: It shone.)\n§1\n@21 It was hot.",
    );
  });

  test("long paragraphs have an offset every 500 units, in scripts without blanks behind a sentence", async () => {
    const offsetsOf = async (content: string) => {
      const { readWindow } = await toolsOn(content, { maxTokens: 10_000 });
      return [...String(await call(readWindow, { document: "weather", window: 1 })).matchAll(/^@(\d+)/gm)].map(([, offset]) =>
        Number(offset),
      );
    };
    assert.deepEqual(await offsetsOf("rain ".repeat(300)), [0, 500, 1000]);
    assert.deepEqual(await offsetsOf("下雨了。".repeat(300)), [0, 500, 1000]);
  });

  test("the guards and the evidence of a stage see which stretch of which document was read", async () => {
    const { readWindow } = await toolsOn(CONTENT, { maxTokens: 40 });
    const prepared = readWindow.prepare({ document: "weather", window: 2 });
    assert.deepEqual("run" in prepared && prepared.reads, { path: "weather", from: 38, to: 59 });
    assert.equal(readWindow.kind, "read");
  });

  test("a task is given the same window again only for a reason, and another task as if for the first time", async () => {
    const { readWindow } = await toolsOn(CONTENT, { maxTokens: 40 });
    const task: Reading[] = [];
    await call(readWindow, { document: "weather", window: 1 }, task);
    await assert.rejects(call(readWindow, { document: "weather", window: 1 }, task), {
      message: 'window 1 of "weather" was read already, and no reason to read it again is given',
    });
    await call(readWindow, { document: "weather", window: 1, reason: "the hour" }, task);
    await call(readWindow, { document: "weather", window: 2 }, task);
    assert.equal(task.length, 3);
    await call(readWindow, { document: "weather", window: 1 });
  });

  test("the list of sections says where they are and what is not read yet", async () => {
    const { readWindow, listSections } = await toolsOn(CONTENT, { maxTokens: 20 });
    const list = (state: string) =>
      `weather "Rain": 4 windows, ${state}\n§1 "Rain": window 1\n§2 "Sun": window 2\n  §3 "Noon": windows 3 to 4`;
    const task: Reading[] = [];
    assert.equal(await call(listSections, {}, task), list("not read yet: 1 to 4"));
    await call(readWindow, { document: "weather", window: 2 }, task);
    assert.equal(await call(listSections, { document: "weather" }, task), list("not read yet: 1, 3 to 4"));
    for (const window of [1, 3, 4]) await call(readWindow, { document: "weather", window }, task);
    assert.equal(await call(listSections, {}, task), list("all windows were read"));
  });

  test("a document or a window that is not there is told with what is", async () => {
    const { readWindow, listSections } = await toolsOn(CONTENT, { maxTokens: 40 });
    await assert.rejects(call(listSections, { document: "moby" }), { message: 'there is no document "moby"; there are "weather"' });
    assert.throws(() => readWindow.prepare({ document: "weather", window: 3 }), { message: '"weather" has no window 3; it has 2' });
  });

  test("two documents of one name are refused", async () => {
    const { document, windows } = await toolsOn(CONTENT, { maxTokens: 40 });
    assert.throws(() => readingTools({ documents: [document, document], windows }), {
      code: "reading/same-id",
      message: 'two documents are called "weather"',
    });
  });
});
