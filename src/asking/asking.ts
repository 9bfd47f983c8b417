import { join } from "node:path";
import { type Groups, isTooLate, timesOverdue } from "../core/index.js";
import type { Delivered, Incoming, Listened, Outbox } from "../dispatch/index.js";
import { isStagewrightError } from "../dsl/index.js";
import { type SharedLog, type SharedLogOptions, sharedLog } from "../store/index.js";
import { type AskedPlace, asksAt, codeOf, questionId } from "./asked-place.js";
import { AskingLine, type LineOf } from "./asking-line.js";
import { type AskingState, emptyAsking, foldAsking, linesOfAsking, type Question, questionOf } from "./asking-state.js";
import { heardAs } from "./heard-as.js";
import type { Fate, GateToAsk, OpenGates } from "./open-gates.js";
import { decidedText, fateText, faultsText, type QuestionText, questionText } from "./question-text.js";
import { tokenFor } from "./token.js";

export interface AskingOptions extends Pick<SharedLogOptions<AskingLine, AskingState>, "disk" | "me" | "pause"> {
  /** Where `asking.jsonl` lies. */
  readonly folder: string;
  /** All that is said goes through it. */
  readonly outbox: Pick<Outbox, "emit">;
  readonly gates: OpenGates;
  readonly places: () => readonly AskedPlace[];
  readonly groups: () => Groups;
  /** By which the tokens in mails are signed. */
  readonly secret: string;
  readonly now: () => Date;
  /** The conversation in which a run was asked for: what is said about it belongs there too, on whatever channel. */
  readonly threadOf?: (run: string) => string | undefined;
  /** How the command line is called. */
  readonly commandLine: string;
  /** Told of what happens, in a sentence. */
  readonly tell: (text: string) => void;
}

/** Asks people at gates where they are, takes the first answer, and tells the others. Each step may be called again at any time. */
export interface Asking {
  /** Asks what is not asked yet, reminds, and tells where a gate waits no more. */
  ask(): Promise<void>;
  /** What a channel is listened to behind. */
  cursor(channel: string): string | undefined;
  /**
   * Writes down what came in on a channel. What it brought the last time may be handed in again, and counts once.
   *
   * @returns what is no answer to a gate, for whoever else listens.
   */
  hear(channel: string, heard: Listened): Promise<readonly Incoming[]>;
  /** Carries out the answers that were written down, in the order in which they came. */
  carryOut(): Promise<void>;
  /** A message went out: an answer to it is an answer to its question. */
  sent(delivered: Pick<Delivered, "ids" | "channel" | "chat" | "provider">): Promise<void>;
}

/** What is said, and about which run, where it is about one. */
interface Saying extends Partial<Omit<QuestionText, "message">>, Pick<QuestionText, "message"> {
  readonly run?: string;
}

/** What came of an answer. */
interface CarriedOut {
  readonly reply: string;
  readonly add: readonly AskingLine[];
}

const COMPACT_ABOVE = 5_000;
const SOURCE = "gates";

