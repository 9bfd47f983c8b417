import type { IncomingMessage } from "node:http";

/** The names under which a browser on this machine finds the page. Any other is a foreign site that points here (DNS rebinding). */
export function isOurHost({ headers }: IncomingMessage, port: number): boolean {
  return headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`;
}

/** Whether a form was sent by a page of ours. A browser says so with every form, and a page cannot say otherwise. */
export function isOurOrigin({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined && headers.origin === `http://${headers.host}`;
}

/** A browser that only looks ahead must not use a link up. */
export function isPrefetch({ headers }: IncomingMessage): boolean {
  return [headers["sec-purpose"], headers.purpose].some((purpose) => purpose?.includes("prefetch") === true);
}

/** The value of a cookie. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([key]) => key === name)?.[1];
}
