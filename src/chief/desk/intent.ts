import type { DeskSettings } from "./desk-settings.js";

/** What a message wants, as far as rules can tell. */
export type Intent =
  | { readonly wants: "help" }
  | { readonly wants: "status" }
  | { readonly wants: "stop" }
  | { readonly wants: "lesson"; readonly pipeline: string | undefined; readonly text: string }
  | { readonly wants: "pipeline"; readonly pipeline: string; readonly input: unknown; readonly agent?: string }
  | { readonly wants: "unreadable"; readonly because: string }
  /** For a model to say, by its route. */
  | { readonly wants: "unclear" };

export interface IntentFacts {
  readonly intents: DeskSettings["intents"];
  /** The pipeline whose message is answered. */
  readonly answeredPipeline?: string | undefined;
}

/** Questions after what goes on; answered from live state, never by a model. */
const STATUS = [
  /^(?:status|stand)$/,
  /^what(?:s| is| are)? (?:you )?(?:running|waiting|going on|happening|queued|open|doing)(?: now| right now)?$/,
  /^what (?:runs|waits)(?: now| right now)?$/,
  /^(?:are you|anything) (?:busy|running|waiting)$/,
  /^how (?:far|is it going|are things)\b.{0,40}$/,
  /^ce (?:faci|ruleaza|asteapta)(?: acum)?$/,
  /^was (?:lauft|wartet|machst du)(?: gerade| jetzt)?$/,
];

/** How people begin when they correct something. */
const CORRECTION =
  /^(?:no|nope|wrong|not like (?:this|that)|next time|from now on|in future|(?:please )?(?:do not|dont|never|always|stop|avoid)|instead|too (?:long|short|formal|casual|many|much))\b/;

/** Teaches without an answer to anything. */
const TEACHING = /^(?:next time|from now on|in future)\b/;

const POLITE = /^(?:please|hey|hi|hello|ok|okay|could you|can you|would you)\s+|\s+(?:please|thanks|thank you)$/g;

/** What a message wants by its words: commands first, then the intents of the configuration, then questions and corrections. */
export function intentOf(text: string, { intents, answeredPipeline }: IntentFacts): Intent {
  const trimmed = text.trim();
  if (trimmed.startsWith("/")) return commandOf(trimmed);
  const plain = plainOf(trimmed);
  const known = intents.find(({ says }) => says.some((words) => plainOf(words) === plain));
  if (known !== undefined) {
    const { pipeline, input, agent } = known;
    return { wants: "pipeline", pipeline, input, ...(agent !== undefined && { agent }) };
  }
  if (STATUS.some((pattern) => pattern.test(plain))) return { wants: "status" };
  if (answeredPipeline !== undefined && CORRECTION.test(plain)) return { wants: "lesson", pipeline: answeredPipeline, text: trimmed };
  if (TEACHING.test(plain)) return { wants: "lesson", pipeline: answeredPipeline, text: trimmed };
  return { wants: "unclear" };
}

const COMMANDS = "/help, /status, /stop, /run <pipeline> [input as JSON], /lesson <pipeline> <what to do better>";

function commandOf(text: string): Intent {
  const [, name = "", rest = ""] = /^\/([a-z]+)\s*([\s\S]*)$/i.exec(text) ?? [];
  const [, first, second = ""] = /^(\S+)\s*([\s\S]*)$/.exec(rest) ?? [];
  switch (name.toLowerCase()) {
    case "help":
    case "start":
      return { wants: "help" };
    case "status":
      return { wants: "status" };
    case "stop":
      return { wants: "stop" };
    case "run":
      return first === undefined ? { wants: "unreadable", because: "name the pipeline: /run publisher" } : runOf(first, second.trim());
    case "lesson":
      return first === undefined || second.trim() === ""
        ? { wants: "unreadable", because: "name the pipeline and what to do better: /lesson publisher Keep titles short." }
        : { wants: "lesson", pipeline: first, text: second.trim() };
    default:
      return { wants: "unreadable", because: `there is no command "/${name}"; there are ${COMMANDS}` };
  }
}

function runOf(pipeline: string, json: string): Intent {
  if (json === "") return { wants: "pipeline", pipeline, input: {} };
  try {
    return { wants: "pipeline", pipeline, input: JSON.parse(json) };
  } catch (error) {
    return { wants: "unreadable", because: `the input is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** A text without case, accents, punctuation and politeness. */
function plainOf(text: string): string {
  const words = text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const polite = words.replaceAll(POLITE, "").trim();
  return polite === words ? words : plainOf(polite);
}

export const HELP = `Write what you need in your own words, or use ${COMMANDS}. Answer a message to correct what it brought.`;
