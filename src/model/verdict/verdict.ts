import type { Completion } from "../model.js";
import { isPreamble } from "./announcement.js";
import { brokenOff } from "./broken-off.js";
import { loopingOf } from "./looping.js";
import { withoutMarkup } from "./markup.js";
import { reasoningApart } from "./reasoning.js";
import { refuses } from "./refusal.js";
import { isSaid, isVisible, quoted } from "./visible.js";

/** Why a model's answer may not be used. The last three are no matter of its text: who made the call knows of them. */
export type FailureReason =
  | "empty"
  | "markup-only"
  | "preamble-only"
  | "truncated"
  | "reasoning-only"
  | "refused"
  | "looping"
  | "off-schema"
  | "timed-out"
  | "provider-error";

/** What became of a model's answer. Only the text of an `answer` may be used; why it `failed` is for the record. */
export type Verdict =
  | {
      readonly verdict: "answer";
      /** As it was written, less reasoning and leftovers of tool-call markup. */
      readonly text: string;
      /** Reasoning that stood in the text. What the provider gave apart is where it was. */
      readonly reasoning?: string;
    }
  | {
      readonly verdict: "failed";
      readonly reason: FailureReason;
      readonly message: string;
      /** The id of the dialect, where markup was all there was. */
      readonly dialect?: string;
    };

export interface VerdictOptions {
  /** Names of the tools that the model was told of. JSON that has one of them is taken for a call sooner. */
  readonly tools?: readonly string[];
  /** Whether a value is what the stage wants. JSON that it takes is no call, whatever it looks like. */
  readonly takes?: (value: unknown) => boolean;
}

/** How providers say that they, or the model's guard, ended the answer. */
const STOPPED = new Set(["refusal", "content_filter"]);

/** Judges an answer before anybody reads it as text. Reasoning is never taken for an answer. Linear in the text's length; throws on none. */
export function verdictOf(completion: Completion, { tools = [], takes = () => false }: VerdictOptions = {}): Verdict {
  const { finish, usage } = completion;
  const who = `model "${completion.model}"`;
  const failed = (reason: FailureReason, what: string, more: { dialect?: string } = {}): Verdict => {
    return { verdict: "failed", reason, message: `${who} ${what}`, ...more };
  };
  const limit = `reached its limit after ${usage.estimated ? "about " : ""}${usage.outputTokens} tokens`;
  const whole = completion.text.trim();
  const { text, reasoning } = reasoningApart(whole, isVisible(completion.reasoning ?? ""));

  // Its own word for it; what came before it is at best a part.
  if (STOPPED.has(completion.stopReason ?? "")) return failed("refused", `was stopped by its provider ("${completion.stopReason}")`);
  const asked = completion.calls?.length ?? 0;
  const called = () => failed("empty", `asked for ${asked === 1 ? "a tool call" : `${asked} tool calls`} and gave no answer`);

  if (!isVisible(text)) {
    const hasReasoned = isVisible(completion.reasoning ?? "") || isVisible(reasoning);
    if (finish === "length") {
      return hasReasoned
        ? failed("reasoning-only", `${limit}, all of them reasoning, and gave no answer`)
        : failed("truncated", `${limit} and gave no answer`);
    }
    if (asked > 0) return called();
    return hasReasoned ? failed("reasoning-only", "reasoned and stopped without an answer") : failed("empty", "answered with no text");
  }

  const loop = loopingOf(text);
  if (loop) return failed("looping", `said ${quoted(loop.unit)} ${loop.times} times in a row, up to the end`);

  const rest = withoutMarkup(text, { tools, takes });
  // A mark that was left behind when the server took the call out.
  if (rest.isMarkup && rest.calls === 0 && asked > 0) return called();
  if (rest.isMarkup) {
    const what = rest.calls === 0 ? "the marks of a tool call" : rest.calls === 1 ? "a tool call" : `${rest.calls} tool calls`;
    return failed("markup-only", `wrote ${what} as text (dialect "${rest.dialect}") and gave no answer`, { dialect: rest.dialect });
  }

  if (finish === "length") return failed("truncated", `${limit}, in the middle of the answer`);
  if (!isSaid(rest.text)) return failed("empty", "answered with no text");
  const broken = brokenOff(rest.text);
  if (broken !== undefined) return failed("truncated", `stopped in the middle of ${broken}`);
  if (refuses(rest.text)) return failed("refused", `refused: ${quoted(rest.text)}`);
  if (isPreamble(rest.text)) return failed("preamble-only", `announced an answer and gave none: ${quoted(rest.text)}`);
  // To the last character as it was written, white space around it too, unless something was taken out.
  return { verdict: "answer", text: rest.text === whole ? completion.text : rest.text, ...(isVisible(reasoning) && { reasoning }) };
}
