import type { AdapterRef, AnyImplementation } from "../src/dsl/index.js";
import { blog, blogRecording, localFolder } from "./blog/index.js";
import { booking, bookingFromEnv, bookingRecording } from "./booking/index.js";
import { calendar, calendarRecording, icsFolder } from "./calendar/index.js";
import { chat, chatRecording, terminalChat } from "./chat/index.js";
import { clipboard, clipboardRecording, localClipboard } from "./clipboard/index.js";
import { codingAgent, codingAgentRecording, codingAgents } from "./coding-agent/index.js";
import { allowedCommands, commands, commandsRecording } from "./commands/index.js";
import { day, dayFolder, dayRecording } from "./day/index.js";
import { email, emailRecording, localMailbox } from "./email/index.js";
import { feeds, feedsRecording, politeFeeds } from "./feeds/index.js";
import { files, filesRecording, localFiles } from "./files/index.js";
import { git, gitProgram, gitRecording } from "./git/index.js";
import { issues, issuesRecording, markdownFolder } from "./issues/index.js";
import { search, searchRecording, searchServices } from "./search/index.js";
import { system, systemRecording, thisMachine } from "./system/index.js";
import { politeWeb, web, webFromEnv, webRecording } from "./web/index.js";

export {
  blog,
  blogRecording,
  type GhostOptions,
  type GitRepositoryOptions,
  ghost,
  gitRepository,
  localFolder,
  Post,
  Published,
  type WordPressOptions,
  wordPress,
} from "./blog/index.js";
export {
  type BookingRecordingOptions,
  type BookingSiteOptions,
  booking,
  bookingFromEnv,
  bookingRecording,
  bookingSite,
  Confirmation,
  Offer,
  Reserved,
} from "./booking/index.js";
export {
  type CalDavOptions,
  CalendarEvent,
  Conflicts,
  Created,
  calDav,
  calendar,
  calendarRecording,
  type IcsFolderOptions,
  type Invitation,
  type InvitationOptions,
  icsFolder,
  NewEvent,
  readInvitation,
} from "./calendar/index.js";
export {
  chatChannel,
  type EmailChannelOptions,
  emailChannel,
  type PageChannel,
  type PageChannelOptions,
  pageChannel,
  type WebhookChannelOptions,
  webhookChannel,
} from "./channels/index.js";
export {
  ChatButton,
  ChatMessage,
  chat,
  chatRecording,
  Heard,
  SentMessage,
  type TelegramOptions,
  type TerminalChatOptions,
  telegram,
  terminalChat,
} from "./chat/index.js";
export {
  ClipboardItem,
  clipboard,
  clipboardRecording,
  ItemPage,
  type LocalClipboardOptions,
  localClipboard,
  NewItem,
  SavedItem,
} from "./clipboard/index.js";
export {
  type AgentRulesInput,
  Built,
  CodeChange,
  CodeChanges,
  type CodingAgentRecordingOptions,
  type CodingAgentsOptions,
  codingAgent,
  codingAgentRecording,
  codingAgents,
  Pushed,
  Start,
  Tested,
} from "./coding-agent/index.js";
export {
  type ArgumentRule,
  allowedCommands,
  CommandOutcome,
  type CommandRule,
  type CommandsOptions,
  commands,
  commandsRecording,
} from "./commands/index.js";
export {
  Correction,
  DayContext,
  type DayFolderOptions,
  DayMessage,
  type DayRecordingOptions,
  DayRun,
  DayTrouble,
  DayWait,
  day,
  dayFolder,
  dayIn,
  dayRecording,
  daysFrom,
  spanOfDay,
} from "./day/index.js";
export {
  Address,
  Attachment,
  email,
  emailRecording,
  type LocalAccount,
  type LocalMailboxOptions,
  localMailbox,
  Mail,
  type MailAccount,
  type MailHead,
  type MailServerOptions,
  type Message,
  mailServer,
  type Owner,
  type ReplyHeaders,
  replyHeaders,
  Sent,
  type Server,
} from "./email/index.js";
export { Feed, FeedEntry, feeds, feedsRecording, politeFeeds } from "./feeds/index.js";
export { files, filesRecording, localFiles } from "./files/index.js";
export { ChangedFile, Commit, DiffStat, git, gitProgram, gitRecording } from "./git/index.js";
export {
  type GitHubIssuesOptions,
  gitHubIssues,
  Happening,
  Issue,
  type IssueHead,
  issues,
  issuesRecording,
  type MarkdownFolderOptions,
  markdownFolder,
} from "./issues/index.js";
export { type SearchOptions, search, searchRecording, searchServices, WebHit, Work } from "./search/index.js";
export { JournalEntry, LogLine, ProcessState, type SystemOptions, system, systemRecording, thisMachine } from "./system/index.js";
export { politeWeb, WebLink, type WebOptions, WebPage, WebResource, web, webFromEnv, webRecording } from "./web/index.js";

