import type { TestContext } from "node:test";
import { calendarRecording, icsFolder } from "../../../adapters/calendar/index.js";
import { calendarConforms } from "./conformance.js";
import { folderOf, icsText } from "./ics.js";
import { readsWhatIsWritten } from "./written.js";

const timeZone = "Europe/Bucharest";

function inFolder(t: TestContext, events: readonly (readonly string[])[]) {
  const files = events.map((event, index) => [`${index}.ics`, icsText(event)]);
  return icsFolder({ cwd: folderOf(t, Object.fromEntries(files)), timeZone });
}

calendarConforms({ name: "calendar, folder of .ics files", open: inFolder });

readsWhatIsWritten({
  name: "calendar, folder of .ics files",
  open: (t, files, zone) => icsFolder({ cwd: folderOf(t, files), timeZone: zone }),
});

calendarConforms({
  name: "calendar, recording",
  open: (t, events) => calendarRecording({ reads: inFolder(t, events), timeZone }),
});
