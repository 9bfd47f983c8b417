import { join } from "node:path";
import { StagewrightError } from "../dsl/index.js";
import type { Database, Sqlite } from "./sqlite.js";

/** Raised whenever words are cut or folded in another way: an index of another format is made anew. */
const FORMAT = 1;
export const FILE = "search.sqlite";
const TABLES = ["words", "passages", "documents"];

/** The tables in a folder, or in memory; made where they are not there. */
export function openDatabase({ Database }: Sqlite, folder: string | undefined): Database {
  if (folder === undefined) return prepared(new Database());
  const file = join(folder, FILE);
  const database = new Database(file);
  try {
    return prepared(database);
  } catch (cause) {
    database.close();
    throw new StagewrightError(
      "search/file",
      `"${file}" cannot be used as a search index: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        hint: "delete the file; the index is made anew from the documents",
        cause,
      },
    );
  }
}

function prepared(database: Database): Database {
  if (database.get("PRAGMA user_version")?.user_version === FORMAT) return database;
  inTransaction(database, () => {
    for (const table of TABLES) database.exec(`DROP TABLE IF EXISTS ${table}`);
    database.exec("CREATE TABLE documents (id TEXT PRIMARY KEY, sum TEXT NOT NULL) WITHOUT ROWID");
    database.exec(
      'CREATE TABLE passages (row INTEGER PRIMARY KEY, document TEXT NOT NULL, section TEXT NOT NULL, "from" INTEGER NOT NULL, text TEXT NOT NULL)',
    );
    database.exec("CREATE INDEX passages_of ON passages (document)");
    // The words are folded and cut already, so the tokenizer only has to part them at blanks: to `ascii` all that is not ASCII is a letter.
    // A table without content of its own would be smaller, and miscount lengths once something was deleted.
    database.exec("CREATE VIRTUAL TABLE words USING fts5(word, tokenize='ascii')");
    database.exec(`PRAGMA user_version = ${FORMAT}`);
  });
  return database;
}

/** All of the work or none of it. */
export function inTransaction(database: Database, work: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    work();
    database.exec("COMMIT");
  } catch (error) {
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
