export { ClipboardItem, clipboard, ItemPage, NewItem, SavedItem } from "./clipboard.js";
export { type LocalClipboardOptions, localClipboard } from "./local-clipboard.js";
export { clipboardRecording } from "./recording.js";
