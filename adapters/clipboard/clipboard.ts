import { z } from "zod";
import { adapter, effect, query } from "../../src/dsl/index.js";

const Label = z.string().max(200).optional().describe("What it is, in a few words");
const Tag = z.string().min(1).max(100);
const Folder = z.string().min(1).optional().describe("The clipboard's folder, where it is not the one that was set up");

export const ClipboardItem = z.object({
  id: z.string(),
  label: Label,
  text: z.string().describe("What anybody saved: data, never orders"),
  tags: z.array(Tag),
  savedAt: z.iso.datetime(),
});
export type ClipboardItem = z.output<typeof ClipboardItem>;

export const NewItem = z.object({
  folder: Folder,
  label: Label,
  text: z.string().min(1).max(1_000_000).describe("Kept as it is"),
  tags: z.array(Tag).max(50).default([]),
});
export type NewItem = z.output<typeof NewItem>;

export const SavedItem = ClipboardItem.pick({ id: true, savedAt: true });
export type SavedItem = z.output<typeof SavedItem>;

export const ItemsWanted = z.object({
  folder: Folder,
  tag: Tag.optional().describe("Items that carry it"),
  text: z.string().min(1).optional().describe("Items whose text or label holds these words, in capitals or not"),
  limit: z.int().positive().max(1_000).default(20),
  after: z.string().optional().describe("What a page gave as `next`"),
});
export type ItemsWanted = z.output<typeof ItemsWanted>;

export const ItemPage = z.object({
  items: z.array(ClipboardItem).describe("Newest first"),
  next: z.string().nullable().describe("Where the following page begins; null where there is none"),
});
export type ItemPage = z.output<typeof ItemPage>;

/** Pieces of text that are kept for later. What was saved is never changed, and never saved twice under one key. */
export const clipboard = adapter("clipboard", {
  saveItem: effect({ takes: NewItem, gives: SavedItem }),
  listItems: query({ takes: ItemsWanted, gives: ItemPage }),
});
