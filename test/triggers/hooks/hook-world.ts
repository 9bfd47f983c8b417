import { request as httpRequest } from "node:http";
import type { TestContext } from "node:test";
import { type HookServerOptions, Hooks, type HooksInput, type HookWork, hookServer } from "../../../src/triggers/index.js";

export const NOW = new Date("2026-12-01T12:00:00Z");

export interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Served {
  /** What the hooks have taken. */
  readonly taken: HookWork[];
  readonly troubles: string[];
  /** What is answered: "202 Taken." */
  send(sent: Sent): Promise<string>;
  readonly headersOf: (sent: Sent) => Promise<Readonly<Record<string, unknown>>>;
  readonly port: number;
}

/** A server of hooks on this machine, until the test has ended. */
export async function served(context: TestContext, hooks: HooksInput, more: Partial<HookServerOptions> = {}): Promise<Served> {
  const taken: HookWork[] = [];
  const troubles: string[] = [];
  let nth = 0;
  const server = hookServer({
    hooks: Hooks.parse(hooks),
    queue: {
      take: async (work) => {
        if (taken.some(({ id }) => id === work.id)) return "known";
        taken.push(work);
        return "taken";
      },
    },
    secretOf: (name) => (name === "HOOK_SECRET" ? "sesame" : undefined),
    now: () => NOW,
    newId: () => `id-${++nth}`,
    trouble: (error) => troubles.push(String(error)),
    ...more,
  });
  const { port } = await server.listen();
  context.after(() => server.close());
  const answerTo = ({ path = "/in", method = "POST", headers = {}, body = "{}" }: Sent) =>
    new Promise<{ readonly status: number; readonly text: string; readonly headers: Readonly<Record<string, unknown>> }>(
      (resolve, reject) => {
        const asked = httpRequest({
          port,
          host: "127.0.0.1",
          path,
          method,
          headers: { "content-type": "application/json", ...headers },
          agent: false,
        });
        asked.on("response", (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (part: string) => {
            text += part;
          });
          response.on("end", () => resolve({ status: response.statusCode ?? 0, text: text.trimEnd(), headers: response.headers }));
        });
        asked.on("error", reject);
        asked.end(method === "POST" || method === "PUT" ? body : undefined);
      },
    );
  return {
    taken,
    troubles,
    port,
    send: async (sent) => {
      const { status, text } = await answerTo(sent);
      return `${status} ${text}`;
    },
    headersOf: async (sent) => (await answerTo(sent)).headers,
  };
}
