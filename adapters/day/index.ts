export { Correction, DayContext, DayMessage, DayRun, DayTrouble, DayWait, day } from "./day.js";
export { type DayFolderOptions, dayFolder } from "./day-folder.js";
export { type DayRecordingOptions, dayRecording } from "./recording.js";
export { dayIn, daysFrom, spanOfDay } from "./span.js";
