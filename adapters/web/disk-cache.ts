import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";

const Entry = z.object({
  url: z.string(),
  contentType: z.string().nullable(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  fetchedAt: z.string(),
  checkedAt: z.string(),
  /** Until then the server need not be asked; null: it is asked each time. */
  freshUntil: z.string().nullable(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
/** What is known of an address whose answer was 200. */
export type CacheEntry = z.output<typeof Entry>;

export interface Cached {
  readonly entry: CacheEntry;
  readonly body: Buffer;
}

/**
 * Answers in a folder: a small file for each address, and the bodies by their digests. Each file is replaced whole, so
 * that many processes may share the folder; what does not fit together counts as not there.
 */
export class DiskCache {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(url: string): Promise<Cached | undefined> {
    const text = await readFile(this.#entryPath(url), "utf8").catch(nothing);
    const parsed = text === undefined ? undefined : Entry.safeParse(jsonOf(text));
    if (!parsed?.success || parsed.data.url !== url) return undefined;
    const body = await readFile(this.#bodyPath(parsed.data.sha256)).catch(nothing);
    // A body that was cut short or changed is fetched again.
    if (body === undefined || sha256(body) !== parsed.data.sha256) return undefined;
    return { entry: parsed.data, body };
  }

  /** The body first: an entry never speaks of one that is not there yet. */
  async write({ entry, body }: Cached): Promise<void> {
    await mkdir(join(this.#folder, "bodies"), { recursive: true, mode: 0o700 });
    await mkdir(join(this.#folder, "entries"), { recursive: true, mode: 0o700 });
    await writeFileAtomic(this.#bodyPath(entry.sha256), body, { fsync: false });
    await writeFileAtomic(this.#entryPath(entry.url), JSON.stringify(entry), { fsync: false });
  }

  #entryPath(url: string): string {
    return join(this.#folder, "entries", `${sha256(url)}.json`);
  }

  #bodyPath(digest: string): string {
    return join(this.#folder, "bodies", digest);
  }
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A cache that cannot be read is an empty one. */
function nothing(): undefined {
  return undefined;
}
