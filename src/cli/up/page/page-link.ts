import { isToken, tokenFor } from "../../../asking/index.js";

/** A chat of a channel that is a web page. */
export interface PageChat {
  readonly channel: string;
  readonly chat: string;
}

/** The path of a page with its key: whoever has it speaks as this chat. */
export function pageLink(of: PageChat, secret: string): string {
  const { channel, chat } = of;
  return `/page/${encodeURIComponent(channel)}/${encodeURIComponent(chat)}?key=${tokenFor(vouchedBy(of), secret)}`;
}

export function isPageKey(key: string, of: PageChat, secret: string): boolean {
  return isToken(key, vouchedBy(of), secret);
}

/** A question's id has no such beginning, so no token by mail opens a page. */
function vouchedBy({ channel, chat }: PageChat) {
  return { question: `page:${channel}`, digest: "", person: chat };
}
