import { lstat, mkdir, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../../src/store/index.js";
import { noneThere, writeWhole } from "../whole-file.js";
import type { MailFolder, StoredMail } from "./mail-folder.js";

const HEAD_BYTES = 256 * 1024;

/** A folder with a file for each mail. Its flags stand in the file's name, which changes with them; what is before does not. */
export function maildir(path: string): MailFolder {
  // Names by id, as of the last look: reading one mail after the other does not list the folder each time.
  let known: ReadonlyMap<string, string> = new Map();
  const look = async () => {
    known = await names(path);
    return known;
  };
  return {
    async *heads(from, signal) {
      const found = [...(await look())].sort(([one], [other]) => inOrder(one, other));
      for (const [id, name] of found) {
        signal.throwIfAborted();
        if (from !== undefined && inOrder(id, from) < 0) continue;
        const mail = await readMail(path, name, HEAD_BYTES);
        if (mail !== undefined) yield mail;
      }
    },
    async read(id, maxBytes) {
      const name = known.get(id);
      const mail = name === undefined ? undefined : await readMail(path, name, maxBytes);
      if (mail !== undefined) return mail;
      const moved = (await look()).get(id);
      return moved === undefined ? undefined : readMail(path, moved, maxBytes);
    },
  };
}

export interface PutMail {
  /** The Maildir; it is made where it is not there. */
  readonly path: string;
  /** The same for every try of the same effect. */
  readonly mark: string;
  /** `S` for seen, `D` for a draft. */
  readonly flags: string;
  readonly source: Uint8Array;
}

/** Puts a mail there, whole or not at all; one of the same mark that is there is left as it is. */
export async function putMail({ path, mark, flags, source }: PutMail): Promise<void> {
  const id = idOf(mark);
  if ((await names(path)).has(id)) return;
  // A Maildir has all three, or other programs take it for none.
  await mkdir(join(path, "new"), { recursive: true });
  await writeWhole({ path: join(path, "cur", `${id}:2,${flags}`), draftIn: join(path, "tmp"), content: source });
}

/** What was put there under a mark. */
export async function findMail(path: string, mark: string, maxBytes: number): Promise<StoredMail | undefined> {
  const name = (await names(path)).get(idOf(mark));
  return name === undefined ? undefined : readMail(path, name, maxBytes);
}

function idOf(mark: string): string {
  return `${mark}.stagewright`;
}

/** A name for what cannot be one: an id is a file's name up to its flags. */
export function markOf(key: string): string {
  return sha256(key).slice(0, 32);
}

async function names(path: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const folder of ["new", "cur"]) {
    for (const name of (await readdir(join(path, folder)).catch(noneThere)) ?? []) {
      if (!name.startsWith(".")) found.set(name.split(":2,")[0] ?? name, join(folder, name));
    }
  }
  return found;
}

/** Names begin with the second in which a mail came in. */
function inOrder(one: string, other: string): number {
  const [first, second] = [one, other].map((name) => Number(/^\d+/.exec(name)?.[0] ?? 0));
  return (first ?? 0) - (second ?? 0) || (one < other ? -1 : one > other ? 1 : 0);
}

/** Undefined where it was moved or deleted in the meantime. A link is not followed: what it leads to is no mail. */
async function readMail(path: string, name: string, maxBytes: number): Promise<(StoredMail & { readonly isCut: boolean }) | undefined> {
  const found = await lstat(join(path, name)).catch(noneThere);
  if (found?.isFile() !== true) return undefined;
  const file = await open(join(path, name), "r").catch(noneThere);
  if (file === undefined) return undefined;
  try {
    const buffer = Buffer.allocUnsafe(Math.min(found.size, maxBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const base = name.slice(name.indexOf("/") + 1);
    const [id = base, flags = ""] = base.split(":2,");
    const source = buffer.subarray(0, bytesRead);
    return { id, cursor: id, source, isRead: flags.includes("S"), isAnswered: flags.includes("R"), isCut: found.size > maxBytes };
  } finally {
    await file.close();
  }
}
