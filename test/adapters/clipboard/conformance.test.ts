import { clipboard, clipboardRecording, localClipboard } from "../../../adapters/clipboard/index.js";
import { conforms } from "../conformance.js";
import { emptyFolder } from "./folder.js";

const samples = [
  { call: "saveItem", request: { label: "Opening hours", text: "Tuesday to Sunday, 10 to 18", tags: ["museum"] } },
  { call: "listItems", request: { tag: "museum" } },
];

conforms({
  name: "clipboard, local folder",
  ref: clipboard,
  open: (t) => ({ implementation: localClipboard({ cwd: emptyFolder(t) }), samples }),
});

conforms({ name: "clipboard, recording", ref: clipboard, open: () => ({ implementation: clipboardRecording(), samples }) });

conforms({
  name: "clipboard, recording that reads a folder",
  ref: clipboard,
  open: (t) => ({ implementation: clipboardRecording({ reads: localClipboard({ cwd: emptyFolder(t) }) }), samples }),
});
