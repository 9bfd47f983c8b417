import { type Disk, realDisk } from "../src/store/index.js";

/** A disk that is written to but not waited for. */
export const unsynced: Disk = { ...realDisk, fsyncSync: () => {}, fdatasyncSync: () => {} };
