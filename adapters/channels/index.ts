export { chatChannel } from "./chat-channel.js";
export { type EmailChannelOptions, emailChannel } from "./email-channel.js";
export { type PageChannel, type PageChannelOptions, pageChannel } from "./page-channel.js";
export { type WebhookChannelOptions, webhookChannel } from "./webhook-channel.js";
