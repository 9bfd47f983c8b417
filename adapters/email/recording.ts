import type { AnyImplementation } from "../../src/dsl/index.js";
import { type Answers, type Recording, recording } from "../../src/recording/index.js";
import type { Owner } from "./accounts.js";
import { email, type Mail, type Sent } from "./email.js";
import { markOf } from "./maildir.js";
import { noMail } from "./no-mail.js";
import { outgoing, type Wanted } from "./outgoing.js";

type EmailCalls = (typeof email)["calls"];

export interface EmailRecordingOptions {
  readonly answers?: Answers<EmailCalls>;
  /** Where mail is read; it may be real, since reading changes nothing. */
  readonly reads?: AnyImplementation;
  readonly owner?: Owner;
}

/**
 * Mail for a rehearsal: sends and drafts nothing, and answers as a mailbox would. `answers` take the place of any of
 * that.
 */
export function emailRecording({ answers = {}, reads, owner = { address: "me@localhost" } }: EmailRecordingOptions = {}): Recording {
  const write = async (folder: string, request: Wanted, key: string, signal: AbortSignal): Promise<Sent> => {
    signal.throwIfAborted();
    const answered = request.answers && (await read(request.answers.id, request, signal));
    if (request.answers && answered === null) throw noMail(request.answers.id);
    const mark = markOf(key);
    const { messageId, from, to, cc, bcc, subject } = outgoing(request, { owner, answered: answered ?? undefined, mark, now: new Date(0) });
    return { id: `recording:${mark}`, messageId, folder, from, to: [...to], cc: [...cc], bcc: [...bcc], subject };
  };

  /** The mail that is answered says to whom the answer goes; null where it is not there, undefined where nothing reads. */
  async function read(id: string, { account }: Wanted, signal: AbortSignal): Promise<Mail | null | undefined> {
    const request = { id, account };
    const context = { key: "", signal };
    const found = answers.readEmail ? await answers.readEmail(request, context) : await reads?.calls.readEmail?.perform(request, context);
    return found === undefined ? undefined : email.calls.readEmail.gives.parse(found);
  }

  return recording(
    email,
    {
      draftReply: (request, { key, signal }) => write("Drafts", request, key, signal),
      send: (request, { key, signal }) => write("Sent", request, key, signal),
      ...answers,
    },
    reads ? { reads } : {},
  );
}
