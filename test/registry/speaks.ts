import { openSessions, SessionSettings } from "../../src/registry/index.js";
import { deadlyDisk } from "../crash/deadly-disk.js";
import { ANA, assistant, user } from "./sessions-room.js";

/** A process that goes on with a session, adds two messages under one key, and is killed in its n-th write; for `killed-session.test.ts`. */
async function main([folder = "", write = ""]: readonly string[]): Promise<void> {
  const settings = SessionSettings.parse({});
  const { disk } = deadlyDisk({ at: "write", number: Number(write) });
  const sessions = openSessions(folder, { settings: () => settings, now: () => new Date(), newId: () => "s1", disk });
  const { session } = await sessions.open(ANA);
  await sessions.append(session.id, [user("what is on today?"), assistant("nothing")], "mail-2");
}

await main(process.argv.slice(2));
