import type { Readable } from "node:stream";

export interface Captured {
  /** Whether there was more than may be kept. */
  readonly isOver: () => boolean;
  readonly text: () => string;
}

interface Limits {
  readonly maxBytes: number;
  /** Which end is kept of what is too long. */
  readonly keep: "first" | "last";
  readonly onOver?: () => void;
}

/** Reads a stream to its end, so that its writer is never held up, and keeps no more of it than `maxBytes`. */
export function captured(stream: Readable | null, { maxBytes, keep, onOver }: Limits): Captured {
  let chunks: Buffer[] = [];
  let kept = 0;
  let isOver = false;
  stream?.on("data", (chunk: Buffer) => {
    if (isOver && keep === "first") return;
    chunks.push(chunk);
    kept += chunk.length;
    if (kept <= maxBytes) return;
    isOver = true;
    onOver?.();
    const all = Buffer.concat(chunks);
    chunks = [keep === "first" ? all.subarray(0, maxBytes) : all.subarray(-maxBytes)];
    kept = maxBytes;
  });
  // Decoded as a whole: a character may be cut in two where one chunk ends.
  return { isOver: () => isOver, text: () => Buffer.concat(chunks).toString("utf8") };
}
