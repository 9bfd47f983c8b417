import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { type AnyImplementation, type CallContext, implement, isStagewrightError, StagewrightError } from "../../src/dsl/index.js";
import { sha256 } from "../../src/store/index.js";
import { inTurn } from "../in-turn.js";
import { codeOf } from "../whole-file.js";
import { type ClipboardItem, clipboard, type NewItem, type SavedItem } from "./clipboard.js";
import { addItem, readItems } from "./item-file.js";
import { itemPage } from "./item-page.js";

export interface LocalClipboardOptions {
  readonly cwd: string;
  /** The clipboard of requests that name no other folder. */
  readonly folder?: string;
  readonly now?: () => Date;
  /** For calls without a key, which nothing is to find again. */
  readonly newId?: () => string;
}

/**
 * A folder with a file `items.jsonl`, a line for each item; several processes may save at once. An item's id is made from
 * the key that it was saved under, by which a later try finds it. A relative folder counts from `cwd`.
 *
 * Throws `clipboard/folder`, `clipboard/page`.
 */
export function localClipboard(options: LocalClipboardOptions): AnyImplementation {
  const { cwd, folder = "clipboard", now = () => new Date(), newId = randomUUID } = options;
  const pathOf = (request: { readonly folder?: string | undefined }) => join(resolve(cwd, request.folder ?? folder), "items.jsonl");
  const oneByOne = inTurn();

  async function savedUnder(path: string, id: string): Promise<SavedItem | undefined> {
    const found = (await reached(path, () => readItems(path))).find((item) => item.id === id);
    return found && answerOf(found);
  }

  async function save(request: NewItem, { key, signal }: CallContext): Promise<SavedItem> {
    signal.throwIfAborted();
    const path = pathOf(request);
    const id = idOf(key === "" ? newId() : key);
    const before = await savedUnder(path, id);
    if (before !== undefined) return before;
    signal.throwIfAborted();
    const { label, text, tags } = request;
    const savedAt = now().toISOString();
    return answerOf(await reached(path, () => addItem(path, { id, ...(label !== undefined && { label }), text, tags, savedAt })));
  }

  return implement(clipboard, "local folder", {
    saveItem: {
      perform: (request, context) => oneByOne(() => save(request, context)),
      // In turn as well: a try that was cut off may still be at it, and is waited for.
      lookup: (key, request, { signal }) =>
        oneByOne(async () => {
          signal.throwIfAborted();
          const answer = key === "" ? undefined : await savedUnder(pathOf(request), idOf(key));
          return answer ? { happened: "yes", answer } : { happened: "no" };
        }),
    },
    listItems: {
      async perform(request, { signal }) {
        signal.throwIfAborted();
        const path = pathOf(request);
        return itemPage(await reached(path, () => readItems(path)), request);
      },
    },
  });
}

function answerOf({ id, savedAt }: ClipboardItem): SavedItem {
  return { id, savedAt };
}

function idOf(key: string): string {
  return sha256(key).slice(0, 32);
}

async function reached<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isStagewrightError(error) || codeOf(error) === undefined) throw error;
    const because = error instanceof Error ? error.message : String(error);
    throw new StagewrightError("clipboard/folder", `the clipboard "${path}" cannot be used: ${because}`, {
      hint: "make it a file in a folder that may be written, or name another folder",
      cause: error,
    });
  }
}
