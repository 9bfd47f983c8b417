import { z } from "zod";
import type { Incoming } from "../../dispatch/index.js";
import { isStagewrightError } from "../../dsl/index.js";
import { type SharedLog, type SharedLogOptions, sharedLog } from "../../store/index.js";
import type { Queue, QueuedWork, Work } from "../work.js";
import { DeskLine, type Heard, type Taken } from "./desk-line.js";
import type { DeskSettings } from "./desk-settings.js";
import { type DeskState, emptyDesk, foldDesk, linesOfDesk } from "./desk-state.js";
import { HELP, type Intent, intentOf } from "./intent.js";
import { type Batch, nextBatches, overflowText, textOf } from "./next-batches.js";

/** What a run of the pipeline that reads unclear messages gives. */
export const Wanted = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("answer"), text: z.string().regex(/\S/) }),
  z.strictObject({ do: z.literal("run"), pipeline: z.string().min(1), input: z.json(), agent: z.string().min(1).optional() }),
]);
export type Wanted = z.output<typeof Wanted>;

/** Where something was written, and the conversation that it belongs to. */
export interface Place {
  readonly channel: string;
  readonly chat: string;
  readonly thread: string;
}

export interface DeskOptions extends Pick<SharedLogOptions<DeskLine, DeskState>, "disk" | "me" | "pause"> {
  /** Where `desk.jsonl` lies. */
  readonly folder: string;
  readonly settings: () => DeskSettings;
  readonly now: () => Date;
  readonly queue: Queue;
  /** Ends work that is queued or runs. */
  readonly stop: (item: string) => Promise<void>;
  /** Puts an answer into the outbox; the same id again is the same answer. */
  readonly reply: (to: Place, text: string, id: string) => Promise<void>;
  /** What runs, what waits and what went wrong, now. */
  readonly status: () => Promise<string>;
  /** Keeps a lesson, and says what became of it. @throws StagewrightError for a pipeline that there is none of. */
  readonly teach: (lesson: { readonly pipeline: string; readonly text: string; readonly by: string }) => Promise<string>;
  /** The pipeline that said what a message answers. */
  readonly pipelineAnswered: (channel: string, message: Pick<Heard, "chat" | "answers">) => string | undefined;
  /** The conversation that a message belongs to, over all channels; `otherwise` where nothing joins it to another. */
  readonly threadOf: (channel: string, message: Incoming, otherwise: string) => string;
  /** Whether a message is an answer to an open gate, and so not the desk's. */
  readonly isForGate: (channel: string, message: Incoming) => boolean;
  /** The person of the configuration who writes in a chat, where the channel vouches for them. */
  readonly personOf: (channel: string, message: Incoming) => string | undefined;
  /** The pipeline that reads what rules cannot, and what it is handed. */
  readonly reader: { readonly pipeline: string; readonly input: (text: string, from: Place) => Promise<Work["input"]> };
}

export interface FrontDesk {
  /** Writes down what came in on a channel, each message once, and how far it was listened to, where that is known. */
  hear(channel: string, messages: readonly Incoming[], cursor?: string): Promise<void>;
  /** How far a channel was listened to. */
  cursorOf(channel: string): string | undefined;
  /** Deals with every message whose thread has its turn. @returns when to come again, in milliseconds since 1970. */
  takeDue(): Promise<number | undefined>;
  /** Work that a thread waited for is over; `reading` where it was that of an unclear message. */
  finished(work: { readonly item: string; readonly work: Work }, reading?: Wanted): Promise<void>;
  /** Frees threads of work that is nowhere any more: it was taken away while it waited. */
  settle(isThere: (item: string) => boolean): Promise<void>;
}

const COMPACT_ABOVE = 20_000;
const KEEP_KNOWN = 5_000;

/**
 * The front desk: every message is written down, joined to its thread, and answered or put into a lane. What is said about
 * work is made from the work that lies in the lane, so nothing can be acknowledged that was not queued. After a crash a
 * message is dealt with again under the same ids, which changes nothing that was done.
 */
