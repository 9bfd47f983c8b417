export type { Owner } from "./accounts.js";
export { Address, Attachment, email, Mail, type MailHead, type Message, Sent } from "./email.js";
export { type LocalAccount, type LocalMailboxOptions, localMailbox } from "./local-mailbox.js";
export type { MailAccount, Server } from "./mail-account.js";
export { type MailServerOptions, mailServer } from "./mail-server.js";
export { emailRecording } from "./recording.js";
export { type ReplyHeaders, replyHeaders } from "./reply.js";
