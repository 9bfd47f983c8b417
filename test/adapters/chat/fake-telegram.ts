import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const TOKEN = "4242:secret-token-1";
export const ENV = { TELEGRAM_BOT_TOKEN: TOKEN };
/** A person, and a group. */
export const ANA = "77";
export const GROUP = "-1005";

interface Sent {
  readonly message_id: number;
  readonly chat_id: string;
  readonly text: string;
  readonly more: object;
}

export interface Asked {
  readonly method: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface FakeTelegram {
  readonly url: string;
  readonly asked: Asked[];
  readonly sent: Sent[];
  /** Takes a request before anything else does; true where it has answered it, or will. */
  intercept: ((asked: Asked, response: ServerResponse) => boolean) | undefined;
  /** What the next update is numbered; a week of silence makes it any number. */
  nextUpdate: number;
  /** Puts an update in the queue as it is. */
  push(update: object): void;
  /** Somebody writes into a chat. Gives the message's id. */
  write(chat: string, text: string, more?: object): number;
  press(chat: string, message: number, data: string): void;
  close(): void;
}

const DATE = 1_774_000_000;
const ANA_HERSELF = { id: 77, is_bot: false, first_name: "Ana", last_name: "Pop", username: "ana" };

export function failure(response: ServerResponse, error_code: number, description: string, parameters?: object): true {
  response.writeHead(error_code, { "content-type": "application/json" });
  response.end(JSON.stringify({ ok: false, error_code, description, ...(parameters && { parameters }) }));
  return true;
}

/** Speaks the part of Telegram's Bot API that a chat needs, as its documentation gives it. */
export async function fakeTelegram(): Promise<FakeTelegram> {
  let queue: { update_id: number }[] = [];
  let nextMessage = 1;
  let polling = 0;
  const chatOf = (id: string) =>
    Number(id) > 0 ? { id: Number(id), type: "private", first_name: "Ana" } : { id: Number(id), type: "supergroup", title: "Thursdays" };

  function answer({ method, body }: Asked, response: ServerResponse): void {
    const ok = (result: unknown) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ok: true, result }));
    };
    if (method === "getUpdates") {
      const offset = body.offset === undefined ? undefined : Number(body.offset);
      // What is asked past is confirmed, and gone.
      if (offset !== undefined) queue = queue.filter(({ update_id }) => update_id >= offset);
      const batch = queue.slice(0, Number(body.limit ?? 100));
      polling += 1;
      if (polling > 1) {
        polling -= 1;
        failure(response, 409, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running");
        return;
      }
      // Answered a turn later, so that another that asks at the same time is noticed.
      setImmediate(() => {
        polling -= 1;
        ok(batch);
      });
    } else if (method === "sendMessage") {
      const { chat_id, text, ...more } = body;
      const chat = String(chat_id);
      if (chat !== ANA && chat !== GROUP) failure(response, 400, "Bad Request: chat not found");
      else if (typeof text !== "string" || text.trim() === "") failure(response, 400, "Bad Request: message text is empty");
      else if (text.length > 4096) failure(response, 400, "Bad Request: message is too long");
      else {
        const message_id = nextMessage++;
        fake.sent.push({ message_id, chat_id: chat, text, more });
        const from = { id: 4242, is_bot: true, first_name: "Bot", username: "test_bot" };
        ok({ message_id, from, chat: chatOf(chat), date: DATE + message_id, text });
      }
    } else failure(response, 404, "Not Found");
  }

  const server = createServer(async (request, response) => {
    const [, token, method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? "") ?? [];
    let text = "";
    for await (const piece of request) text += piece;
    const asked: Asked = { method, body: JSON.parse(text || "{}") };
    fake.asked.push(asked);
    if (fake.intercept?.(asked, response)) return;
    if (token !== TOKEN) failure(response, 401, "Unauthorized");
    else answer(asked, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const fake: FakeTelegram = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    sent: [],
    intercept: undefined,
    nextUpdate: 900,
    push: (update) => queue.push({ update_id: fake.nextUpdate++, ...update }),
    write(chat, text, more = {}) {
      const message_id = nextMessage++;
      fake.push({ message: { message_id, from: ANA_HERSELF, chat: chatOf(chat), date: DATE + message_id, text, ...more } });
      return message_id;
    },
    press(chat, message_id, data) {
      const message = { message_id, chat: chatOf(chat), date: DATE + message_id, text: "Go ahead?" };
      fake.push({ callback_query: { id: `cb${fake.nextUpdate}`, from: ANA_HERSELF, message, chat_instance: "1", data } });
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return fake;
}
