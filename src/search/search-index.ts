import { canonicalJson } from "../core/index.js";
import { sha256 } from "../store/index.js";
import { type Hit, hitOf } from "./hit.js";
import { claimIndex, type IndexClaim } from "./index-claim.js";
import { FILE, inTransaction, openDatabase } from "./index-file.js";
import { idOf, keyOf } from "./key.js";
import { passagesOf, type Searchable } from "./passages.js";
import { ftsQuery, type Phrase, phrasesOf } from "./query.js";
import { type Database, loadSqlite } from "./sqlite.js";

export interface SearchOptions {
  /** The most hits; 10 by default. */
  readonly limit?: number;
  /** Only in this document. */
  readonly document?: string;
}

/** What a call of `index` did. */
export interface Indexed {
  readonly added: number;
  readonly changed: number;
  /** Documents that stood in the index as they are. */
  readonly unchanged: number;
}

export interface SearchIndex {
  /** Puts documents in, all of them or none. One that is there as it is costs only its sum. */
  index(documents: readonly Searchable[]): Indexed;
  /** Takes a document out; whether it was there. */
  remove(id: string): boolean;
  /** The ids of what is there. */
  documents(): readonly string[];
  /**
   * The passages that hold all words of a query, the best first; where none does, those that hold some. `"two words"` must stand one behind the other,
   * and `harb*` is what begins so. Any string is a query; one without words finds nothing.
   */
  search(query: string, options?: SearchOptions): readonly Hit[];
  /** Nothing can be asked after. */
  close(): void;
}

/**
 * Opens an index: in a folder, where it stays and belongs to one process at a time, or in memory.
 *
 * @throws StagewrightError `search/package` where node-sqlite3-wasm is not installed, `search/busy` where another process has the folder,
 *   `search/file` for a file that is no index.
 *
 * @example
 * const index = await openSearch({ folder: ".stagewright/search" });
 * index.index([{ id: "notes", text: "Trenul spre Ploiești pleacă la șapte." }]);
 * index.search("ploiesti");
 */
export async function openSearch({ folder }: { readonly folder?: string } = {}): Promise<SearchIndex> {
  const sqlite = await loadSqlite();
  const claim = folder === undefined ? undefined : claimIndex(folder, FILE);
  try {
    return new SqliteIndex(openDatabase(sqlite, folder), claim);
  } catch (error) {
    claim?.release();
    throw error;
  }
}

class SqliteIndex implements SearchIndex {
  readonly #database: Database;
  readonly #claim: IndexClaim | undefined;

  constructor(database: Database, claim: IndexClaim | undefined) {
    this.#database = database;
    this.#claim = claim;
  }

  index(documents: readonly Searchable[]): Indexed {
    const done = { added: 0, changed: 0, unchanged: 0 };
    inTransaction(this.#database, () => {
      for (const document of documents) {
        const key = keyOf(document.id);
        const sum = sumOf(document);
        const known = this.#database.get("SELECT sum FROM documents WHERE id = ?", [key])?.sum;
        if (known === sum) {
          done.unchanged += 1;
          continue;
        }
        if (known !== undefined) this.#takeOut(key);
        this.#putIn(key, sum, document);
        if (known === undefined) done.added += 1;
        else done.changed += 1;
      }
    });
    return done;
  }

  remove(id: string): boolean {
    const key = keyOf(id);
    const isThere = this.#database.get("SELECT 1 FROM documents WHERE id = ?", [key]) !== null;
    if (isThere) inTransaction(this.#database, () => this.#takeOut(key));
    return isThere;
  }

  documents(): readonly string[] {
    return this.#database.all("SELECT id FROM documents ORDER BY id").map(({ id }) => idOf(id));
  }

  search(query: string, { limit = 10, document }: SearchOptions = {}): readonly Hit[] {
    const phrases = phrasesOf(query);
    if (phrases.length === 0 || !(limit >= 1)) return [];
    const all = this.#find(phrases, "AND", Math.floor(limit), document);
    return all.length > 0 || phrases.length === 1 ? all : this.#find(phrases, "OR", Math.floor(limit), document);
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
    this.#claim?.release();
  }

  #putIn(key: string, sum: string, document: Searchable): void {
    this.#database.run("INSERT INTO documents (id, sum) VALUES (?, ?)", [key, sum]);
    const passage = this.#database.prepare('INSERT INTO passages (document, section, "from", text) VALUES (?, ?, ?, ?)');
    const words = this.#database.prepare("INSERT INTO words (rowid, word) VALUES (?, ?)");
    try {
      for (const { section, from, to, words: said } of passagesOf(document)) {
        const { lastInsertRowid } = passage.run([key, JSON.stringify(section), from, storable(document.text.slice(from, to))]);
        words.run([lastInsertRowid, said]);
      }
    } finally {
      passage.finalize();
      words.finalize();
    }
  }

  #takeOut(key: string): void {
    this.#database.run("DELETE FROM words WHERE rowid IN (SELECT row FROM passages WHERE document = ?)", [key]);
    this.#database.run("DELETE FROM passages WHERE document = ?", [key]);
    this.#database.run("DELETE FROM documents WHERE id = ?", [key]);
  }

  #find(phrases: readonly Phrase[], join: "AND" | "OR", limit: number, document: string | undefined): readonly Hit[] {
    const rows = this.#database.all(
      `SELECT passages.document, passages.section, passages."from", passages.text, bm25(words) AS score
       FROM words JOIN passages ON passages.row = words.rowid
       WHERE words MATCH ? ${document === undefined ? "" : "AND passages.document = ?"}
       ORDER BY score, passages.document, passages."from" LIMIT ?`,
      // Two passages may share what is found.
      [ftsQuery(phrases, join), ...(document === undefined ? [] : [keyOf(document)]), limit * 2],
    );
    const hits: Hit[] = [];
    const seen = new Set<string>();
    for (const row of rows) {
      const hit = hitOf(row, phrases);
      const place = JSON.stringify([hit.document, hit.offset]);
      if (!seen.has(place)) hits.push(hit);
      seen.add(place);
    }
    return hits.slice(0, limit);
  }
}

function sumOf({ text, title, sections }: Searchable): string {
  return sha256(canonicalJson([sha256(text), title, sections]));
}

/** What would end a text too early or change its length on the way to the disk and back, replaced by one unit each. */
function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, "\ufffd");
}
