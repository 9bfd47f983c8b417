import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import { type ClipboardItem, clipboard } from "./clipboard.js";
import { itemPage } from "./item-page.js";

export interface ClipboardRecordingOptions {
  readonly answers?: Answers<(typeof clipboard)["calls"]>;
  /** Where items are listed; it may be real, since listing changes nothing. What is "saved" here is not among them. */
  readonly reads?: AnyImplementation;
  readonly now?: () => Date;
}

/**
 * A clipboard for a rehearsal: saves in memory alone, and lists what was saved or, with `reads`, what that lists. `answers`
 * take the place of any of that.
 */
export function clipboardRecording({ answers = {}, reads, now = () => new Date() }: ClipboardRecordingOptions = {}): Recording {
  const saved: { readonly folder: string | undefined; readonly item: ClipboardItem }[] = [];
  return recording(
    clipboard,
    {
      saveItem({ folder, label, text, tags }, { signal }) {
        signal.throwIfAborted();
        const item = {
          id: `recording:${saved.length + 1}`,
          ...(label !== undefined && { label }),
          text,
          tags,
          savedAt: now().toISOString(),
        };
        saved.push({ folder, item });
        return { id: item.id, savedAt: item.savedAt };
      },
      ...(reads === undefined && {
        listItems(request, { signal }) {
          signal.throwIfAborted();
          return itemPage(
            saved.flatMap(({ folder, item }) => (folder === request.folder ? [item] : [])),
            request,
          );
        },
      }),
      ...answers,
    },
    reads ? { reads } : {},
  );
}
