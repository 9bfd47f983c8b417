import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { cookieOf, isOurHost, isOurOrigin, isPrefetch } from "./guard.js";
import { html } from "./html.js";
import { LINK, type Pages } from "./pages.js";
import { readForm } from "./read-form.js";
import { documentOf, type Reply, redirect, saying, TO_THE_LIST } from "./reply.js";
import type { Session, Sessions } from "./sessions.js";

interface Needs {
  readonly pages: Pages;
  readonly sessions: Sessions;
  /** A text that nobody can guess. */
  readonly secret: () => string;
  readonly port: () => number;
  /** Told of an error of our own. */
  readonly trouble: (error: unknown) => void;
}

const REQUEST_MS = 30_000;

/** The pages by HTTP: whoever has no session sees none of them, and a form counts only where it is one of ours. */
export function gatesServer(needs: Needs): Server {
  const server = createServer((request, response) => {
    answer(request, needs)
      .catch((error: unknown): Reply => {
        needs.trouble(error);
        return saying(500, "Something went wrong", "Nothing has been decided. The terminal says more.", TO_THE_LIST);
      })
      .then((reply) => send(reply, { request, response, nonce: needs.secret() }));
  });
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = REQUEST_MS;
  return server;
}

/** The link that opens a session on this machine. */
export function linkTo(port: number, link: string): string {
  return `http://127.0.0.1:${port}/open/${link}`;
}

async function answer(request: IncomingMessage, needs: Needs): Promise<Reply> {
  const { sessions, port } = needs;
  if (!isOurHost(request, port())) {
    return saying(403, "Not under this name", `This page is on this machine only: http://127.0.0.1:${port()}/`);
  }
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  const [, place = "", name, ...rest] = path.split("/");
  const { method = "" } = request;
  if (method !== "GET" && method !== "HEAD" && method !== "POST") return notTaken("GET, HEAD, POST");
  if (method === "POST" && !isOurOrigin(request)) {
    return saying(403, "This form is not from here", "It was sent by another site, and was not carried out.");
  }
  if (place === "open" && name !== undefined && rest.length === 0) return opened(request, name, needs);
  const session = sessions.find(cookieOf(request, cookieName(port())) ?? "");
  if (session === undefined) return NO_SESSION;
  const named = name === undefined ? undefined : decoded(name);
  if (rest.length > 0 || (name !== undefined && named === undefined)) return NOTHING_HERE;
  return method === "POST" ? posted(request, { place, named, session, needs }) : got(place, named, { session, needs });
}

function opened(request: IncomingMessage, link: string, { sessions, port }: Needs): Reply {
  if (request.method !== "GET") return notTaken("GET");
  if (isPrefetch(request)) return { status: 503 };
  const session = sessions.open(link);
  if (session === "unknown") return saying(404, "This link opens nothing", ...NEW_LINK);
  if (session === "used") return saying(410, "This link was used", "A link opens once.", ...NEW_LINK);
  return redirect("/", { "set-cookie": `${cookieName(port())}=${session.id}; HttpOnly; SameSite=Strict; Path=/` });
}

const NEW_LINK = [
  "For a new one choose “Make a link” at the end of the list, in the browser that opened the first.",
  "If that is gone, end stagewright gates --web at the terminal with Ctrl-C, and start it again.",
];

const NO_SESSION = saying(
  401,
  "Open the link first",
  "This page knows nobody by now. Open the link that stagewright gates --web has printed; it opens once.",
  // A browser that came from another site does not send the cookie that it was just given until a click on this page.
  html`<p>You have just opened it? <a href="/">Go on</a></p>`,
);

const NOTHING_HERE = saying(404, "There is nothing here", TO_THE_LIST);

interface Asked {
  readonly session: Session;
  readonly needs: Needs;
}

async function got(place: string, named: string | undefined, { session, needs: { pages } }: Asked): Promise<Reply> {
  if (place === "" && named === undefined) return pages.list(session);
  if (place === "gate" && named) return pages.gate(session, named);
  if (place === "run" && named) return pages.run(named);
  return place === "link" && named === undefined ? notTaken("POST") : NOTHING_HERE;
}

async function posted(
  request: IncomingMessage,
  { place, named, session, needs }: Asked & { readonly place: string; readonly named: string | undefined },
): Promise<Reply> {
  const isLink = place === "link" && named === undefined;
  if (!isLink && !(place === "gate" && named)) return place === "run" || place === "" ? notTaken("GET, HEAD") : NOTHING_HERE;
  const form = await readForm(request);
  if (!(form instanceof URLSearchParams)) return form;
  if (!isLink) return needs.pages.decide(session, named ?? "", form);
  if (!session.isToken(form.get("csrf") ?? "", LINK)) {
    return saying(403, "This form is not from here", "It carries no token of this session, and was not carried out.", TO_THE_LIST);
  }
  const url = linkTo(needs.port(), needs.sessions.link());
  return saying(200, "One more link", "It opens once, in a browser on this machine:", html`<p><code>${url}</code></p>`, TO_THE_LIST);
}

function notTaken(allow: string): Reply {
  return { ...saying(405, "Not here in this way", TO_THE_LIST), headers: { allow } };
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

/** With the port, for the cookies of one machine are shared by all its ports. */
function cookieName(port: number): string {
  return `stagewright-${port}`;
}

interface Way {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly nonce: string;
}

function send({ status, headers = {}, page }: Reply, { request, response, nonce }: Way): void {
  const { text, policy } = page === undefined ? { text: "", policy: "default-src 'none'" } : documentOf(page, nonce);
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    // Not "no-referrer": a browser would then hide where its own forms come from.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...headers,
  });
  response.end(request.method === "HEAD" ? undefined : text);
}
