/** Harmony's channels, as gpt-oss writes them: reasoning on `analysis`, calls to a recipient, the answer on `final`. */
const HEADER = /<\|(?:start|channel|message|end|return|call)\|>/g;

/** The channels when a server drops the special tokens and leaves the words: "analysisWe need …assistantfinalThe answer". */
const BARE = /^\s*analysis(?=[A-Z"'“])/;
const BARE_FINAL = "assistantfinal";

export function isHarmony(text: string): boolean {
  return /^\s*<\|(?:channel|start)\|>/.test(text) || BARE.test(text);
}

/**
 * The messages of a text, by channel. Calls stay in the text, as they are written, unless there is an answer: on `final`, or behind the
 * last message where a server has taken its header out.
 */
export function readHarmony(text: string): { text: string; reasoning: string } {
  if (BARE.test(text)) return readBare(text);
  const said = { reasoning: [] as string[], answer: [] as string[], other: [] as string[] };
  let state: "outside" | "header" | "body" = "outside";
  let messageFrom = 0;
  let header = "";
  let at = 0;
  const end = (to: number, markTo: number) => {
    const part = text.slice(at, to);
    if (state === "outside") said.answer.push(part);
    else if (state === "header") said.other.push(...(part.includes("to=") ? [text.slice(messageFrom, markTo)] : []));
    else if (header.includes("to=") || isArguments(header, part)) said.other.push(text.slice(messageFrom, markTo));
    else if (header.includes("analysis")) said.reasoning.push(part);
    else said[header.includes("final") ? "answer" : "other"].push(part);
  };
  for (const { 0: mark, index } of text.matchAll(HEADER)) {
    const markTo = index + mark.length;
    const isBeginning = mark === "<|start|>" || mark === "<|channel|>";
    if (mark === "<|message|>" && state === "header") {
      header += text.slice(at, index);
      state = "body";
    } else if (isBeginning && state === "header") {
      header += text.slice(at, index);
    } else if (isBeginning) {
      end(index, index);
      [state, header, messageFrom] = ["header", "", index];
    } else if (mark !== "<|message|>") {
      end(index, markTo);
      state = "outside";
    } else continue;
    at = markTo;
  }
  end(text.length, text.length);
  const joined = (parts: readonly string[]) =>
    parts
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .join("\n\n");
  return { text: joined(said.answer) || joined(said.other), reasoning: joined(said.reasoning) };
}

/** The arguments of a call whose recipient got lost: JSON on the channel for calls. */
function isArguments(header: string, body: string): boolean {
  return header.includes("commentary") && /^\s*\{/.test(body);
}

function readBare(text: string): { text: string; reasoning: string } {
  const from = text.search(BARE) + text.slice(0, 200).indexOf("analysis") + "analysis".length;
  const final = text.indexOf(BARE_FINAL);
  return final < 0
    ? { text: "", reasoning: text.slice(from).trim() }
    : { text: text.slice(final + BARE_FINAL.length).trim(), reasoning: text.slice(from, final).trim() };
}
