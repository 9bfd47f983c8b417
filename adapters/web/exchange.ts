import { lookup as systemLookup } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { isStagewrightError, StagewrightError } from "../../src/dsl/index.js";

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

export interface Exchange {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the body once unpacked. */
  readonly maxBytes: number;
  /** Asked of every address before anything is sent to it. */
  readonly mayConnect: (address: string) => boolean;
  readonly resolve: Resolve;
  /** In PEM, in the place of the authorities that Node trusts. */
  readonly ca?: string;
  readonly signal: AbortSignal;
}

export interface Received {
  readonly status: number;
  /** By their names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

export const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

/**
 * Asks once and follows nothing. The addresses are judged where they are used: by the very lookup whose answer is
 * connected to, so that a name cannot say one thing to the judge and another to the connection, and again on the socket.
 */
export async function exchange({ url, headers, maxBytes, mayConnect, resolve, ca, signal }: Exchange): Promise<Received> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // No lookup is made for what is an address already.
  if (isIP(host) !== 0 && !mayConnect(host)) throw notPublic(url, host);
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(new Error(`"${hostname}" has no address`), "", 0);
        // One forbidden address among them condemns the name: which would be tried is not ours to say.
        const forbidden = addresses.find(({ address }) => !mayConnect(address));
        if (forbidden !== undefined) return callback(notPublic(url, forbidden.address), "", 0);
        if (options.all) return callback(null, [...addresses]);
        callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), "", 0),
    );
  };
  const options: RequestOptions = {
    method: "GET",
    headers: { ...headers, "accept-encoding": "gzip, deflate, br" },
    lookup,
    // A connection of its own: a pooled one would have been judged for somebody else.
    agent: false,
    ...(ca !== undefined && { ca }),
    signal,
  };
  const response = await answered(url, options, mayConnect);
  try {
    return { status: response.statusCode ?? 0, headers: headersOf(response), body: await bodyOf(response, url, maxBytes) };
  } finally {
    response.destroy();
  }
}

function answered(url: URL, options: RequestOptions, mayConnect: (address: string) => boolean): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, options, resolve);
    sent.on("error", reject);
    sent.on("socket", (socket) => {
      socket.on("connect", () => {
        const { remoteAddress = "" } = socket;
        if (!mayConnect(remoteAddress)) sent.destroy(notPublic(url, remoteAddress));
      });
    });
    sent.end();
  });
}

function headersOf({ headers }: IncomingMessage): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]],
    ),
  );
}

async function bodyOf(response: IncomingMessage, url: URL, maxBytes: number): Promise<Buffer> {
  const packed = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  const announced = Number(response.headers["content-length"] ?? 0);
  if (announced > maxBytes) throw tooLong(url, maxBytes);
  const chunks: Buffer[] = [];
  let length = 0;
  const unpacker = unpackerOf(packed, url);
  if (unpacker !== undefined) response.on("error", (error) => unpacker.destroy(error));
  const stream: AsyncIterable<Buffer> = unpacker === undefined ? response : response.pipe(unpacker);
  try {
    for await (const chunk of stream) {
      length += chunk.length;
      // Counted as it is unpacked, so that a small answer cannot become a huge one.
      if (length > maxBytes) throw tooLong(url, maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    // An answer without a body may still be called packed.
    if (length === 0 && hasNoBody(response)) return Buffer.alloc(0);
    throw error;
  }
  return Buffer.concat(chunks);
}

function hasNoBody({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode === 304 || statusCode === 204 || headers["content-length"] === "0";
}

function unpackerOf(packed: string, url: URL) {
  if (packed === "identity" || packed === "") return undefined;
  if (packed === "gzip" || packed === "x-gzip") return createGunzip();
  if (packed === "deflate") return createInflate();
  if (packed === "br") return createBrotliDecompress();
  throw new StagewrightError("web/encoding", `"${url.href}" is packed as "${packed}", which nobody asked for`, {
    hint: "gzip, deflate and br can be read",
  });
}

function notPublic(url: URL, address: string): StagewrightError {
  return new StagewrightError("web/private-address", `"${url.hostname}" leads to ${address}, which is not an address of the open net`, {
    hint: `if this host is meant, add "${url.host}" to \`privateHosts\``,
  });
}

function tooLong(url: URL, maxBytes: number): StagewrightError {
  return new StagewrightError("web/too-long", `"${url.href}" is longer than ${maxBytes} bytes`, {
    hint: "ask for something smaller, or give a larger `maxBytes`",
  });
}

/** What went wrong on the way, in words. */
export function unreachable(url: URL, error: unknown): StagewrightError {
  if (isStagewrightError(error)) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const because = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
  return new StagewrightError("web/unreachable", `"${url.href}" could not be read: ${because}`, {
    hint: "check the address, and whether the host can be reached from here",
    cause: error,
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "the name could not be looked up",
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  ETIMEDOUT: "the host did not answer",
  ECONNABORTED: "the connection was cut",
};
