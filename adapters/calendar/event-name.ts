import { sha256 } from "../../src/store/index.js";

const OURS = "@stagewright";

/** The same for every try of one effect: by it, a later try finds what an earlier one has written. */
export function uidOf(key: string): string {
  return `${sha256(key).slice(0, 32)}${OURS}`;
}

/** The name of the file in which an event lies, in a folder as on a server. */
export function fileOf(uid: string): string {
  return `${uid.replace(OURS, "")}.ics`;
}
