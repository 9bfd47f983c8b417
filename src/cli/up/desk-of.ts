import { z } from "zod";
import { asQueued, CHIEF, type FrontDesk, frontDesk, type Queue, type Work } from "../../chief/index.js";
import type { Incoming, Outbox } from "../../dispatch/index.js";
import { StagewrightError } from "../../dsl/index.js";
import type { Lanes } from "../../lanes/index.js";
import { type Memory, MemoryRules } from "../../memory/index.js";
import { estimateTokens } from "../../model/index.js";
import { assertInput } from "../input-flags.js";
import { jsonSchemaOf } from "../json-schema.js";
import { ownFile } from "../lessons/known-lessons.js";
import { findPipeline, loadPipeline, pipelineNames } from "../load-pipeline.js";
import { nowOf, type Surroundings } from "../surroundings.js";
import type { Conversations } from "./conversations.js";
import type { KnownRuns } from "./known-runs.js";
import type { Said } from "./said.js";
import type { UpSettings } from "./up-settings.js";

interface Needs {
  readonly folder: string;
  readonly settings: () => UpSettings;
  readonly lanes: Lanes;
  readonly outbox: Outbox;
  readonly runs: Pick<KnownRuns, "expect">;
  readonly memory: Pick<Memory, "load">;
  readonly conversations: Pick<Conversations, "before">;
  readonly said: Pick<Said, "sourceAnswered" | "threadOf">;
  /** What runs, what waits and what went wrong, now. */
  readonly status: () => Promise<string>;
  /** Told that something lies in a lane, or is to end. */
  readonly look: () => Promise<void>;
  readonly surroundings: Surroundings;
  /** Does not wait for people to write on: for a look that ends. */
  readonly atOnce: boolean;
}

/** The pipeline that reads what no rule can. */
const READER = "front-desk";
const LANE = "main";

/** The front desk of a config: what people write becomes an answer, or work in a lane. */
export function deskOf({
  folder,
  settings,
  lanes,
  runs,
  outbox,
  memory,
  conversations,
  said,
  status,
  look,
  surroundings,
  atOnce,
}: Needs): FrontDesk {
  const { cwd } = surroundings;
  const now = () => nowOf(surroundings);
  /** Nothing is queued that could not be started: the pipeline is there, and its input fits. */
  const queue: Queue = async (work, item) => {
    await assertStartable(work, cwd);
    assertAgent(work, settings().agents);
    const { before } = await lanes.enqueue({ id: item, lane: LANE, owner: work.thread ?? work.source, work: z.json().parse(work) });
    await runs.expect(item, work);
    await look();
    return asQueued({ item, lane: LANE, work, before });
  };
  return frontDesk({
    ...{ folder, now, queue, status },
    settings: () => (atOnce ? { ...settings().desk, quietMs: 0 } : settings().desk),
    stop: async (item) => {
      await lanes.cancel(item);
      await look();
    },
    reply: async ({ channel, chat, thread }, message, id) => {
      await outbox.emit({ source: CHIEF, action: "reply", chat_id: `${channel}:${chat}`, message, thread, priority: "high" }, `desk:${id}`);
    },
    teach: async ({ pipeline, text, by }) => {
      findPipeline(pipeline, cwd);
      const at = now().toISOString();
      const lesson = { category: "GENERAL", severity: "warning" as const, description: text.trim(), by };
      const { added, seenAgain } = await ownFile(pipeline, surroundings).learn({ at, lessons: [lesson] });
      return added.length > 0
        ? `Noted for "${pipeline}": its next runs are told.`
        : `"${pipeline}" is told so already (${seenAgain.map(({ id }) => id).join(", ")}); it counts for more now.`;
    },
    threadOf: said.threadOf,
    pipelineAnswered: (channel, message) => {
      const source = said.sourceAnswered(channel, message);
      return source === undefined || OF_ITS_OWN.includes(source) ? undefined : source;
    },
    // Whoever asks at gates has listened before, and hands on only what is no answer to them.
    isForGate: () => false,
    personOf: (channel, message) => personIn(settings(), channel, message),
    reader: {
      pipeline: READER,
      input: async (text, { channel, chat, thread }) => {
        const before = conversations.before(channel, chat);
        const notes = memory.load(MemoryRules.parse({}), { countTokens: (one) => estimateTokens([one]) }).text;
        return { text, thread, notes, before, choices: await choicesOf(settings().desk.pipelines, cwd) };
      },
    },
  });
}

/** Who says things that no pipeline has said. */
const OF_ITS_OWN = [CHIEF, "gates", "health"];

/** Known only where the channel vouches for who writes. */
export function personIn({ places }: UpSettings, channel: string, { chat, from }: Incoming): string | undefined {
  const { id } = from;
  if (id === null) return undefined;
  const place = places.find((one) => one.to === `${channel}:${chat}` && one.proof === "sender");
  return place !== undefined && Object.hasOwn(place.people, id) ? place.people[id] : undefined;
}

/** @throws StagewrightError `usage/pipeline`, `usage/pipeline-file`, `run/input` */
async function assertStartable(work: Work, cwd: string): Promise<void> {
  const { pipeline } = await loadPipeline(findPipeline(work.pipeline, cwd), cwd);
  assertInput(pipeline, work.input, []);
}

/** Asked before it lies in a lane: from then on it is begun, whoever it is for. @throws StagewrightError `desk/agent` */
function assertAgent({ agent }: Work, agents: readonly string[]): void {
  if (agent === undefined || agents.includes(agent)) return;
  throw new StagewrightError("desk/agent", `there is no agent "${agent}"`, { hint: `there are ${[...new Set(agents)].join(", ")}` });
}

/** What a message may start: the pipelines that the config names, else those of the folder. */
async function choicesOf(named: readonly string[] | undefined, cwd: string): Promise<Work["input"]> {
  const names = named ?? pipelineNames(cwd).filter((name) => name !== READER && !("shipped" in findPipeline(name, cwd)));
  const choices = await Promise.all(
    names.map(async (name) => {
      const { pipeline } = await loadPipeline(findPipeline(name, cwd), cwd);
      const { output } = pipeline.input;
      const takes = output === undefined ? {} : z.json().parse(jsonSchemaOf(output));
      return { pipeline: name, description: pipeline.description ?? "", takes };
    }),
  );
  return choices;
}
