import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import { type CoolDowns, coolDownMemory, type KeyOnServer, type Rest } from "./cool-downs.js";

const Note = z.object({
  variable: z.string(),
  server: z.string(),
  /** By which a changed key is told from the one that rests. */
  key: z.string(),
  until: z.iso.datetime(),
  why: z.string(),
});

/**
 * Cool-downs as small files in a folder, one for each variable and server: every process on the machine shares them, and they
 * outlive each of them. A file holds no key. Where the folder cannot be written, a rest ends with the process.
 */
export function coolDownFiles(folder: string): CoolDowns {
  const here = coolDownMemory();
  return {
    of: async (key) => latest(await here.of(key), await read(join(folder, nameOf(key)), key)),
    rest: async (key, rest) => {
      await here.rest(key, rest);
      await write(folder, key, rest).catch(() => undefined);
    },
  };
}

/** What cannot be read was damaged or is not there: then the key is tried, and the worst is one more refusal. */
async function read(file: string, key: KeyOnServer): Promise<Rest | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const note = Note.safeParse(parsed(text)).data;
  return note?.key === digestOf(key) ? { until: new Date(note.until), why: note.why } : undefined;
}

async function write(folder: string, key: KeyOnServer, { until, why }: Rest): Promise<void> {
  const { variable, server } = key;
  const note: z.output<typeof Note> = { variable, server, key: digestOf(key), until: until.toISOString(), why };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFileAtomic(join(folder, nameOf(key)), `${JSON.stringify(note, undefined, 2)}\n`, { mode: 0o600, fsync: false });
}

function latest(one: Rest | undefined, other: Rest | undefined): Rest | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.until >= other.until ? one : other;
}

function nameOf({ variable, server }: KeyOnServer): string {
  return `${variable}-${sha256(server).slice(0, 8)}.json`;
}

/** So short that a great many keys have the same: nobody can find out the key by it, or make sure of a guess. */
function digestOf({ variable, server, value }: KeyOnServer): string {
  return sha256(`stagewright cool-down\n${variable}\n${server}\n${value}`).slice(0, 8);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
