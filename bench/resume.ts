import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import {
  type AnyPipeline,
  type AnyStage,
  adapter,
  check,
  gate,
  gather,
  implement,
  input,
  pipeline,
  query,
  rollbackTo,
} from "../src/dsl/index.js";
import { resumeRun, startRun } from "../src/runner/index.js";
import { fileStore } from "../src/store/index.js";
import { inFolder, inTurn, type Measure, msOf } from "./measure.js";

const STAGES = 50;
const ROUNDS = 49;
const TIMES = 21;
const RUN = "long";

const pages = adapter("pages", {
  read: query({ takes: z.object({ page: z.int() }), gives: z.object({ page: z.int(), text: z.string() }) }),
});

/** A run that has gone round and round and now rests at a gate: resumed, it reads its journal and rests again at once. */
export const resume: Measure = () =>
  inFolder(async (folder) => {
    const store = fileStore(join(folder, "runs"));
    const adapters = [
      implement(pages, "bench", { read: { perform: async ({ page }) => ({ page, text: `page ${page} says `.repeat(10) }) } }),
    ];
    const long = rounds();
    const { state } = await startRun(long, { store, adapters, run: RUN, input: {} });
    const path = join(folder, "runs", RUN, "journal.jsonl");
    const ours = () => msOf(() => resumeRun(long, RUN, { store, adapters }));
    const theirs = () => msOf(() => parsed(path));
    const { ratio, oursMs, theirsMs } = await inTurn(TIMES, ours, theirs);
    const megabytes = readFileSync(path).length / 1_000_000;
    return [
      {
        what: "resume of a long run, against reading and parsing its journal",
        ratio,
        most: 2,
        detail: `${state.seq} events, ${megabytes.toFixed(1)} MB (${STAGES} stages with two calls each, ${ROUNDS} rollbacks): ${ms(oursMs)}, ${ms(theirsMs)}`,
      },
    ];
  });

/** Stages with two calls each, and a review that sends all of them round again, up to a gate. */
function rounds(): AnyPipeline {
  const first = readsTwo(1);
  const more = Array.from({ length: STAGES - 3 }, (_, index): AnyStage => readsTwo(index + 2));
  let round = 0;
  const again = {
    rule: "again",
    run: () => {
      round += 1;
      return round > ROUNDS ? [] : [{ rule: "again", severity: "error" as const, message: `round ${round} is not the last` }];
    },
  };
  const review = check("review", { of: first, checks: [again], onFail: rollbackTo(first, { max: ROUNDS }) });
  const stages: readonly AnyStage[] = [first, ...more, review, gate("approve", { tier: 4, shows: first })];
  return pipeline("rounds", { input: input(z.object({})), stages });
}

function readsTwo(number: number) {
  return gather(`read-${number}`, {
    uses: { pages },
    output: z.object({ texts: z.array(z.string()) }),
    run: async (_, { pages: book }) => {
      const one = await book.read({ page: number });
      const two = await book.read({ page: number + 1 });
      return { texts: [one.text, two.text] };
    },
  });
}

function parsed(path: string): readonly unknown[] {
  const lines = readFileSync(path, "utf8").split("\n");
  lines.pop();
  return lines.map((line): unknown => JSON.parse(line));
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}
