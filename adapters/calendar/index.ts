export { type CalDavOptions, calDav } from "./caldav.js";
export { CalendarEvent, Conflicts, Created, calendar, NewEvent } from "./calendar.js";
export { type IcsFolderOptions, icsFolder } from "./ics-folder.js";
export { type Invitation, type InvitationOptions, readInvitation } from "./invitation.js";
export { calendarRecording } from "./recording.js";
