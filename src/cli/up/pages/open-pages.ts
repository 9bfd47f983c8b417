import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type PageChannel, pageChannel } from "../../../../adapters/index.js";
import type { ChannelSettings } from "../../../dispatch/index.js";
import type { Answer } from "../../../triggers/index.js";
import { pageFolder } from "../../channels.js";
import { pageDocument } from "./page-document.js";
import { isPageKey, type PageChat, pageChats, pagePath } from "./page-link.js";
import { isFromElsewhere, readMessage } from "./read-message.js";

export interface OpenPagesOptions {
  /** The folder of the store. */
  readonly root: string;
  /** As they are now. */
  readonly channels: () => ChannelSettings;
  /** What the keys of all pages are signed with. */
  readonly secret: string;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Told of each channel on which something was written. */
  readonly written: (channel: string) => void;
}

export interface OpenPages {
  /** The channel of a name: the same one each time, for those who follow hang on it. */
  channel(name: string): PageChannel;
  /** Answers what is asked of a page. @returns nothing where no page can be under that address. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<Answer | "followed"> | undefined;
  /** Ends the streams of chats that the config does not name any more. */
  change(): void;
  /** Ends all streams, and begins none any more: a page tries again by itself. */
  end(): void;
}

const PATH = /^\/page\/([\w-]+)\/([\w-]+)(|\/events|\/messages)$/;

/** The pages of `up`: what is written on them is in the store before it is answered, and what is said to them comes as it goes out. */
export function openPages({ root, channels, secret, now, newId, written }: OpenPagesOptions): OpenPages {
  const made = new Map<string, PageChannel>();
  const streams = new Map<ServerResponse, PageChat>();
  let hasEnded = false;
  const isThere = ({ channel, chat }: PageChat) => pageChats(channels()).some((one) => one.channel === channel && one.chat === chat);
  const channel = (name: string): PageChannel => {
    const found = made.get(name) ?? pageChannel({ folder: pageFolder(root, name), now, newId });
    made.set(name, found);
    return found;
  };

  const follow = (page: PageChat, request: IncomingMessage, response: ServerResponse): Answer | "followed" => {
    // Cut off, not refused: a page that is refused does not try again.
    if (hasEnded) request.destroy();
    else {
      streams.set(response, page);
      response.once("close", () => streams.delete(response));
      // The connection ends with the stream, so that nothing waits for it.
      response.setHeader("connection", "close");
      response.setHeader("x-content-type-options", "nosniff");
      channel(page.channel).follow(page.chat, request, response);
    }
    return "followed";
  };
  const take = async (page: PageChat, request: IncomingMessage): Promise<Answer> => {
    if (isFromElsewhere(request)) return { status: 403, text: "It was sent by another site, and was not taken." };
    const message = await readMessage(request);
    if ("status" in message) return message;
    const { text, id, kind } = message;
    await channel(page.channel).write(page.chat, text, `${page.chat}.${id ?? newId()}`);
    written(page.channel);
    if (kind === "json") return { status: 202, text: "Taken." };
    return { status: 303, text: "Taken.", headers: { location: pagePath(page, "", secret) } };
  };

  return {
    channel,
    answer: (request, response) => {
      const [path = "", query = ""] = (request.url ?? "/").split("?", 2);
      const [, name, chat, below] = PATH.exec(path) ?? [];
      if (name === undefined || chat === undefined) return undefined;
      const page = { channel: name, chat };
      const answered = async (): Promise<Answer | "followed"> => {
        // First of all, so that nobody without a key learns which chats there are.
        if (!isPageKey(new URLSearchParams(query).get("key") ?? "", page, secret)) {
          return { status: 403, text: "This link opens nothing. `stagewright status` shows the one that does." };
        }
        if (!isThere(page)) return { status: 404, text: "There is no such page any more." };
        const method = below === "/messages" ? "POST" : "GET";
        if (request.method !== method) return { status: 405, text: `Only ${method} is taken here.`, headers: { allow: method } };
        if (below === "/messages") return take(page, request);
        if (below === "/events") return follow(page, request, response);
        return pageDocument(page, { secret, nonce: randomBytes(16).toString("base64url") });
      };
      return answered().then((answer) => (answer === "followed" ? answer : { ...answer, headers: { ...GUARDS, ...answer.headers } }));
    },
    change: () => {
      for (const [response, page] of streams) if (!isThere(page)) response.end();
    },
    end: () => {
      hasEnded = true;
      for (const response of streams.keys()) response.end();
    },
  };
}

const GUARDS = {
  // Not "no-referrer": a browser would then hide where its own forms come from.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
