import { z } from "zod";
import { Wanted } from "../../src/chief/index.js";
import { type AnyStage, type Check, namesByNearness, StagewrightError } from "../../src/dsl/index.js";

/** What is asked, as far as the reading needs it. */
const Asked = z.object({ text: z.string(), choices: z.array(z.object({ pipeline: z.string(), description: z.string() })) });
type Asked = z.output<typeof Asked>;

/** The embedded writer reads nothing; then code goes by the words. */
const WITHOUT_A_MODEL = /composed without a language model/;

/** What a model's answer says. @throws StagewrightError `front-desk/reading` where it is no such object. */
export function readingFrom(answer: string, asked: Asked): Wanted {
  if (WITHOUT_A_MODEL.test(answer)) return byWords(asked);
  const [, fenced] = /```(?:json)?\s*\n([\s\S]*?)\n```/.exec(answer) ?? [];
  const read = Wanted.safeParse(jsonIn(fenced ?? answer));
  if (read.success) return read.data;
  throw new StagewrightError("front-desk/reading", `the answer does not say what is wanted: ${z.prettifyError(read.error)}`, {
    hint: 'say {"do": "run", "pipeline": "…", "input": {…}} or {"do": "answer", "text": "…"}, and nothing else',
  });
}

/** A pipeline that may not be started is none that a message can want. */
export function chosenAmong<const Name extends string>(stage: AnyStage<Name>): Check<Wanted, Name> {
  return {
    rule: "front-desk/choice",
    given: { asked: stage },
    run: (reading, { asked }) => {
      const names = Asked.parse(asked).choices.map(({ pipeline }) => pipeline);
      if (reading.do === "answer" || names.includes(reading.pipeline)) return [];
      const [near] = namesByNearness(reading.pipeline, names);
      return [
        {
          rule: "front-desk/choice",
          severity: "error",
          message: `"${reading.pipeline}" is none of the pipelines that may be started${near === undefined ? "" : `; take "${near}", or answer`}`,
        },
      ];
    },
  };
}

/** So much of what tells a pipeline apart must be in a message before code takes it to be meant. */
const LEAST = 2;

/** The pipeline whose name or description shares the most words with the message, where one stands out; else a question. */
function byWords({ text, choices }: Asked): Wanted {
  const said = wordsIn(text);
  const scored = choices.map(({ pipeline, description }) => {
    const isNamed = [...wordsIn(pipeline.replaceAll("-", " "))].every((word) => said.has(word));
    const shared = [...wordsIn(description)].filter((word) => said.has(word)).length;
    return { pipeline, score: shared + (isNamed ? LEAST : 0) };
  });
  const [first, second] = scored.toSorted((a, b) => b.score - a.score);
  if (first !== undefined && first.score >= LEAST && first.score > (second?.score ?? 0)) {
    return { do: "run", pipeline: first.pipeline, input: {} };
  }
  const names = choices.map(({ pipeline }) => pipeline).join(", ");
  return {
    do: "answer",
    text:
      names === ""
        ? "I cannot tell what you want."
        : `I cannot tell what you want. I can start ${names}: write /run and its name, with its input as JSON.`,
  };
}

const COMMON = new Set("the and for with from what that this have your you are was not can into about them then each".split(" "));

function wordsIn(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word)));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
