import { constants, type FileHandle, open } from "node:fs/promises";
import { StagewrightError } from "../../src/dsl/index.js";
import { insideRoot, missing, openRoot } from "./root.js";

interface ReadRequest {
  readonly root: string;
  readonly path: string;
  readonly maxBytes: number;
}

export async function read({ root, path, maxBytes }: ReadRequest, signal: AbortSignal): Promise<{ text: string } | null> {
  signal.throwIfAborted();
  const real = await insideRoot(await openRoot(root), path);
  if (real === undefined) return null;
  // No link is followed any more, should one have been put there by now; and a pipe is not waited on.
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(missing);
  if (file === undefined) return null;
  try {
    const bytes = await bytesOf(file, path, maxBytes);
    signal.throwIfAborted();
    return { text: decoded(bytes, path) };
  } finally {
    await file.close();
  }
}

async function bytesOf(file: FileHandle, path: string, maxBytes: number): Promise<Uint8Array> {
  if (!(await file.stat()).isFile()) {
    throw new StagewrightError("files/not-a-file", `"${path}" is not a file`, { hint: "name a file; `list` finds them" });
  }
  // One byte more than may be, for the size that the system tells may be out of date, and is 0 for some files.
  const bytes = Buffer.alloc(maxBytes + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
    length += bytesRead;
    if (length > maxBytes) {
      throw new StagewrightError("files/too-long", `"${path}" is longer than ${maxBytes} bytes`, {
        hint: "read less, or give a larger `maxBytes`",
      });
    }
    if (bytesRead === 0) return bytes.subarray(0, length);
  }
}

function decoded(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new StagewrightError("files/not-text", `"${path}" is not UTF-8 text`, { hint: "convert it, or leave it out", cause });
  }
}
