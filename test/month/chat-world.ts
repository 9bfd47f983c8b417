import type { Channel, Incoming, Listened, Outgoing } from "../../src/dispatch/index.js";
import type { Chance } from "./chance.js";
import type { Life } from "./machine.js";

/** A provider: what has arrived there has arrived, whatever becomes of the process that sent it. */
export interface Provider {
  readonly name: string;
  /** Whether it can be asked what has arrived. */
  readonly canTell: boolean;
  readonly arrived: { readonly key: string; readonly chat: string }[];
  readonly written: Incoming[];
  isDown: boolean;
}

export function provider(name: string, canTell: boolean): Provider {
  return { name, canTell, arrived: [], written: [], isDown: false };
}

/** A channel to a provider, as a process has it. A call in five of one that is down arrives, and its answer is lost. */
export function channelTo(there: Provider, life: Life, luck: Chance): Channel {
  const reach = async (): Promise<void> => {
    await life.alive(Promise.resolve());
    if (there.isDown) throw new Error(`${there.name} is down`);
  };
  const arrive = ({ chat }: Outgoing, key: string) => there.arrived.push({ key, chat });
  return {
    send: async (message, key) => {
      await life.alive(Promise.resolve());
      const isLost = luck.is(there.isDown ? 0.2 : 0.01);
      if (!isLost) await reach();
      const nth = arrive(message, key);
      // A process may die between what it has sent and the answer.
      await life.alive(Promise.resolve());
      if (isLost) throw new Error(`the answer of ${there.name} was lost`);
      return [`p${nth}`];
    },
    lookup: async (key) => {
      if (!there.canTell) return { happened: "unknown" };
      await reach();
      const at = there.arrived.findIndex((one) => one.key === key);
      return at < 0 ? { happened: "no" } : { happened: "yes", answer: [`p${at + 1}`] };
    },
    listen: async (after): Promise<Listened> => {
      await reach();
      const from = Number(after ?? 0);
      // The last one comes twice: a channel may.
      return { messages: there.written.slice(Math.max(0, from - 1)), cursor: String(there.written.length) };
    },
  };
}