export function frontDesk(options: DeskOptions): FrontDesk {
  const { folder, settings, now, queue, reply, stop, ...machine } = options;
  const log: SharedLog<DeskLine, DeskState> = sharedLog<DeskLine, DeskState>({
    path: `${folder}/desk.jsonl`,
    what: "the front desk",
    lockedCode: "desk/locked",
    line: DeskLine,
    empty: emptyDesk,
    fold: foldDesk,
    ...machine,
  });
  const at = () => now().toISOString();
  /** Work of threads that was in no lane at the last look. */
  let missing: ReadonlySet<string> = new Set();

  const take = async ({ thread, item, overflow, messages }: Batch, as: Taken): Promise<void> => {
    const ids = [...overflow, ...messages].map(({ id }) => id);
    await log.change(() => ({ add: [{ type: "taken", at: at(), thread, ids, as, item }], gives: undefined }));
    await log.compact(COMPACT_ABOVE, (state) => linesOfDesk(state, at(), KEEP_KNOWN));
  };
  const answer = async (batch: Batch, text: string, as: Taken = "answered"): Promise<void> => {
    await reply(placeOf(batch), text, batch.item);
    await take(batch, as);
  };

  const enqueue = async (batch: Batch, wanted: Pick<Work, "pipeline" | "input" | "agent">, isSaid: boolean): Promise<void> => {
    const { channel, chat, thread } = placeOf(batch);
    const work: Work = { kind: "pipeline", source: whoSays(batch), replyTo: `${channel}:${chat}`, thread, ...wanted };
    let queued: QueuedWork;
    try {
      queued = await queue(work, batch.item);
    } catch (error) {
      if (!isStagewrightError(error)) throw error;
      return answer(batch, refusal(error));
    }
    if (isSaid) await reply(placeOf(batch), acknowledgement(queued, batch), batch.item);
    await take(batch, "queued");
  };

  const act = async (batch: Batch, intent: Intent): Promise<void> => {
    switch (intent.wants) {
      case "help":
        return answer(batch, HELP);
      case "unreadable":
        return answer(batch, `I did nothing: ${intent.because}`);
      case "status":
        return answer(batch, await options.status());
      case "stop":
        return answer(batch, batch.interrupts.length === 0 ? "Nothing of yours is running." : "Stopped.");
      case "lesson":
        return answer(batch, await taught(batch, intent.pipeline, intent.text), "lesson");
      case "pipeline": {
        const { pipeline, agent } = intent;
        const input = z.json().parse(intent.input);
        return enqueue(batch, { pipeline, input, ...(agent !== undefined && { agent }) }, true);
      }
      case "unclear": {
        const { pipeline, input } = options.reader;
        return enqueue(batch, { pipeline, input: await input(textOf(batch), placeOf(batch)) }, batch.overflow.length > 0);
      }
    }
  };

  const taught = async (batch: Batch, pipeline: string | undefined, text: string): Promise<string> => {
    if (pipeline === undefined)
      return "What is it about? Answer the message that it is about, or write /lesson <pipeline> <what to do better>.";
    try {
      return await options.teach({ pipeline, text, by: whoSays(batch) });
    } catch (error) {
      if (!isStagewrightError(error)) throw error;
      return refusal(error);
    }
  };

  return {
    cursorOf: (channel) => log.read().cursors.get(channel),
    hear: async (channel, messages, cursor) => {
      const heard = messages.filter((message) => !options.isForGate(channel, message)).map((message) => heardOf(channel, message, options));
      await log.change((state) => {
        const add: DeskLine[] = heard.filter(({ id }) => !state.known.has(id)).map((message) => ({ type: "heard", ...message }));
        if (cursor !== undefined && state.cursors.get(channel) !== cursor) add.push({ type: "listened", at: at(), channel, cursor });
        return { add, gives: undefined };
      });
    },
    takeDue: async () => {
      for (;;) {
        const { batches, wakeAt } = nextBatches(
          log.read(),
          settings(),
          now().getTime(),
          (heard) => intentFor([heard], options).wants !== "unclear",
        );
        if (batches.length === 0) return wakeAt;
        for (const batch of batches) {
          const { thread, item, overflow, messages } = batch;
          const ids = [...overflow, ...messages].map(({ id }) => id);
          await log.change(() => ({ add: [{ type: "begun", at: at(), thread, ids, item }], gives: undefined }));
          const intent = intentFor(messages, options);
          if (intent.wants === "stop" || intent.wants === "unclear") for (const other of batch.interrupts) await stop(other);
          await act(batch, intent);
        }
      }
    },
    finished: async ({ item, work }, reading) => {
      const { thread } = work;
      if (thread === undefined) return;
      if (log.read().threads.get(thread)?.busy.has(item) !== true) return;
      await afterReading({ item, work, thread }, reading, { options, log, at });
      await log.change(() => ({ add: [{ type: "finished", at: at(), thread, item }], gives: undefined }));
    },
    settle: async (isThere) => {
      const lost = [...log.read().threads.values()].flatMap(({ id, busy, begun }) =>
        [...busy].filter((item) => item !== begun?.item && !isThere(item)).map((item) => ({ thread: id, item })),
      );
      // At the second look only: what is just being queued lies in no lane yet.
      const gone = lost.filter(({ item }) => missing.has(item));
      missing = new Set(lost.map(({ item }) => item));
      if (gone.length === 0) return;
      await log.change(() => ({ add: gone.map(({ thread, item }) => ({ type: "finished", at: at(), thread, item })), gives: undefined }));
    },
  };
}

