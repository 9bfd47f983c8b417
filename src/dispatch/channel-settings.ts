import { z } from "zod";

const Name = z.string().min(1);
/** The name of a secret in the environment or in the credentials file: the secret itself has no place in a configuration. */
const SecretName = z.string().regex(/^[A-Z][A-Z0-9_]*$/, "must be the name of an environment variable, in capitals");
const PageChatName = z.string().regex(/^[\w-]+$/, "must be letters, digits, _ and -");
const MailPort = z.strictObject({
  host: Name,
  port: z.int().min(1).max(65_535),
  secure: z.boolean().optional(),
  ca: z.string().min(1).optional(),
});
const MailServerSettings = z.strictObject({
  address: Name,
  displayName: z.string().optional(),
  user: Name,
  passwordFrom: SecretName,
  imap: MailPort,
  smtp: MailPort,
});

/** The ways to people, by names of your own. */
export const ChannelSettings = z.record(
  z.string().regex(/^[\w-]+$/, "must be letters, digits, _ and -"),
  z.discriminatedUnion("kind", [
    /** What is said is printed and kept in `chat/` of the store. */
    z.strictObject({ kind: z.literal("terminal"), chats: z.array(Name).min(1).default(["me"]) }),
    /** A bot whose token is TELEGRAM_BOT_TOKEN; it speaks in these chats alone. */
    z.strictObject({ kind: z.literal("telegram"), chats: z.array(Name).min(1), apiRoot: z.url().optional() }),
    /** Mail from these people is read, and no other. Without a server it lies in `mail/` of the store, and nothing is sent. */
    z.strictObject({ kind: z.literal("email"), people: z.array(Name).default([]), server: MailServerSettings.optional() }),
    /** A page that `up` serves under a link for each chat; its names stand in addresses. */
    z.strictObject({ kind: z.literal("page"), chats: z.array(PageChatName).min(1).default(["me"]) }),
    z.strictObject({ kind: z.literal("webhook"), url: z.url(), secretFrom: SecretName.optional(), idempotent: z.boolean().optional() }),
  ]),
);
export type ChannelSettings = z.output<typeof ChannelSettings>;
