import { type NewMessage, openComms } from "../src/state/index.js";
import { inFolder, inTurn, type Measure, msOf } from "./measure.js";
import { unsynced } from "./unsynced.js";

const FEW = 50_000;
const MANY = 100_000;
const AT_ONCE = 1_000;
const CHATS = 200;

/** What 100,000 messages cost against 50,000: each joined to its thread and noted on the disk, then all read anew, thread by thread. */
export const comms: Measure = async () => {
  const { ratio, oursMs, theirsMs } = await inTurn(
    3,
    () => costOf(MANY),
    () => costOf(FEW),
  );
  return [
    {
      what: "100,000 messages threaded against 50,000, time",
      ratio,
      most: 2.3,
      detail: `${(oursMs / 1_000).toFixed(1)} s, ${(theirsMs / 1_000).toFixed(1)} s`,
    },
  ];
};

function costOf(count: number): Promise<number> {
  return inFolder(async (root) => {
    const now = () => new Date();
    const options = { now, disk: unsynced };
    return msOf(async () => {
      const written = openComms(root, options);
      for (let start = 0; start < count; start += AT_ONCE) {
        await written.record(Array.from({ length: AT_ONCE }, (_, nth) => message(start + nth)));
      }
      const read = openComms(root, options);
      const threads = new Set(read.last(count).map(({ thread }) => thread));
      const all = [...threads].reduce((sum, thread) => sum + read.thread(thread).length, 0);
      if (all !== count) throw new RangeError(`${all} of ${count} messages are in their threads`);
    });
  });
}

/** Every other one answers the one before it in its chat. */
function message(nth: number): NewMessage {
  const chat = `chat-${nth % CHATS}`;
  const answers = nth % 2 === 0 || nth < CHATS ? {} : { answers: `${nth - CHATS}` };
  const delivery = { provider: [`${nth}`] };
  return { id: `m${nth}`, channel: "telegram", chat, direction: "in", from: "ana", body: `This is message ${nth}.`, delivery, ...answers };
}