export function asking(options: AskingOptions): Asking {
  const { folder, outbox, gates, places, groups, secret, now, commandLine, tell, threadOf, ...machine } = options;
  const log: SharedLog<AskingLine, AskingState> = sharedLog<AskingLine, AskingState>({
    path: join(folder, "asking.jsonl"),
    what: "the questions to people",
    lockedCode: "asking/locked",
    line: AskingLine,
    empty: emptyAsking,
    fold: foldAsking,
    ...machine,
  });
  const add = (...lines: readonly AskingLine[]) => log.change(() => ({ add: lines, gives: undefined }));
  /** Before the log says so: a message of the same id is the same, so a crash between the two says nothing twice. */
  const say = (id: string, to: string, { buttons, run, ...text }: Saying) => {
    const thread = run === undefined ? undefined : threadOf?.(run);
    const more = { ...(buttons !== undefined && { buttons: [...buttons] }), ...(thread !== undefined && { thread }) };
    return outbox.emit({ source: SOURCE, action: "reply", chat_id: to, priority: "high", ...text, ...more }, id);
  };

  /** Gates whose time is over, and whose runs were told so by this process. */
  const expired = new Set<string>();

  async function put(asked: GateToAsk, place: AskedPlace, id: string, times: number): Promise<void> {
    const { run, pipeline, gate, fields } = asked;
    const code = codeOf(id, gate.digest);
    const { subject, ...text } = questionText(asked, { place, code, now: now(), commandLine });
    const [person = ""] = Object.values(place.people);
    const token = place.proof === "token" ? ` [${code}.${tokenFor({ question: id, digest: gate.digest, person }, secret)}]` : "";
    const again = times === 0 ? "" : "Reminder: ";
    await say(messageId(id, "asked", times), place.to, { ...text, run, subject: `${again}${subject}${token}` });
    if (times > 0) return add({ type: "reminded", id, times });
    tell(`asked at ${place.chat}: ${pipeline}, "${gate.stage}" (run ${run})`);
    const { digest, stage } = gate;
    const where = { to: place.to, place: place.chat, isForm: fields.length > 0 };
    await add({ type: "asked", id, code, run, opened: gate.seq, pipeline, gate: stage, digest, ...where, at: now().toISOString() });
  }

  async function settle(question: Question, text: string): Promise<void> {
    await say(messageId(question.id, "settled", 0), question.to, { message: text, run: question.run });
    await add({ type: "settled", id: question.id });
  }

  /** @returns what is to be said to whoever answered, and what is to be written down then; nothing while the run is held by somebody else. */
  async function carried({ id, by, decision: given }: LineOf<"answered">, question: Question): Promise<CarriedOut | undefined> {
    const gate = { run: question.run, opened: question.opened };
    const only = (reply: string): CarriedOut => ({ reply, add: [] });
    const goesOn = async (): Promise<CarriedOut> => {
      await gates.goOn(question.run);
      const done = { approve: "Approved", reject: "Rejected", answer: "Answered" }[given.decision];
      return { reply: `${done}: ${question.pipeline}, "${question.gate}". The run goes on.`, add: [{ type: "settled", id }] };
    };
    try {
      const read = given.decision === "answer" ? await gates.answerIn(gate, given.text) : undefined;
      if (read !== undefined && "faults" in read) return only(faultsText(read));
      const decision = read === undefined ? given : { decision: "answer" as const, value: read.answer };
      if (decision.decision === "answer" && !("value" in decision)) throw new RangeError("an answer has a value");
      const decided = await gates.decide(gate, decision, { by, where: question.place, seen: question.digest });
      if (decided === "already") return only("That was decided already, in the same way.");
      tell(`decided at ${question.place} by ${by}: ${question.pipeline}, "${question.gate}" (run ${question.run})`);
      return await goesOn();
    } catch (error) {
      if (!isStagewrightError(error)) throw error;
      // Another process works on the run at this moment, and will have let go of it soon.
      if (error.code === "store/leased") return undefined;
      const fate = error.code === "gate/not-open" ? await gates.fate(gate) : undefined;
      if (fate !== undefined && "decided" in fate) {
        const { decided } = fate;
        const isSame = decided.by === by && decided.where === question.place && decided.decision === given.decision;
        // A process decided by this very answer, and ended before it could say so: what it left undone is done now.
        if (isSame && log.read().questions.has(id)) return goesOn();
        return only(`Too late: ${question.pipeline}, "${question.gate}" was ${decidedText(decided)}.`);
      }
      return only(`${sentence(error.message)} ${error.code === "gate/decided" ? "" : "Nothing has been decided."}`.trim());
    }
  }

  return {
    cursor: (channel) => log.read().cursors.get(channel),
    ask: async () => {
      const waiting = await gates.waiting();
      const open = new Set<string>();
      for (const asked of waiting) {
        if (isTooLate(asked.gate, now())) {
          // What happens when time runs out is the run's to say: it goes the way of a rejection.
          const ref = `${asked.run}#${asked.gate.seq}`;
          if (!expired.has(ref)) await gates.goOn(asked.run);
          expired.add(ref);
          continue;
        }
        for (const place of places()) {
          const id = questionId(asked, place);
          open.add(id);
          if (!asksAt(place, asked, now(), groups())) continue;
          const before = questionOf(log.read(), id);
          if (before === undefined) await put(asked, place, id, 0);
          const times = asked.gate.overdue?.does === "remind" ? timesOverdue(asked.gate, now()) : 0;
          // However many are missed, the last one only.
          if (before !== undefined && times > before.reminded) await put(asked, place, id, times);
        }
      }
      for (const question of [...log.read().questions.values()]) {
        if (open.has(question.id) || waiting.some(({ run, gate }) => run === question.run && gate.seq === question.opened)) continue;
        const fate: Fate = await gates.fate({ run: question.run, opened: question.opened });
        await settle(question, fateText(question, fate));
      }
      await log.compact(COMPACT_ABOVE, linesOfAsking);
    },
    hear: async (channel, { messages, cursor }) => {
      const others: Incoming[] = [];
      const lines: AskingLine[] = [];
      // Each is read in sight of the one before it: "reject" and its reason may come in one go.
      const state = copyOf(log.read());
      const before = state.took.get(channel) ?? new Set<string>();
      const took: string[] = [];
      for (const incoming of messages) {
        if (before.has(incoming.id)) {
          took.push(incoming.id);
          continue;
        }
        const heard = heardAs(incoming, channel, { state, places: places(), secret, now: now() });
        if (heard === undefined) {
          others.push(incoming);
          continue;
        }
        took.push(incoming.id);
        lines.push(...heard.add);
        for (const line of heard.add) foldAsking(state, line);
        if (heard.reply !== undefined) await say(`gate-reply:${channel}:${incoming.id}`, heard.to, { message: heard.reply });
      }
      await log.change((state) => ({
        add: lines.length > 0 || state.cursors.get(channel) !== cursor ? [...lines, { type: "heard" as const, channel, cursor, took }] : [],
        gives: undefined,
      }));
      return others;
    },
    carryOut: async () => {
      for (const [key, answer] of [...log.read().answers]) {
        const question = questionOf(log.read(), answer.id);
        const done = question === undefined ? { reply: "", add: [] } : await carried(answer, question);
        if (done === undefined) continue;
        if (question !== undefined && done.reply !== "")
          await say(`gate-carried:${key}`, question.to, { message: done.reply, run: question.run });
        // In one write: whoever finds the question open does all of it again, and the message of that id is said once.
        await add(...done.add, { type: "carried", key });
      }
    },
    sent: async ({ ids, channel, chat, provider }) => {
      const state = log.read();
      const lines = ids.flatMap((message): AskingLine[] => {
        const id = questionIdIn(message);
        return id === undefined || questionOf(state, id) === undefined
          ? []
          : [{ type: "sent", id, to: `${channel}:${chat}`, provider: [...provider] }];
      });
      if (lines.length > 0) await add(...lines);
    },
  };
}

/** A message of a question names it, so that an answer to the message is known for an answer to the question. */
function messageId(question: string, what: "asked" | "settled", times: number): string {
  return `gate-${what}:${times}:${question}`;
}

function questionIdIn(message: string): string | undefined {
  return /^gate-asked:\d+:(.+)$/s.exec(message)?.[1];
}

function sentence(text: string): string {
  const [first = "", ...rest] = text;
  return `${first.toUpperCase()}${rest.join("")}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** To try lines on. */
function copyOf({ questions, settled, messages, answers, cursors, took }: AskingState): AskingState {
  return {
    questions: new Map(questions),
    settled: new Map(settled),
    messages: new Map(messages),
    answers: new Map(answers),
    cursors: new Map(cursors),
    took: new Map(took),
  };
}
