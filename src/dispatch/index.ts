export type { Button, Channel, Channels, Incoming, Listened, Outgoing } from "./channel.js";
export { ChannelSettings } from "./channel-settings.js";
export { type Delivered, type Dispatching, dispatchDue } from "./dispatch-due.js";
export { type Outbox, type OutboxOptions, openOutbox } from "./outbox.js";
export type { ChatQueue, DeadLetter, OutboxState, Queued, Sending } from "./outbox-state.js";
export { addressOf, Reply } from "./reply.js";
export { DispatchRules } from "./rules.js";
