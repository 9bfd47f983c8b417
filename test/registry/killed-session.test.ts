import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openSessions, SessionSettings } from "../../src/registry/index.js";
import { emptyFolder } from "../store/files/folder.js";
import { ANA, user } from "./sessions-room.js";

const SPEAKS = fileURLToPath(new URL("speaks.ts", import.meta.url));

function speaks(folder: string, write: number): NodeJS.Signals | null {
  return spawnSync(process.execPath, ["--import", "tsx", SPEAKS, folder, `${write}`], { stdio: "inherit" }).signal;
}

for (const [place, write, saidThen] of [
  ["its own file", 1, ["hello"]],
  ["the index", 2, ["hello", "what is on today?", "nothing"]],
] as const) {
  test(`a session whose process is killed in the middle of a line of ${place} has all of what was said at once or none of it, and in the end all of it once`, async () => {
    const folder = emptyFolder();
    const settings = SessionSettings.parse({});
    const sessions = openSessions(folder, { settings: () => settings, now: () => new Date(), newId: () => "s1" });
    const { session } = await sessions.open(ANA);
    await sessions.append(session.id, [user("hello")], "mail-1");
    const said = () => sessions.messages(session.id).map(({ message }) => message.content);
    assert.equal(speaks(folder, write), "SIGKILL");
    assert.deepEqual(said(), saidThen);
    assert.equal(speaks(folder, 0), null);
    assert.deepEqual(said(), ["hello", "what is on today?", "nothing"]);
    assert.equal((await sessions.open(ANA)).isResumed, true);
  });
}
