import type { z } from "zod";
import { openSessions, SessionSettings, type SessionStoreOptions } from "../../src/registry/index.js";
import { emptyFolder } from "../store/files/folder.js";

const START = Date.parse("2026-03-19T12:00:00Z");

export const ANA = { agent: "chief", channel: "terminal", chat: "ana" };
export const BO = { agent: "chief", channel: "telegram", chat: "4711" };

export const user = (content: string) => ({ role: "user" as const, content });
export const assistant = (content: string) => ({ role: "assistant" as const, content });

/** Sessions in time that the test makes pass. */
export function sessionsRoom(given: z.input<typeof SessionSettings> = {}, more: Partial<SessionStoreOptions> = {}) {
  const folder = emptyFolder();
  let settings = SessionSettings.parse(given);
  let time = START;
  let ids = 0;
  const open = (own: Partial<SessionStoreOptions> = {}) =>
    openSessions(folder, {
      settings: () => settings,
      now: () => new Date(time),
      newId: () => {
        ids += 1;
        return `s${ids}`;
      },
      pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
      ...more,
      ...own,
    });
  const sessions = open();
  return {
    folder,
    sessions,
    now: () => time,
    /** As another process does. */
    open,
    later: (seconds: number) => {
      time += seconds * 1000;
    },
    change: (next: z.input<typeof SessionSettings>) => {
      settings = SessionSettings.parse(next);
    },
    said: (id: string, store = sessions) => store.messages(id).map(({ message }) => message.content),
  };
}
