import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { DispatchRules, openOutbox } from "../../src/dispatch/index.js";
import { emptyFolder } from "../store/files/folder.js";

const SENDER = fileURLToPath(new URL("sender.ts", import.meta.url));

function sender(folder: string, killAt: string): NodeJS.Signals | null {
  return spawnSync(process.execPath, ["--import", "tsx", SENDER, folder, killAt], { stdio: "inherit" }).signal;
}

for (const place of ["before it is sent", "before it is recorded", "before it is noted as sent"]) {
  test(`a dispatcher that is killed ${place} sends the message once in the end, and the next ones after it`, async () => {
    const folder = emptyFolder();
    const rules = DispatchRules.parse({ chats: { ana: { channel: "file", chat: "1" } } });
    let ids = 0;
    const newId = () => {
      ids += 1;
      return `m${ids}`;
    };
    const outbox = openOutbox(folder, { rules: () => rules, channels: () => ["file"], now: () => new Date(), newId });
    for (const message of ["first", "second"]) await outbox.emit({ source: "job", action: "reply", chat_id: "ana", message });
    assert.equal(sender(folder, place), "SIGKILL");
    assert.equal(sender(folder, ""), null);
    assert.equal(readFileSync(join(folder, "arrived.txt"), "utf8"), "m1 first\nm2 second\n");
    assert.deepEqual([...new Set(readFileSync(join(folder, "recorded.txt"), "utf8").trim().split("\n"))], ["m1", "m2"]);
    assert.equal(readFileSync(join(folder, "closed.txt"), "utf8"), "m1\nm2\n");
  });
}
