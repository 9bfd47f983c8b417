import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { PageChannel } from "../../../../adapters/index.js";
import type { ChannelSettings } from "../../../dispatch/index.js";
import { type Answer, kindOfBody, parsedBody, readBytes } from "../../../triggers/index.js";
import { pageDocument } from "./page-document.js";
import { isPageKey, type PageChat, pageLink } from "./page-link.js";

interface Needs {
  /** As they are now. */
  readonly channels: () => ChannelSettings;
  readonly pageOf: (channel: string) => PageChannel;
  /** By it the keys of links are made. */
  readonly secret: string;
}

/** Answers one request; nothing, where it goes on answering by itself. */
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<Answer | undefined>;

const PATH = /^\/page\/([^/]+)\/([^/]+?)(\/events)?$/;
/** A text in UTF-8 with each letter written as six characters, in JSON or in a form. */
const MOST_BYTES = 100_000;
const Written = z.object({ text: z.string().trim().min(1).max(10_000), id: z.string().min(1).max(64).optional() });

/** Serves the pages of the channels of that kind: the page itself, what is said there as it is said, and what people write. */
export function pageRequests({ channels, pageOf, secret }: Needs): (path: string) => Handler | undefined {
  return (path) => {
    const [, channel, chat, events] = PATH.exec(path) ?? [];
    if (channel === undefined || chat === undefined) return undefined;
    return async (request, response) => {
      const of = chatIn(channel, chat);
      const key = new URL(request.url ?? "/", "http://page").searchParams.get("key") ?? "";
      const settings = of && channels()[of.channel];
      // Alike for a wrong key and for a chat that there is none of: nobody learns here which there are.
      if (of === undefined || settings?.kind !== "page" || !settings.chats.includes(of.chat) || !isPageKey(key, of, secret)) return NO_PAGE;
      const page = pageOf(of.channel);
      if (request.method === "POST" && events === undefined) return written(request, of, page);
      if (request.method !== "GET") return { status: 405, text: "Ask for it with GET.", headers: { allow: "GET" } };
      if (events === undefined) return shown(of.chat);
      page.follow(of.chat, request, response);
      return undefined;
    };
  };

  async function written(request: IncomingMessage, of: PageChat, page: PageChannel): Promise<Answer> {
    if (request.headers["sec-fetch-site"] === "cross-site") return { status: 403, text: "Another site may not send here." };
    const kind = kindOfBody(request);
    if (kind === undefined) return { status: 415, text: "A message comes as a form or as JSON, not compressed." };
    const bytes = await readBytes(request, MOST_BYTES);
    if (!Buffer.isBuffer(bytes)) return bytes;
    const body = parsedBody(bytes, kind);
    const read = Written.safeParse("fault" in body ? undefined : body.value);
    if (!read.success) return { status: 400, text: "A message is a text of 1 to 10,000 characters." };
    const { text, id } = read.data;
    await page.write(of.chat, text, id === undefined ? undefined : `${of.chat}/${id}`);
    if (kind === "json") return { status: 202, text: "Taken." };
    return { status: 303, text: "Taken.", headers: { location: pageLink(of, secret) } };
  }
}

const NO_PAGE: Answer = { status: 403, text: "This link opens no page. `stagewright up` says the links when it starts." };

function chatIn(channel: string, chat: string): PageChat | undefined {
  try {
    return { channel: decodeURIComponent(channel), chat: decodeURIComponent(chat) };
  } catch {
    return undefined;
  }
}

function shown(chat: string): Answer {
  const { text, policy } = pageDocument(chat, randomBytes(16).toString("base64"));
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy, "referrer-policy": "no-referrer" };
  return { status: 200, text, headers };
}
