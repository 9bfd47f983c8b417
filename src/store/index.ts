export { type Disk, realDisk } from "./files/disk.js";
export { type FileStore, fileStore } from "./files/file-store.js";
export { isAlive, thisProcess } from "./files/process-identity.js";
export type { Repair } from "./files/repair.js";
export { CHAIN_START, type DecodedJournal, decodeJournal, encodeLine, sha256 } from "./journal-line.js";
export { type MemoryStore, memoryStore } from "./memory-store.js";
export type { DerivedFile, JournalText, Lease, Owner, Store } from "./store.js";
