import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { namesByNearness, StagewrightError } from "../../dsl/index.js";
import { holds, type Incoming, valueAt } from "./condition.js";
import { fillAddress, fillData, fillText } from "./fill.js";
import { type Hook, type Hooks, proofOf } from "./hook.js";
import type { HookQueue } from "./hook-queue.js";
import { HookWork } from "./hook-work.js";
import { matchPath, statedParts } from "./path-pattern.js";
import { provenByBody, provenByHeaders } from "./proven.js";
import { type Answer, formOf, kindOfBody, parsedBody, readBytes } from "./read-body.js";
import type { HookTransform } from "./transform.js";

export interface HookServerOptions {
  readonly hooks: Hooks;
  /** By the names that hooks give them. */
  readonly transforms?: Readonly<Record<string, HookTransform>>;
  readonly queue: Pick<HookQueue, "take">;
  /** The secret of a variable's name. */
  readonly secretOf: (name: string) => string | undefined;
  readonly now: () => Date;
  /** For deliveries that nothing names. */
  readonly newId: () => string;
  /** Told of an error of our own; the sender is told only that there was one. */
  readonly trouble: (error: unknown) => void;
  /** What is answered to a GET that is no hook's: how the process stands, for whoever watches over it. */
  readonly pages?: (path: string) => Answer | undefined;
  /** Asked before any hook; nothing where it is not its own. "followed": it answers by itself, as long as it likes. */
  readonly own?: (request: IncomingMessage, response: ServerResponse) => Promise<Answer | "followed"> | undefined;
}

export interface HookServer {
  /** Default: any free port, for this machine only. */
  listen(where?: { readonly port?: number; readonly host?: string }): Promise<{ readonly url: string; readonly port: number }>;
  /** Other hooks from now on. @throws StagewrightError as when it is made; the hooks stay as they were then. */
  change(hooks: Hooks): void;
  /** Takes nothing more, and answers what it has begun to take. */
  close(): Promise<void>;
}

const REQUEST_MS = 30_000;

