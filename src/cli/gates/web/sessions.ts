import { createHmac, timingSafeEqual } from "node:crypto";

/** Whoever has opened a link. */
export interface Session {
  readonly id: string;
  /** The token of a form: of this session, and of what the form is about, and of nothing else. */
  token(about: readonly string[]): string;
  isToken(given: string, about: readonly string[]): boolean;
}

export interface Sessions {
  /** A new link's secret. It opens one session, once. */
  link(): string;
  /** `used` for a link that was opened before, `unknown` for one that never was. */
  open(link: string): Session | "used" | "unknown";
  find(id: string): Session | undefined;
}

/** Links and sessions, which end with the process. `secret` gives a text that nobody can guess. */
export function sessions(secret: () => string): Sessions {
  const links = new Map<string, "new" | "used">();
  const known = new Map<string, Session>();
  return {
    link: () => {
      const link = secret();
      links.set(link, "new");
      return link;
    },
    open: (link) => {
      const found = links.get(link);
      if (found !== "new") return found ?? "unknown";
      links.set(link, "used");
      const session = sessionOf(secret(), secret());
      known.set(session.id, session);
      return session;
    },
    find: (id) => known.get(id),
  };
}

function sessionOf(id: string, key: string): Session {
  // As JSON, so that no two lists of parts are one text.
  const signed = (about: readonly string[]) => createHmac("sha256", key).update(JSON.stringify(about)).digest();
  return {
    id,
    token: (about) => signed(about).toString("base64url"),
    isToken: (given, about) => {
      const expected = signed(about);
      const bytes = Buffer.from(given, "base64url");
      return bytes.length === expected.length && timingSafeEqual(bytes, expected);
    },
  };
}
