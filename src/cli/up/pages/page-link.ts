import { createHmac, timingSafeEqual } from "node:crypto";
import type { ChannelSettings } from "../../../dispatch/index.js";

/** A chat of a channel that is a page. */
export interface PageChat {
  readonly channel: string;
  readonly chat: string;
}

/** What lets into one chat, and into no other: signed with the secret of the store, in letters that an address carries. */
export function pageKey({ channel, chat }: PageChat, secret: string): string {
  // The first word keeps it apart from whatever else is signed with this secret.
  return createHmac("sha256", secret)
    .update(JSON.stringify(["page of a chat", channel, chat]))
    .digest("base64url");
}

export function isPageKey(given: string, page: PageChat, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(pageKey(page, secret))];
  return one.length === other.length && timingSafeEqual(one, other);
}

export function pagePath({ channel, chat }: PageChat, below: "" | "/events" | "/messages", secret: string): string {
  return `/page/${channel}/${chat}${below}?key=${pageKey({ channel, chat }, secret)}`;
}

/** The chats of all channels that are pages. */
export function pageChats(channels: ChannelSettings): readonly PageChat[] {
  return Object.entries(channels).flatMap(([channel, settings]) =>
    settings.kind === "page" ? settings.chats.map((chat) => ({ channel, chat })) : [],
  );
}

/** Each chat with the link that opens it. */
export function pageLinks(channels: ChannelSettings, { url, secret }: { readonly url: string; readonly secret: string }) {
  return pageChats(channels).map((page) => ({ ...page, url: `${url}${pagePath(page, "", secret)}` }));
}