/** Takes what is sent to the hooks. @throws StagewrightError `hook/secret`, `hook/transform`. */
export function hookServer(options: HookServerOptions): HookServer {
  let hooks = checked(options.hooks, options);
  /** Connections on which nothing is under way; browsers open some ahead, which no server counts as idle before they have asked something. */
  const resting = new Set<Socket>();
  let isClosing = false;
  const server = createServer((request, response) => {
    const { socket } = request;
    resting.delete(socket);
    response.once("close", () => {
      if (isClosing) socket.destroySoon();
      else if (!socket.destroyed) resting.add(socket);
    });
    (options.own?.(request, response) ?? answer(request, hooks, options))
      .catch((error: unknown): Answer => {
        options.trouble(error);
        return { status: 500, text: "It could not be taken. Send it again later." };
      })
      .then((reply) => {
        if (reply !== "followed") send(reply, request, response);
      });
  });
  server.on("connection", (socket) => {
    resting.add(socket);
    socket.once("close", () => resting.delete(socket));
  });
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = REQUEST_MS;
  return {
    listen: ({ port = 0, host = "127.0.0.1" } = {}) =>
      new Promise((resolve, reject) => {
        server.once("error", (cause) => {
          reject(
            new StagewrightError("hook/port", `port ${port} of ${host} cannot be listened to: ${cause.message}`, {
              hint: "choose another port, or end what listens there",
              cause,
            }),
          );
        });
        server.listen(port, host, () => {
          const found = server.address();
          const taken = typeof found === "object" && found !== null ? found.port : port;
          resolve({ url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`, port: taken });
        });
      }),
    change: (next) => {
      hooks = checked(next, options);
    },
    close: () =>
      new Promise((resolve) => {
        isClosing = true;
        server.close(() => resolve());
        for (const socket of resting) socket.destroy();
      }),
  };
}

function checked(hooks: Hooks, { transforms = {}, secretOf }: HookServerOptions): Hooks {
  for (const [name, hook] of Object.entries(hooks)) {
    const { transform } = hook;
    const secret = proofOf(hook)?.secretName;
    if (secret !== undefined && (secretOf(secret) ?? "") === "") {
      throw new StagewrightError("hook/secret", `hook "${name}" has no secret: "${secret}" is not set`, {
        hint: `set ${secret}, or say proof: "none" if anything on this machine may send`,
        place: `hooks.${name}.proof`,
      });
    }
    if (transform === undefined || Object.hasOwn(transforms, transform)) continue;
    const [near] = namesByNearness(transform, Object.keys(transforms));
    throw new StagewrightError("hook/transform", `hook "${name}" names a transform "${transform}" that is not there`, {
      hint: near === undefined ? "hand it over as one of the transforms" : `did you mean "${near}"?`,
      place: `hooks.${name}.transform`,
    });
  }
  return hooks;
}

async function answer(request: IncomingMessage, hooks: Hooks, options: HookServerOptions): Promise<Answer> {
  const [path = "/", query = ""] = (request.url ?? "/").split("?", 2);
  const found = hookAt(hooks, path);
  if (found === undefined) {
    const isAsked = request.method === "GET" || request.method === "HEAD";
    return (isAsked ? options.pages?.(path) : undefined) ?? { status: 404, text: "No hook listens here." };
  }
  const { name, hook, names } = found;
  if (request.method !== "POST") return { status: 405, text: "Send it with POST.", headers: { allow: "POST" } };
  const headers = headersOf(request);
  const proof = proofOf(hook);
  const secret = proof === undefined ? "" : (options.secretOf(proof.secretName) ?? "");
  // A web page in a browser on this machine can send here, too, and its browser says so.
  if (proof === undefined && ("origin" in headers || "sec-fetch-site" in headers)) {
    return { status: 403, text: "A web page may not send here." };
  }
  const unproven = provenByHeaders(proof, headers, secret);
  if (unproven !== undefined) return refused(unproven);
  const kind = kindOfBody(request);
  if (kind === undefined || !hook.accepts.includes(kind)) {
    return { status: 415, text: `This hook reads ${hook.accepts.map((one) => MEDIA[one]).join(" and ")}, not compressed.` };
  }
  const bytes = await readBytes(request, hook.mostBytes);
  if (!Buffer.isBuffer(bytes)) return bytes;
  const unsigned = provenByBody(proof, headers, bytes, { secret, now: options.now() });
  if (unsigned !== undefined) return refused(unsigned);
  const parsed = parsedBody(bytes, kind);
  if ("fault" in parsed) return { status: 400, text: `${sentence(parsed.fault)}` };
  const incoming = { body: parsed.value, path: names, query: textsOf(query), headers };
  return taken({ name, hook, incoming }, options);
}

const MEDIA = { json: "application/json", form: "application/x-www-form-urlencoded" };

/** Of what was sent to a hook the work is made and put on the disk; then it is answered. */
async function taken(
  { name, hook, incoming }: { readonly name: string; readonly hook: Hook; readonly incoming: Incoming },
  { transforms = {}, queue, now, newId }: HookServerOptions,
): Promise<Answer> {
  if (!hook.when.every((condition) => holds(condition, incoming))) return PASSED_OVER;
  const delivery = deliveryOf(hook, incoming, newId);
  if (delivery === undefined) return { status: 400, text: `The delivery has no name: ${nameless(hook)} holds none.` };
  const made = hook.transform === undefined ? { body: incoming.body } : transforms[hook.transform]?.apply(incoming.body);
  if (made === undefined) return PASSED_OVER;
  if ("fault" in made) return { status: 400, text: sentence(made.fault) };
  const changed = { ...incoming, body: made.body };
  const target = targetOf(hook, changed);
  if (target.pipeline === undefined && target.agent === undefined) return PASSED_OVER;
  const to = target.deliver?.to === undefined ? undefined : fillAddress(target.deliver.to, changed);
  if (target.deliver?.to !== undefined && to === undefined) return { status: 400, text: "The address of the answer is no plain word." };
  const work = HookWork.parse({
    id: `${name}:${delivery}`,
    hook: name,
    at: now().toISOString(),
    pipeline: target.pipeline,
    agent: target.agent,
    lane: target.lane,
    deliver: target.deliver === undefined ? undefined : { channel: target.deliver.channel, to },
    input: fillData(hook.input, changed),
    message: hook.message === undefined ? undefined : fillText(hook.message, changed),
    body: made.body,
  });
  return (await queue.take(work)) === "taken" ? { status: 202, text: "Taken." } : { status: 202, text: "Taken before." };
}

const PASSED_OVER: Answer = { status: 200, text: "Passed over." };

function hookAt(hooks: Hooks, path: string) {
  let best: { readonly name: string; readonly hook: Hook; readonly names: Readonly<Record<string, string>> } | undefined;
  for (const [name, hook] of Object.entries(hooks)) {
    const names = matchPath(hook.path, path);
    if (names !== undefined && (best === undefined || statedParts(hook.path) > statedParts(best.hook.path))) best = { name, hook, names };
  }
  return best;
}

function targetOf(hook: Hook, incoming: Incoming): Pick<Hook, "pipeline" | "agent" | "lane" | "deliver"> {
  const route = hook.routes.find(({ when }) => when.every((condition) => holds(condition, incoming)));
  if (route === undefined) return hook;
  // What a route leaves out is the hook's own; who does the work is one thing.
  const isWired = route.pipeline !== undefined || route.agent !== undefined;
  const { pipeline, agent } = isWired ? route : hook;
  return { pipeline, agent, lane: route.lane ?? hook.lane, deliver: route.deliver ?? hook.deliver };
}

function deliveryOf(hook: Hook, incoming: Incoming, newId: () => string): string | undefined {
  const { header, at } = hook.delivery ?? {};
  if (header === undefined && at === undefined) {
    const proof = proofOf(hook);
    // A signature of a time and a body names them: sent once more within the window, it is known.
    return proof?.kind === "signedTime" ? short(incoming.headers[proof.header] ?? "") : newId();
  }
  const found = header !== undefined ? incoming.headers[header] : valueAt(incoming, at ?? "");
  return (typeof found === "string" && found !== "") || typeof found === "number" ? short(String(found)) : undefined;
}

/** Names of any length are as long as a digest at most. */
function short(name: string): string {
  return name.length <= 64 ? name : createHash("sha256").update(name).digest("hex");
}

function nameless({ delivery }: Hook): string {
  return delivery?.header === undefined ? `"${delivery?.at}"` : `the header "${delivery.header}"`;
}

function headersOf(request: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}

function textsOf(query: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(formOf(new URLSearchParams(query))).map(([name, value]) => [name, [value].flat().join(",")]));
}

function refused(why: string): Answer {
  return { status: 401, text: sentence(why) };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function send({ status, text, headers = {} }: Answer, request: IncomingMessage, response: ServerResponse): void {
  if (request.destroyed && !request.complete) return void response.destroy();
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(text) + 1,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    ...headers,
  });
  response.end(`${text}\n`);
  // What was not read would keep the connection busy.
  if (!request.complete) request.resume();
}
