import { StagewrightError } from "../dsl/index.js";

/** The part of the package that is used here. */
export type Sqlite = Pick<typeof import("node-sqlite3-wasm"), "Database">;
export type Database = InstanceType<Sqlite["Database"]>;

/**
 * Loads SQLite, which whoever searches installs: it is one file of WebAssembly, so nothing is compiled.
 *
 * @throws StagewrightError `search/package` where it is not installed.
 */
export async function loadSqlite(load: () => Promise<Sqlite> = installedSqlite): Promise<Sqlite> {
  try {
    return await load();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new StagewrightError("search/package", 'full-text search needs the package "node-sqlite3-wasm", which is not installed', {
      hint: "install it beside stagewright: npm install node-sqlite3-wasm",
      cause,
    });
  }
}

async function installedSqlite(): Promise<Sqlite> {
  const { default: sqlite } = await import("node-sqlite3-wasm");
  return sqlite;
}
