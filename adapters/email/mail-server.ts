import { randomUUID } from "node:crypto";
import { type AnyImplementation, type CallContext, implement, isStagewrightError, type Lookup } from "../../src/dsl/index.js";
import { inTurn } from "../in-turn.js";
import { accountNamed } from "./accounts.js";
import { compose, type Draft } from "./compose.js";
import { email, type Mail, type Sent } from "./email.js";
import { type ImapClient, withImap } from "./imap-account.js";
import { type Copy, findCopy, folderFor, imapHeads, markSent, readImapMail, removeCopy } from "./imap-folder.js";
import { listPage } from "./list-page.js";
import type { Environment, MailAccount } from "./mail-account.js";
import { markOf } from "./maildir.js";
import { noMail } from "./no-mail.js";
import { outgoing, type Wanted } from "./outgoing.js";
import { parseMail } from "./parse-mail.js";
import { sendBySmtp } from "./smtp.js";

const MOST_BYTES = 25 * 1024 * 1024;
const INBOX = "INBOX";

export interface MailServerOptions {
  readonly accounts: readonly MailAccount[];
  /** Where passwords are. */
  readonly env?: Environment;
  /** Where those are that are not there: a file of mode 600, `~/.config/stagewright/credentials` if left out. */
  readonly credentialsFile?: string;
  readonly maxBytes?: number;
  readonly now?: () => Date;
  /** For calls without a key, which nothing is to find again. */
  readonly newId?: () => string;
}

/**
 * Mail on a server, by IMAP and SMTP. Drafts lie in the account's own folder of drafts. What is sent is first laid into
 * the folder of what was sent, flagged as a draft, and loses the flag when the server has taken it: so a later try knows
 * whether it was not begun, is unclear, or is done.
 *
 * Throws `email/no-account`, `email/password`, `email/login`, `email/certificate`, `email/unreachable`, `email/refused`, `email/partly`,
 * `email/unclear`, `email/changed`, `email/not-yours`, `email/nobody`, `email/no-mail`, `adapter/package`, and what
 * `credential` throws of a credentials file that is not as it should be.
 */
export function mailServer(options: MailServerOptions): AnyImplementation {
  const { accounts, env = process.env, maxBytes = MOST_BYTES, now = () => new Date(), newId = randomUUID } = options;
  const sources = { env, credentialsFile: options.credentialsFile };
  const accountOf = (request: { readonly account?: string | undefined }) => accountNamed(accounts, request.account);
  const oneByOne = inTurn();

  async function mailOf(client: ImapClient, id: string): Promise<Mail | undefined> {
    const stored = await readImapMail(client, INBOX, { id, maxBytes });
    return stored && parseMail(stored.source, stored);
  }

  async function draftOf(client: ImapClient, request: Wanted, mark: string): Promise<Draft> {
    const answered = request.answers && (await mailOf(client, request.answers.id));
    if (request.answers && answered === undefined) throw noMail(request.answers.id);
    return outgoing(request, { owner: accountOf(request), answered, mark, now: now() });
  }

  async function putCopy(client: ImapClient, path: string, draft: Draft, mark: string): Promise<Copy> {
    await client.append(path, compose(draft, { withBcc: true }), ["\\Seen", "\\Draft"], draft.date);
    const copy = await findCopy(client, path, mark);
    if (copy === undefined) throw noMail(draft.messageId);
    return copy;
  }

  async function send(request: Wanted, { key, signal }: CallContext): Promise<Sent> {
    const account = accountOf(request);
    const mark = markOf(key === "" ? newId() : key);
    return withImap(account, { ...sources, signal }, async ({ client, hold }) => {
      const path = await folderFor(client, "Sent");
      const before = await findCopy(client, path, mark);
      if (before?.isDraft === false) return before.sent;
      const draft = await draftOf(client, request, mark);
      signal.throwIfAborted();
      hold();
      const copy = before ?? (await putCopy(client, path, draft, mark));
      const to = [...draft.to, ...draft.cc, ...draft.bcc].map(({ address }) => address);
      try {
        await sendBySmtp(account, { from: draft.from.address, to, raw: compose(draft, { withBcc: false }) }, sources);
      } catch (error) {
        // What the server did not take has not happened, and what it took for some has.
        if (isStagewrightError(error) && error.code === "email/partly") await markSent(client, path, copy);
        else if (!isStagewrightError(error) || error.code !== "email/unclear") await removeCopy(client, path, copy);
        throw error;
      }
      await markSent(client, path, copy);
      return copy.sent;
    });
  }

  async function draftReply(request: Wanted, { key, signal }: CallContext): Promise<Sent> {
    const mark = markOf(key === "" ? newId() : key);
    return withImap(accountOf(request), { ...sources, signal }, async ({ client, hold }) => {
      const path = await folderFor(client, "Drafts");
      const before = await findCopy(client, path, mark);
      if (before !== undefined) return before.sent;
      const draft = await draftOf(client, request, mark);
      signal.throwIfAborted();
      hold();
      return (await putCopy(client, path, draft, mark)).sent;
    });
  }

  /** In turn, as the calls are: a try that was cut off may still be at it, and is waited for. */
  const look =
    (use: "Drafts" | "Sent") =>
    (key: string, request: Wanted, { signal }: CallContext) =>
      oneByOne(async (): Promise<Lookup<Sent>> => {
        if (key === "") return { happened: "unknown" };
        return withImap(accountOf(request), { ...sources, signal }, async ({ client }) => {
          const copy = await findCopy(client, await folderFor(client, use), markOf(key));
          if (copy === undefined) return { happened: "no" };
          return use === "Sent" && copy.isDraft ? { happened: "unknown" } : { happened: "yes", answer: copy.sent };
        });
      });

  return implement(email, "IMAP and SMTP", {
    listInbox: {
      perform: (request, { signal }) =>
        withImap(accountOf(request), { ...sources, signal }, ({ client }) =>
          listPage(imapHeads(client, INBOX, { from: request.after, unreadOnly: request.unreadOnly }), request),
        ),
    },
    readEmail: {
      perform: (request, { signal }) =>
        withImap(accountOf(request), { ...sources, signal }, async ({ client }) => (await mailOf(client, request.id)) ?? null),
    },
    draftReply: { perform: (request, context) => oneByOne(() => draftReply(request, context)), lookup: look("Drafts") },
    send: { perform: (request, context) => oneByOne(() => send(request, context)), lookup: look("Sent") },
  });
}
