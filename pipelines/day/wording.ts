import { z } from "zod";
import { claimedIn, countWords, groundedIn } from "../../src/checks/index.js";
import { type AnyStage, type Check, check, gather, type ItemResult, input, pipeline, rollbackTo, write } from "../../src/dsl/index.js";
import { Told } from "./told.js";

const Asked = z.object({
  told: Told,
  /** The same as code says it: what goes out where no model has anything better. */
  plain: z.string(),
  maxWords: z.int().positive(),
});

/** The embedded writer lists facts as they are; what code makes of them reads better. */
const WITHOUT_A_MODEL = /composed without a language model/;

export interface WordingOptions {
  /** The pipeline whose text it is: its lessons are for this text. */
  readonly of: string;
  /** What the model is told about its job. */
  readonly agent: URL;
}

/**
 * A child pipeline that puts what code has found out into words: a model writes, checks review, twice at most it is sent
 * back. Where it fails nothing is lost: see {@link chosen}.
 */
export function wording({ of, agent }: WordingOptions) {
  const asked = input(Asked);
  const draft = write("draft", {
    needs: { asked },
    instructions: [new URL("rules.md", import.meta.url), agent],
    lessons: of,
    prompt: ({ asked: { told, maxWords } }) =>
      `Write at most ${maxWords} words about these facts.\n\n\`\`\`json\n${JSON.stringify(told, undefined, 2)}\n\`\`\``,
    output: z.string().regex(/\S/),
    parse: (answer, { asked }) => (WITHOUT_A_MODEL.test(answer) ? asked.plain : answer.trim()),
    retries: 1,
    timeoutMs: 300_000,
  });
  const review = check("review", {
    of: draft,
    checks: [shortEnough(asked), groundedIn(asked), claimedIn(asked)],
    onFail: rollbackTo(draft, { max: 2 }),
  });
  const said = gather("said", { needs: { draft }, output: z.string(), run: ({ draft }) => draft });
  return pipeline(`${of}-text`, { input: asked, stages: [draft, review, said] });
}

/** What goes out, who has written it, and why it is not the model's text where it is not. */
export const Chosen = z.object({ text: z.string(), by: z.enum(["model", "code"]), because: z.string().nullable() });
export type Chosen = z.output<typeof Chosen>;

/** The model's text where it has passed, else the plain one: never nothing. */
export function chosen(plain: string, [result]: readonly ItemResult<string>[]): Chosen {
  if (result === undefined) return { text: plain, by: "code", because: null };
  if (result.status !== "done") return { text: plain, by: "code", because: result.reason };
  if (result.output === plain) return { text: plain, by: "code", because: "no language model has written it" };
  return { text: result.output, by: "model", because: null };
}

function shortEnough<const Name extends string>(stage: AnyStage<Name>): Check<string, Name> {
  return {
    rule: "day/words",
    given: { asked: stage },
    run: (text, given) => {
      const { maxWords, plain } = Asked.parse(given.asked);
      const count = countWords(text);
      // Code counts what it leaves out, which may take a few words more.
      if (count <= maxWords || text === plain) return [];
      return [{ rule: "day/words", severity: "error", message: `the text has ${count} words, at most ${maxWords} are wanted` }];
    },
  };
}