interface Ended {
  readonly item: string;
  readonly work: Work;
  readonly thread: string;
}

interface AfterReading {
  readonly options: DeskOptions;
  readonly log: SharedLog<DeskLine, DeskState>;
  readonly at: () => string;
}

/** What a model read out of an unclear message: an answer, or work, under ids that are the same after a crash. */
async function afterReading({ item, work, thread }: Ended, reading: Wanted | undefined, { options, log, at }: AfterReading): Promise<void> {
  const { replyTo } = work;
  if (reading === undefined || replyTo === undefined) return;
  const colon = replyTo.indexOf(":");
  const to = { channel: replyTo.slice(0, colon), chat: replyTo.slice(colon + 1), thread };
  if (reading.do === "answer") return options.reply(to, reading.text, `${item}/answer`);
  const { pipeline, input, agent } = reading;
  const next = `${item}-run`;
  const note = (line: DeskLine) => log.change(() => ({ add: [line], gives: undefined }));
  await note({ type: "begun", at: at(), thread, ids: [], item: next });
  try {
    const queued = await options.queue({ ...work, pipeline, input, ...(agent !== undefined && { agent }) }, next);
    await options.reply(to, acknowledgement(queued), `${item}/answer`);
  } catch (error) {
    if (!isStagewrightError(error)) throw error;
    await options.reply(to, refusal(error), `${item}/answer`);
    await note({ type: "finished", at: at(), thread, item: next });
  }
}

function heardOf(channel: string, message: Incoming, { threadOf, personOf, now }: DeskOptions): Heard {
  const person = personOf(channel, message);
  return {
    id: `${channel}/${message.id}`,
    at: now().toISOString(),
    channel,
    chat: message.chat,
    thread: threadOf(channel, message, ownThread(channel, message, person)),
    ...(person !== undefined && { person }),
    text: message.text,
    ...(message.answers !== undefined && { answers: message.answers }),
  };
}

/** Whoever is known by name has one conversation, wherever they write. */
export function ownThread(channel: string, { chat }: Pick<Incoming, "chat">, person: string | undefined): string {
  return person === undefined ? `${channel}:${chat}` : `person:${person}`;
}

/** What a message wants. Of several that are taken together none wants anything that rules can tell. */
function intentFor(messages: readonly Heard[], { settings, pipelineAnswered }: DeskOptions): Intent {
  const [message] = messages;
  if (message === undefined || messages.length > 1) return { wants: "unclear" };
  return intentOf(message.text, { intents: settings().intents, answeredPipeline: pipelineAnswered(message.channel, message) });
}

function placeOf({ messages, thread }: Batch): Place {
  const last = messages.at(-1);
  if (last === undefined) throw new RangeError("a batch has at least one message");
  return { channel: last.channel, chat: last.chat, thread };
}

function whoSays({ messages }: Batch): string {
  const last = messages.at(-1);
  return last?.person ?? `${last?.channel}:${last?.chat}`;
}

/** Takes what lies in a lane, so that there is no acknowledgement without it. */
function acknowledgement({ work, lane, before }: QueuedWork, batch?: Batch): string {
  const place = before === 0 ? "it is next" : `${before} ${before === 1 ? "waits" : "wait"} before it`;
  const said = `Queued: ${work.pipeline}, in the lane "${lane}"; ${place}.`;
  return batch === undefined || batch.overflow.length === 0 ? said : `${said}\n\n${overflowText(batch.overflow)}`;
}

function refusal(error: { readonly message: string; readonly hint?: string | undefined }): string {
  return `I did nothing: ${error.message}${error.hint === undefined ? "" : ` (${error.hint})`}`;
}