export interface AdapterOptions {
  /** What relative paths in requests count from. */
  readonly cwd: string;
}

/** An adapter as the command line knows it: its interface, the real thing, and what stands in for that in a rehearsal. */
export interface ShippedAdapter {
  readonly ref: Pick<AdapterRef, "adapter">;
  real(options: AdapterOptions): AnyImplementation | Promise<AnyImplementation>;
  /** Does nothing outside; what only reads is read for real. */
  recording(options: AdapterOptions): AnyImplementation | Promise<AnyImplementation>;
}

/** A new adapter is a folder beside this file and a line in this list. */
export const shippedAdapters: readonly ShippedAdapter[] = [
  { ref: git, real: gitProgram, recording: ({ cwd }) => gitRecording({ reads: gitProgram({ cwd }) }) },
  { ref: files, real: localFiles, recording: ({ cwd }) => filesRecording({ reads: localFiles({ cwd }) }) },
  { ref: blog, real: localFolder, recording: () => blogRecording() },
  {
    ref: web,
    real: ({ cwd }) => politeWeb(webFromEnv({ cwd })),
    recording: ({ cwd }) => webRecording({ reads: politeWeb(webFromEnv({ cwd })) }),
  },
  { ref: search, real: () => searchServices(), recording: () => searchRecording({ reads: searchServices() }) },
  {
    ref: feeds,
    real: ({ cwd }) => politeFeeds(webFromEnv({ cwd })),
    recording: ({ cwd }) => feedsRecording({ reads: politeFeeds(webFromEnv({ cwd })) }),
  },
  // Which programs may run is the pipeline's to say: without its own list, none may.
  {
    ref: commands,
    real: ({ cwd }) => allowedCommands({ cwd, allow: [] }),
    recording: ({ cwd }) => commandsRecording({ reads: allowedCommands({ cwd, allow: [] }) }),
  },
  // It brings the templates of projects and all checks with it, which every other run would load for nothing.
  {
    ref: { adapter: "workspace" },
    real: async (options) => (await import("../src/projects/index.js")).folderWorkspace(options),
    recording: async (options) => (await import("../src/projects/index.js")).workspaceRecording(options),
  },
  { ref: system, real: () => thisMachine(), recording: () => systemRecording({ reads: thisMachine() }) },
  { ref: email, real: localMailbox, recording: ({ cwd }) => emailRecording({ reads: localMailbox({ cwd }) }) },
  { ref: calendar, real: icsFolder, recording: ({ cwd }) => calendarRecording({ reads: icsFolder({ cwd }) }) },
  { ref: booking, real: bookingFromEnv, recording: ({ cwd }) => bookingRecording({ reads: bookingFromEnv({ cwd }) }) },
  { ref: issues, real: markdownFolder, recording: ({ cwd }) => issuesRecording({ reads: markdownFolder({ cwd }) }) },
  { ref: chat, real: terminalChat, recording: ({ cwd }) => chatRecording({ reads: terminalChat({ cwd }) }) },
  { ref: codingAgent, real: codingAgents, recording: ({ cwd }) => codingAgentRecording({ reads: codingAgents({ cwd }) }) },
  { ref: day, real: ({ cwd }) => dayFolder({ cwd }), recording: ({ cwd }) => dayRecording({ reads: dayFolder({ cwd }) }) },
  { ref: clipboard, real: localClipboard, recording: ({ cwd }) => clipboardRecording({ reads: localClipboard({ cwd }) }) },
];
