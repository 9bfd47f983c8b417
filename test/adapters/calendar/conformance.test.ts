import type { TestContext } from "node:test";
import { calendarRecording, icsFolder } from "../../../adapters/calendar/index.js";
import { calendarConforms } from "./conformance.js";
import { folderOf, icsText } from "./ics.js";

const timeZone = "Europe/Bucharest";

function inFolder(t: TestContext, events: readonly (readonly string[])[]) {
  const files = events.map((event, index) => [`${index}.ics`, icsText(event)]);
  return icsFolder({ cwd: folderOf(t, Object.fromEntries(files)), timeZone });
}

calendarConforms({ name: "calendar, folder of .ics files", open: inFolder });

calendarConforms({
  name: "calendar, recording",
  open: (t, events) => calendarRecording({ reads: inFolder(t, events), timeZone }),
});
