import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { clipboard, type ItemPage, type SavedItem } from "../../../adapters/clipboard/index.js";
import type { AnyImplementation } from "../../../src/dsl/index.js";

export function emptyFolder(t: TestContext): string {
  const cwd = mkdtempSync(join(tmpdir(), "clipboard-"));
  t.after(() => rmSync(cwd, { recursive: true }));
  return cwd;
}

const { signal } = new AbortController();

/** A clipboard's calls, asked and answered as a stage would. */
export function opened({ calls }: AnyImplementation) {
  return {
    save: async (key: string, request: object): Promise<SavedItem> =>
      clipboard.calls.saveItem.gives.parse(await calls.saveItem?.perform(clipboard.calls.saveItem.takes.parse(request), { key, signal })),
    list: async (request: object = {}): Promise<ItemPage> =>
      clipboard.calls.listItems.gives.parse(
        await calls.listItems?.perform(clipboard.calls.listItems.takes.parse(request), { key: "", signal }),
      ),
  };
}
