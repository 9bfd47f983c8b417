export { ChatButton, ChatMessage, chat, Heard, SentMessage } from "./chat.js";
export { chatRecording } from "./recording.js";
export { type TelegramOptions, telegram } from "./telegram.js";
export { type TerminalChatOptions, terminalChat } from "./terminal-chat.js";
