import { type CompleteRequest, type Completion, type Message, messageOf } from "../model/index.js";
import { CHAIN_TOOL } from "./built-in-tools.js";
import type { Chance } from "./chance.js";
import { type Judgement, judge } from "./judge.js";

/** A chain of calls, each of which needs what the last one gave. */
export interface ChainEnd {
  /** How many calls were right before the first that was not. */
  readonly right: number;
  readonly steps: number;
  /** What was wrong in the end; nothing where all went well. */
  readonly wrong?: Extract<Judgement, { isRight: false }>;
}

/** Follows a chain of `steps` calls. The tokens are made up, so that none can be guessed. */
export async function followChain(
  ask: (request: Omit<CompleteRequest, "model">) => Promise<Completion>,
  steps: number,
  chance: Chance,
): Promise<ChainEnd> {
  const tokens = Array.from({ length: steps + 1 }, () => `t-${chance.between(100_000, 999_999)}`);
  const last = tokens.at(-1) ?? "";
  const messages: Message[] = [
    {
      role: "user",
      content:
        `Follow a chain. Call the tool "next_token" with the token ${tokens[0]}; it gives the next token. Call it again with that one, and so on, ` +
        `one call at a time, until it says "end". Then answer with the last token and nothing else.`,
    },
  ];
  for (let step = 0; step < steps; step += 1) {
    const completion = await ask({ messages, tools: [CHAIN_TOOL] });
    const judged = judge(completion, { tools: [CHAIN_TOOL], expected: { name: CHAIN_TOOL.name, arguments: { token: tokens[step] } } });
    if (!judged.isRight) return { right: step, steps, wrong: judged };
    const isLast = step === steps - 1;
    messages.push(messageOf(completion), {
      role: "tool",
      call: completion.calls?.[0]?.id ?? "",
      content: isLast ? `end: the last token is ${last}` : `the next token is ${tokens[step + 1]}`,
    });
  }
  const { text } = await ask({ messages, tools: [CHAIN_TOOL] });
  if (text.includes(last)) return { right: steps, steps };
  const what = `its answer does not name ${last}: "${text.replaceAll(/\s+/g, " ").trim().slice(0, 80)}"`;
  return { right: steps, steps, wrong: { isRight: false, fault: "no call", what } };
}
