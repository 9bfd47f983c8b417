import { createParser } from "eventsource-parser";
import { BYTES_PER_TOKEN } from "../token-estimate.js";
import { type Answer, lengthOf, noAnswerYet } from "./answer.js";
import { cutOff, failed, notAnAnswer } from "./failure.js";
import { lineSplitter } from "./line-splitter.js";
import { gaveUp, type Server } from "./server.js";

/** Takes one value of a stream, or an answer that came whole, into the answer. False for what is neither. */
export type TakePiece = (answer: Answer, value: unknown, how: { readonly isWhole: boolean }) => boolean;

/** How the bytes of a body become pieces. `end` is told of the last bytes, which may break off anywhere. */
interface Pieces {
  feed(text: string): void;
  end(): void;
}

/** Thrown to stop reading: what comes now is more reasoning than was allowed. */
const REASONED_ENOUGH = new Error("the reasoning is over its budget");

/**
 * Reads an answer to its end, whether it comes in pieces or whole. One that has only reasoned for more than `mostReasoningTokens` is
 * left there, as one that came to its limit.
 */
export async function readAnswer(server: Server, response: Response, take: TakePiece, mostReasoningTokens?: number): Promise<Answer> {
  const answer = noAnswerYet();
  let reasoned = 0;
  const { watch } = server;
  try {
    await readBody(server, response, (data, { isLast, isWhole }) => {
      const trimmed = data.trim();
      if (trimmed === "" && !isWhole) return;
      if (trimmed === "[DONE]") {
        answer.ended = true;
        return;
      }
      const value = parsed(data);
      // The last bytes of a connection that broke are half a value: that is a cut, and not a strange server.
      if (value === undefined && isLast && !isWhole && /^\s*[{[]/.test(data)) return;
      const error = errorIn(value);
      if (error !== undefined) throw failed(server, error);
      const before = lengthOf(answer);
      const reasoningBefore = answer.reasoning.length;
      if (!take(answer, value, { isWhole })) throw notAnAnswer(server, data);
      if (isWhole) answer.ended = true;
      if (lengthOf(answer) > before) watch.heard();
      if (mostReasoningTokens === undefined || answer.text.trim() !== "" || answer.calls.length > 0) return;
      reasoned += Buffer.byteLength(answer.reasoning.slice(reasoningBefore));
      if (reasoned <= mostReasoningTokens * BYTES_PER_TOKEN) return;
      answer.finish = "length";
      throw REASONED_ENOUGH;
    });
  } catch (error) {
    if (error === REASONED_ENOUGH) return answer;
    // With a reason to finish the answer was whole, and a server that then says nothing more has nothing to say.
    if (answer.finish !== undefined && watch.isOver()) return answer;
    watch.signal.throwIfAborted();
    // fetch reports a connection that broke as a TypeError.
    if (!(error instanceof TypeError)) throw error;
    const silent = gaveUp(server, error);
    if (silent !== undefined && answer.finish === undefined) throw silent;
    if (answer.finish === undefined) throw cutOff(server, answer);
  }
  if (answer.finish === undefined && !answer.ended) throw cutOff(server, answer);
  return answer;
}

type OnPiece = (data: string, how: { readonly isLast: boolean; readonly isWhole: boolean }) => void;

async function readBody(server: Server, response: Response, onPiece: OnPiece): Promise<void> {
  const decoder = new TextDecoder();
  let pieces: Pieces | undefined;
  // The body's own iterator would do the same, at a cost that shows in every call.
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      const text = decoder.decode(part.value, { stream: true });
      if (pieces === undefined && text.trim() === "") continue;
      pieces ??= piecesOf(server, response, text, onPiece);
      pieces.feed(text);
    }
  } catch (error) {
    // What is not read to its end keeps its connection.
    await reader?.cancel().catch(() => {});
    throw error;
  }
  const rest = decoder.decode();
  pieces ??= piecesOf(server, response, rest, onPiece);
  pieces.feed(rest);
  pieces.end();
}

/** By the content type, or by how the body begins where the content type is a wrong one. */
function piecesOf(server: Server, response: Response, beginning: string, onPiece: OnPiece): Pieces {
  const type = response.headers.get("content-type") ?? "";
  if (server.protocol.stream === "lines" && !type.includes("text/html")) return inLines(onPiece);
  const isStream = type.includes("event-stream") || /^\s*(?:data|event|id|retry)?:/.test(beginning);
  return isStream ? inEvents(server, onPiece) : whole(onPiece);
}

function inEvents(server: Server, onPiece: OnPiece): Pieces {
  let isLast = false;
  const parser = createParser({
    onEvent: ({ data }) => onPiece(data, { isLast, isWhole: false }),
    // Some servers report a failure in the middle of a stream as a field of that name.
    onError: ({ field, value }) => {
      if (field === "error") throw failed(server, value ?? "");
    },
  });
  return {
    feed: (text) => parser.feed(text),
    end: () => {
      isLast = true;
      // The last event may lack the empty line that ends it.
      parser.feed("\n\n");
    },
  };
}

function inLines(onPiece: OnPiece): Pieces {
  const splitter = lineSplitter((line) => onPiece(line, { isLast: false, isWhole: false }));
  return {
    feed: splitter.feed,
    end: () => {
      const rest = splitter.rest();
      if (rest !== "") onPiece(rest, { isLast: true, isWhole: false });
    },
  };
}

function whole(onPiece: OnPiece): Pieces {
  const texts: string[] = [];
  return {
    feed: (text) => {
      texts.push(text);
    },
    end: () => onPiece(texts.join(""), { isLast: true, isWhole: true }),
  };
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

function errorIn(value: unknown): unknown {
  return typeof value === "object" && value !== null && "error" in value ? (value.error ?? undefined) : undefined;
}
