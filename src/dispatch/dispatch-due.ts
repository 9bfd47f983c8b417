import { isProcessGone, type Owner, ownerText, thisProcess } from "../store/index.js";
import type { Channel, Channels, Outgoing } from "./channel.js";
import { type Delivery, nextDeliveries } from "./next-deliveries.js";
import type { Outbox } from "./outbox.js";
import type { Queued, Sending } from "./outbox-state.js";
import type { DispatchRules } from "./rules.js";
import { outgoingOf } from "./told-together.js";

/** What was sent, for the record of all messages. */
export interface Delivered extends Outgoing {
  /** The same when it is recorded again, after a crash. */
  readonly key: string;
  readonly channel: string;
  readonly sources: readonly string[];
  /** The ids of the messages as they were emitted: several where they were told together. */
  readonly ids: readonly string[];
  readonly provider: readonly string[];
  /** ISO 8601. */
  readonly at: string;
}

export interface Dispatching {
  readonly outbox: Outbox;
  readonly rules: () => DispatchRules;
  readonly channels: () => Channels;
  /** The process that sends: this one, if left out. */
  readonly me?: Owner;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Writes down what was sent; called again with the same key after a crash. */
  readonly record: (delivered: Delivered) => Promise<void>;
  /** All that comes after a delivery: called until it succeeds, also after a crash. */
  readonly close: (entry: Queued) => Promise<void>;
  /** Told of what went wrong and is tried again, or was given up. */
  readonly trouble?: (text: string, fields: Readonly<Record<string, unknown>>) => void;
}

/**
 * The dispatcher: sends all that is due, in each chat one after the other, and comes back when nothing more is.
 *
 * What is to be sent is written down before, and what came of it after: a crash between the two is looked up at the
 * channel, and what the channel cannot tell is given up for a person to decide. So nothing is ever sent twice.
 *
 * @returns when to be called again, in milliseconds since 1970; `undefined`: when a message was emitted.
 */
export async function dispatchDue(dispatching: Dispatching): Promise<number | undefined> {
  const { outbox, rules, now, me = thisProcess(), signal } = dispatching;
  const owner = ownerText(me);
  /** What this call has done its part in; another is under way only while its process lives. */
  const mine = new Set<string>();
  const isUnderWay = ({ key, owner: other, failed }: Sending) =>
    failed === undefined && (mine.has(key) || (other !== owner && other !== "" && !isProcessGone(other, me)));
  for (;;) {
    await closeAll(dispatching);
    const circumstances = () => ({ rules: rules(), now: now(), isUnderWay });
    const { deliveries, wakeAt } = nextDeliveries(outbox.log.read(), circumstances());
    if (deliveries.length === 0 || signal.aborted) return wakeAt;
    // Decided once more where nobody else decides: two processes may have read the same.
    const begun = await outbox.log.change((state) => {
      const { deliveries } = nextDeliveries(state, circumstances());
      const at = now().toISOString();
      return {
        add: deliveries.map((delivery) => {
          const { key, entries } = delivery.do === "begin" ? delivery : delivery.sending;
          return { type: "begun" as const, key, at, to: delivery.to, ids: entries.map(({ id }) => id), owner };
        }),
        gives: deliveries,
      };
    });
    await Promise.all(
      begun.map(async (delivery) => {
        const { key } = delivery.do === "begin" ? delivery : delivery.sending;
        mine.add(key);
        try {
          await deliver(delivery, dispatching);
        } finally {
          mine.delete(key);
        }
      }),
    );
  }
}

async function deliver(delivery: Delivery, dispatching: Dispatching): Promise<void> {
  const { outbox, rules, channels, now, signal, record } = dispatching;
  const { to } = delivery;
  const { key, entries } = delivery.do === "begin" ? delivery : delivery.sending;
  const note = (line: { type: "sent"; provider: string[] } | { type: "failed"; error: string } | { type: "dead"; because: string }) =>
    outbox.log.change(() => ({ add: [{ ...line, key, at: now().toISOString(), to }], gives: undefined }));
  const giveUp = async (because: string) => {
    dispatching.trouble?.(`a message was given up: ${because}`, { key, channel: to.channel, chat: to.chat });
    await note({ type: "dead", because });
  };
  const channel = Object.hasOwn(channels(), to.channel) ? channels()[to.channel] : undefined;
  if (channel === undefined) return giveUp(`there is no channel "${to.channel}"`);
  const message = outgoingOf(entries);
  let provider: readonly string[];
  try {
    const sent = await sentBy(channel, { delivery, message, key, signal, tries: rules().retry.tries });
    if ("because" in sent) return giveUp(sent.because);
    provider = sent.provider;
  } catch (error) {
    // Cut off by the end of the process: the next one finds out what came of it.
    if (signal.aborted) return;
    if (channel.isFinal?.(error) === true) return giveUp(textOf(error));
    dispatching.trouble?.(`a message was not sent: ${textOf(error)}`, { key, channel: to.channel, chat: to.chat });
    await note({ type: "failed", error: textOf(error) });
    return;
  }
  const at = now().toISOString();
  const [ids, sources] = [entries.map(({ id }) => id), entries.map(({ reply }) => reply.source)];
  await record({ ...message, key, channel: to.channel, sources, ids, provider, at });
  await note({ type: "sent", provider: [...provider] });
}

interface Try {
  readonly delivery: Delivery;
  readonly message: Outgoing;
  readonly key: string;
  readonly signal: AbortSignal;
  readonly tries: number;
}

type Outcome = { readonly provider: readonly string[] } | { readonly because: string };

async function sentBy(channel: Channel, { delivery, message, key, signal, tries }: Try): Promise<Outcome> {
  if (delivery.do === "begin") return { provider: await channel.send(message, key, signal) };
  const { failures, failed } = delivery.sending;
  const isLast = failures >= tries;
  const found = await channel.lookup(key, message, signal).catch((error: unknown) => {
    if (!isLast || signal.aborted) throw error;
    return { happened: "unknown" as const };
  });
  if (found.happened === "yes") return { provider: found.answer };
  if (found.happened === "unknown") return { because: "it may have been sent: the channel cannot tell" };
  if (isLast) return { because: `${failures} tries failed, the last one: ${failed?.error ?? "the process ended"}` };
  return { provider: await channel.send(message, key, signal) };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function closeAll({ outbox, close, now, trouble, signal }: Dispatching): Promise<void> {
  for (const entry of [...outbox.log.read().open.values()]) {
    if (signal.aborted) return;
    try {
      await close(entry);
    } catch (error) {
      // It stays open, and is closed at a later call.
      trouble?.(`what comes after a delivery failed: ${textOf(error)}`, { id: entry.id });
      continue;
    }
    await outbox.log.change(() => ({ add: [{ type: "closed", id: entry.id, at: now().toISOString() }], gives: undefined }));
  }
}
