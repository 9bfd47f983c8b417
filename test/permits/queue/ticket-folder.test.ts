import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { TicketFolder } from "../../../src/permits/queue/ticket-folder.js";
import { thisProcess } from "../../../src/store/index.js";
import { stateFolder } from "../rig.js";

const self = thisProcess();
const call = { tokens: 10, model: "small", at: "2026-03-19T18:00:00Z" };

function folder(path: string) {
  const tickets = new TicketFolder(path, self);
  tickets.make();
  return tickets;
}

/** The number and the letter of each ticket, as they stand in the queue. */
const standing = (tickets: TicketFolder) => tickets.tickets({ clear: false }).map(({ name }) => name.replace(/^0*(\d+)~.*~/, "$1"));

describe("the folder of tickets", () => {
  test("a number that was drawn by an old look at the folder is given back, and another drawn behind all", (t) => {
    const path = stateFolder(t);
    const [slow, quick] = [folder(path), folder(path)];
    let looks = 0;
    const name = slow.draw(call, () => {
      looks += 1;
      if (looks > 1) return "slow-again";
      // While the slow one has found 1 to be its number, the quick one draws 1 and 2, and is done with 1.
      const first = quick.draw(call, () => "x");
      quick.draw(call, () => "y");
      quick.giveBack(first);
      return "slow";
    });
    assert.match(name, /^000000000003~/);
    assert.deepEqual(standing(slow), ["2y", "3slow-again"]);
    assert.equal(readdirSync(path).length, 2);
  });

  test("of two that draw the same number at once, one stays and the other goes behind it", (t) => {
    const path = stateFolder(t);
    const [slow, quick] = [folder(path), folder(path)];
    let looks = 0;
    slow.draw(call, () => {
      looks += 1;
      if (looks > 1) return "c";
      quick.draw(call, () => "b");
      return "a";
    });
    assert.deepEqual(standing(slow), ["1b", "2c"]);
    slow.draw(call, () => "d");
    assert.deepEqual(standing(quick), ["1b", "2c", "3d"]);
  });

  test("to look changes nothing, whatever lies there", (t) => {
    const path = stateFolder(t);
    const dead = new TicketFolder(path, { ...self, pid: 4_194_304, startedAt: "then" });
    dead.make();
    dead.noteHeld(
      dead.draw(call, () => "a"),
      call.at,
    );
    const before = readdirSync(path);
    assert.equal(before.length, 2);
    assert.deepEqual(folder(path).tickets({ clear: false }), []);
    assert.deepEqual(readdirSync(path), before);
    assert.deepEqual(new TicketFolder(`${path}/gone`, self).tickets({ clear: true }), []);
  });
});
