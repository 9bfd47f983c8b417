import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type AnyImplementation, type CallContext, implement, type Lookup } from "../../src/dsl/index.js";
import { inTurn } from "../in-turn.js";
import { noneThere } from "../whole-file.js";
import { accountNamed, type Owner } from "./accounts.js";
import { compose } from "./compose.js";
import { email, type Mail, type Sent } from "./email.js";
import { listPage } from "./list-page.js";
import { type MailFolder, openMailFolder } from "./mail-folder.js";
import { findMail, markOf, putMail } from "./maildir.js";
import { noMail } from "./no-mail.js";
import { outgoing, type Wanted } from "./outgoing.js";
import { parseMail } from "./parse-mail.js";
import { sentOf } from "./sent.js";

/** Of a mail so much is read; what is behind it is mostly an attachment. */
const MOST_BYTES = 25 * 1024 * 1024;

export interface LocalAccount extends Owner {
  readonly name: string;
  /** An mbox file or a Maildir; a relative one counts from `cwd`. */
  readonly inbox: string;
}

export interface LocalMailboxOptions {
  readonly cwd: string;
  /** Where drafts and copies of what was sent lie, as the Maildirs `Drafts` and `Sent`. */
  readonly folder?: string;
  readonly accounts?: readonly LocalAccount[];
  /** Whose mail it is, for an inbox that no account names. */
  readonly owner?: Owner;
  readonly maxBytes?: number;
  readonly now?: () => Date;
  /** For calls without a key, which nothing is to find again. */
  readonly newId?: () => string;
}

/**
 * Mail that lies on this machine: inboxes are read, and what is written goes into two Maildirs beside them. Nothing is
 * sent to anybody: a mail that is "sent" lies in `Sent`, as it would go out.
 *
 * Throws `email/no-account`, `email/no-mailbox`, `email/changed`, `email/not-yours`, `email/nobody`, `email/no-mail`,
 * `adapter/package`.
 */
export function localMailbox(options: LocalMailboxOptions): AnyImplementation {
  const { cwd, folder = "mail", accounts = [], maxBytes = MOST_BYTES, now = () => new Date(), newId = randomUUID } = options;
  const owner = options.owner ?? { address: "me@localhost" };
  const own = resolve(cwd, folder);
  const opened = new Map<string, Promise<MailFolder>>();
  const oneByOne = inTurn();

  async function accountOf(name: string | undefined): Promise<LocalAccount> {
    if (accounts.some((account) => account.name === name) || (name === undefined && accounts.length > 0))
      return accountNamed(accounts, name);
    const inbox = name ?? (await usualInbox(own));
    // A path is an account, too, so that a mailbox can be looked at without being set up.
    if (name === undefined || (await stat(resolve(cwd, inbox)).catch(noneThere)) !== undefined) return { ...owner, name: inbox, inbox };
    return accounts.length > 0 ? accountNamed(accounts, name) : { ...owner, name, inbox };
  }

  /** Kept open in the sense that it remembers where its mails are. */
  async function inboxOf({ inbox }: LocalAccount): Promise<MailFolder> {
    const path = resolve(cwd, inbox);
    const folder = opened.get(path) ?? openMailFolder(path);
    opened.set(path, folder);
    folder.catch(() => opened.delete(path));
    return folder;
  }

  async function mailOf(account: LocalAccount, id: string): Promise<Mail | undefined> {
    const stored = await (await inboxOf(account)).read(id, maxBytes);
    return stored && parseMail(stored.source, stored);
  }

  const answerOf = async (box: string, mark: string): Promise<Sent | undefined> => {
    const stored = await findMail(join(own, box), mark, maxBytes);
    return stored && sentOf(stored.source, { id: stored.id, folder: box });
  };

  async function write(box: string, request: Wanted, context: CallContext): Promise<Sent> {
    context.signal.throwIfAborted();
    const mark = markOf(context.key === "" ? newId() : context.key);
    const before = await answerOf(box, mark);
    if (before !== undefined) return before;
    const account = await accountOf(request.account);
    const answered = request.answers && (await mailOf(account, request.answers.id));
    if (request.answers && answered === undefined) throw noMail(request.answers.id);
    const draft = outgoing(request, { owner: account, answered, mark, now: now() });
    context.signal.throwIfAborted();
    await putMail({ path: join(own, box), mark, flags: box === "Drafts" ? "DS" : "S", source: compose(draft, { withBcc: true }) });
    const written = await answerOf(box, mark);
    if (written === undefined) throw noMail(mark);
    return written;
  }

  const effect = (box: string) => ({
    perform: (request: Wanted, context: CallContext) => oneByOne(() => write(box, request, context)),
    // In turn as well: a try that was cut off may still be at it, and is waited for.
    lookup: (key: string, _request: unknown, { signal }: CallContext): Promise<Lookup<Sent>> =>
      oneByOne(async () => {
        signal.throwIfAborted();
        const answer = key === "" ? undefined : await answerOf(box, markOf(key));
        return answer === undefined ? { happened: "no" } : { happened: "yes", answer };
      }),
  });

  return implement(email, "local mailbox", {
    listInbox: {
      async perform(request, { signal }) {
        signal.throwIfAborted();
        return listPage((await inboxOf(await accountOf(request.account))).heads(request.after, signal), request);
      },
    },
    readEmail: {
      async perform({ account, id }, { signal }) {
        signal.throwIfAborted();
        return (await mailOf(await accountOf(account), id)) ?? null;
      },
    },
    draftReply: effect("Drafts"),
    send: effect("Sent"),
  });
}

/** The inbox of a folder that nobody set up. */
async function usualInbox(folder: string): Promise<string> {
  const mbox = join(folder, "inbox.mbox");
  return (await stat(mbox).catch(noneThere)) === undefined ? join(folder, "inbox") : mbox;
}
