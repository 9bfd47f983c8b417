import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { email, type Mail, type MailHead, type Sent } from "../../../adapters/email/index.js";
import type { AnyImplementation, Lookup } from "../../../src/dsl/index.js";
import { conforms } from "../conformance.js";
import { TO_ALL } from "./mails.js";

export interface EmailSubject {
  readonly name: string;
  /** Whose first address is `me@example.org`, and whose inbox holds the mails given, in their order. */
  open(t: TestContext, mails: readonly string[]): { readonly implementation: AnyImplementation; readonly ids: readonly string[] };
}

const { signal } = new AbortController();

/** What every implementation of mail keeps to, beside what every adapter does. */
export function mailConforms({ name, open }: EmailSubject): void {
  const opened = (t: TestContext, mails: readonly string[]) => {
    const { calls } = open(t, mails).implementation;
    const ask = async (call: keyof typeof email.calls, request: object, key = "") =>
      calls[call]?.perform(email.calls[call].takes.parse(request), { key, signal });
    return {
      list: async (request: object = {}) => (await ask("listInbox", request)) as { mails: MailHead[]; next: string | null },
      read: async (id: string) => (await ask("readEmail", { id })) as Mail | null,
      draft: async (request: object, key: string) => (await ask("draftReply", request, key)) as Sent,
      send: async (request: object, key: string) => (await ask("send", request, key)) as Sent,
      lookup: async (key: string, request: object) =>
        (await calls.send?.lookup?.(key, email.calls.send.takes.parse(request), { key, signal })) as Lookup<Sent>,
    };
  };

  describe(`${name} keeps mail`, () => {
    it("mails are listed in the order in which they came, a page at a time, and each is read by its id", async (t) => {
      const mails = ["one", "two", "three"].map((subject) => TO_ALL.replaceAll("Lunch", subject).replace("lunch@", `${subject}@`));
      const { list, read } = opened(t, mails);
      const first = await list({ limit: 2 });
      assert.deepEqual(
        first.mails.map(({ subject, messageId }) => [subject, messageId]),
        [
          ["one", "one@example.org"],
          ["two", "two@example.org"],
        ],
      );
      const second = await list({ limit: 2, after: first.next });
      assert.deepEqual(
        second.mails.map(({ subject }) => subject),
        ["three"],
      );
      assert.equal(second.next, null);
      for (const head of [...first.mails, ...second.mails]) {
        const mail = await read(head.id);
        assert.deepEqual({ ...mail, ...head }, mail);
        assert.equal(mail?.text, "Hello");
      }
      assert.equal(await read("no-such-mail"), null);
    });

    it("an answer to all goes to the writer, in copy to the others, to nobody twice and not to oneself", async (t) => {
      const { list, draft, send } = opened(t, [TO_ALL]);
      const id = (await list()).mails[0]?.id;
      const request = { text: "Yes, gladly.", answers: { id, all: true } };
      const { id: drafted, ...asDraft } = await draft(request, "key-d");
      const { id: sent, ...asSent } = await send(request, "key-s");
      for (const { messageId, folder, ...answer } of [asDraft, asSent]) {
        assert.match(messageId, /^[0-9a-f]{32}@example\.org$/);
        assert.deepEqual(answer, {
          from: { name: "", address: "me@example.org" },
          to: [{ name: "Ana", address: "ana@example.org" }],
          cc: [{ name: "Ben", address: "ben@example.org" }],
          bcc: [],
          subject: "Re: Lunch",
        });
      }
      assert.notEqual(asDraft.messageId, asSent.messageId);
      assert.notEqual(drafted, sent);
      const { cc } = await draft({ ...request, answers: { id } }, "key-o");
      assert.deepEqual(cc, []);
    });

    it("a new mail goes to whom it names, the same key names the same mail, and a lookup gives the same answer", async (t) => {
      const { send, lookup } = opened(t, [TO_ALL]);
      const request = { to: [{ name: "Căpșună", address: "c@example.org" }], subject: "Käyttö", text: "Hei" };
      assert.deepEqual(await lookup("key-1", request), { happened: "no" });
      const answer = await send(request, "key-1");
      assert.deepEqual([answer.to, answer.subject], [request.to, "Käyttö"]);
      assert.deepEqual(await lookup("key-1", request), { happened: "yes", answer });
      assert.deepEqual(await send({ ...request, text: "Another" }, "key-1"), answer);
    });

    it("an address that is not one's own is refused", async (t) => {
      const { send } = opened(t, [TO_ALL]);
      const request = { from: "boss@example.org", to: [{ name: "", address: "c@example.org" }], subject: "Pay", text: "Now" };
      await assert.rejects(send(request, "key-1"), {
        code: "email/not-yours",
        message: '"boss@example.org" is not an address of this account, whose addresses are "me@example.org"',
      });
    });

    it("an answer to a mail that is not there is refused, and nothing is written", async (t) => {
      const { send, lookup } = opened(t, [TO_ALL]);
      const request = { text: "Yes", answers: { id: "gone" } };
      await assert.rejects(send(request, "key-1"), { code: "email/no-mail", message: 'there is no mail "gone" in the inbox' });
      assert.deepEqual(await lookup("key-1", request), { happened: "no" });
    });
  });

  conforms({
    name,
    ref: email,
    open(t) {
      const { implementation, ids } = open(t, [TO_ALL]);
      const to = [{ name: "Ben", address: "ben@example.org" }];
      return {
        implementation,
        samples: [
          { call: "listInbox", request: {} },
          { call: "readEmail", request: { id: ids[0] } },
          { call: "draftReply", request: { text: "Yes", answers: { id: ids[0] } } },
          { call: "send", request: { to, subject: "Hello", text: "Hello" } },
        ],
      };
    },
  });
}
