/** A link whose text names another host than the one that it leads to. */
export interface FalseLink {
  readonly shows: string;
  readonly leads: string;
}

/** As the text of an HTML mail has them: what is shown, and behind it where it leads, if that is something else. */
const SHOWN_THEN_TARGET = /(?<!\S)(\S{1,500})\s{0,3}\[((?:https?:\/\/|mailto:)[^\]\s]{1,2000}|[^\]\s@]{1,200}@[^\]\s@]{1,300})\]/giu;
const MARKDOWN = /\[([^\][]{1,300})\]\(((?:https?:\/\/|mailto:)[^)\s]{1,2000})\)/giu;
/** What stands before the `@` is a user's name, which most people take for the host. */
const WITH_USER = /https?:\/\/([^\s/?#@[\]]{1,300})@[^\s[\]]{1,2000}/giu;

const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?=[/:?#]|$)/u;
/** A name with one of these is most often that of a file. */
const FILE =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|txt|csv|html?|xml|json|zip|rar|gz|7z|jpe?g|png|gif|svg|webp|tiff?|mp[34]|mov|ics|eml|vcf|md)$/i;

/** All false links of a text, each once. */
export function falseLinksIn(text: string): readonly FalseLink[] {
  const found: FalseLink[] = [];
  const look = (shown: string, target: string) => {
    const [shows, leads] = [hostIn(shown), hostIn(target)];
    if (shows === undefined || leads === undefined || isOneHouse(shows, leads)) return;
    if (!found.some((one) => one.shows === shows && one.leads === leads)) found.push({ shows, leads });
  };
  for (const [, shown = "", target = ""] of text.matchAll(SHOWN_THEN_TARGET)) look(shown, target);
  for (const [, shown = "", target = ""] of text.matchAll(MARKDOWN)) for (const word of shown.split(/\s+/)) look(word, target);
  for (const [target, user = ""] of text.matchAll(WITH_USER)) look(user, target);
  return found;
}

/** The host of an address, of a mail address, or of a word that looks like one of these. */
function hostIn(word: string): string | undefined {
  const bare = word.replace(/^[\s"'“”„«»<>()*_,.;:!?]+|[\s"'“”„«»<>()*_,.;:!?]+$/gu, "");
  const [, mail] = /^(?:mailto:)?[^\s/?#@:]+@([^\s/?#@]+)/i.exec(bare) ?? [];
  if (mail !== undefined) return hostOf(`http://${mail}`);
  if (/^https?:\/\//i.test(bare)) return hostOf(bare);
  const [host] = HOST.exec(bare) ?? [];
  return host === undefined || FILE.test(host) ? undefined : hostOf(`http://${host}`);
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, "") : undefined;
}

/** A part of the same house is no other one. */
function isOneHouse(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}
