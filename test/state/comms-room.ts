import { join } from "node:path";
import { type CommsOptions, type Message, type NewMessage, openComms } from "../../src/state/index.js";
import { realDisk } from "../../src/store/index.js";
import { emptyFolder } from "../store/files/folder.js";
import { pause, START, unsynced } from "./room.js";

/** The record of messages in a folder of its own. */
export function commsRoom(given: Partial<CommsOptions> = {}, folder = emptyFolder()) {
  let time = START;
  const now = () => new Date(time);
  const open = (more: Partial<CommsOptions> = {}) => openComms(folder, { now, pause, disk: unsynced, ...given, ...more });
  const state = join(folder, "state");
  const textAt = (name: string) => realDisk.readFileSync(join(state, name)).toString("utf8");
  return {
    folder,
    comms: open(),
    open,
    textAt,
    parts: () => (realDisk.existsSync(join(state, "comms")) ? realDisk.readdirSync(join(state, "comms")).sort() : []),
    names: () => realDisk.readdirSync(state).sort(),
    later: (seconds: number) => {
      time += seconds * 1_000;
    },
  };
}

export function said(id: string, more: Partial<NewMessage> = {}): NewMessage {
  return { id, channel: "terminal", chat: "me", direction: "in", from: "ana", body: `this is ${id}`, ...more };
}

export function idsOf(messages: readonly Message[]): readonly string[] {
  return messages.map(({ id }) => id);
}
