import type { Fate, GateToAsk, OpenGates } from "../../../asking/index.js";
import { decisionAt } from "../../../core/index.js";
import { readableRun, readRun, rootRun } from "../../../runner/index.js";
import type { Store } from "../../../store/index.js";
import type { JsonSchema } from "../../json-schema.js";
import type { OpenStore } from "../../open-store.js";
import type { Surroundings } from "../../surroundings.js";
import { type AnswerField, answerFields, readAnswer } from "../answer-fields.js";
import { atGate, oneByOne } from "../at-gate.js";
import { valueText } from "../question.js";

interface Needs {
  readonly open: OpenStore;
  readonly surroundings: Surroundings;
  readonly resumptions: { add(root: string): void | Promise<void> };
}

/** The gates of a store for those who ask elsewhere than here. */
export function knownGates({ open, surroundings, resumptions }: Needs): OpenGates {
  const inTurn = oneByOne();
  /** A run is read again once something was added: also one that has ended may be gone back in. */
  const known = new Map<string, { readonly stamp: string; readonly gates: readonly GateToAsk[] }>();
  const at = (run: string, opened: number, where: string, by?: string) =>
    atGate({ run, opened }, { open, surroundings, where, ...(by !== undefined && { by }) });
  return {
    waiting: async () => {
      const runs = new Set(await open.store.runs());
      for (const run of known.keys()) if (!runs.has(run)) known.delete(run);
      for (const run of runs) {
        const stamp = await open.store.stamp(run);
        if (known.get(run)?.stamp !== stamp) known.set(run, { stamp, gates: await gatesIn(open.store, run) });
      }
      return [...known.values()].flatMap(({ gates }) => gates).sort((a, b) => (a.gate.at < b.gate.at ? -1 : 1));
    },
    fate: async ({ run, opened }): Promise<Fate> => {
      if (!(await open.store.runs()).includes(run)) return { ended: "gone" };
      const { state, events } = await readRun(open.store, run);
      const gate = events[opened - 1];
      const decided = gate?.type === "gate-opened" ? decisionAt(events, gate) : undefined;
      if (decided !== undefined) return { decided };
      return { ended: state.status === "cancelled" ? "cancelled" : "gone" };
    },
    decide: ({ run, opened }, decision, { by, where, seen }) =>
      inTurn(async () => (await at(run, opened, where, by)).decide(decision, seen)),
    answerIn: async ({ run, opened }, text) => {
      const { question } = await at(run, opened, "");
      const { waiting, stage, pipeline } = question;
      const asks = waiting.on === "gate" ? waiting.gate.asks : undefined;
      // The journal keeps the question's JSON Schema as plain JSON.
      const fields = answerFields((asks ?? {}) as JsonSchema);
      const written = writtenFields(text, fields);
      const schema = pipeline.stages.find(({ name }) => name === stage)?.output;
      const read = readAnswer(fields, (id) => written.get(id) ?? "", schema);
      if (!("errors" in read)) return read;
      const faults = [...read.errors].map(([id, fault]) => faultText(fields.find((field) => field.id === id)?.name, fault));
      return { faults, fields: fields.map(askedField) };
    },
    goOn: async (run) => {
      await resumptions.add(await rootRun(open.store, run));
    },
  };
}

async function gatesIn(store: Store, run: string): Promise<readonly GateToAsk[]> {
  const read = await readableRun(store, run);
  // A run that was cancelled keeps the gate that it waited at, and asks nobody any more.
  if (read === undefined || read.state.status === "cancelled") return [];
  const { state, load } = read;
  const gates = [...state.stages.values()].flatMap(({ waiting }) => (waiting?.on === "gate" ? [waiting.gate] : []));
  return Promise.all(
    gates.map(async (gate) => {
      const kept = gate.request ?? state.stages.get(gate.shows)?.output;
      return {
        run,
        pipeline: state.pipeline,
        gate,
        asker: state.started?.by ?? "",
        shown: kept === undefined ? "" : valueText(await load(kept)),
        fields: gate.asks === undefined ? [] : answerFields(gate.asks as JsonSchema).map(askedField),
      };
    }),
  );
}

function askedField({ name, schema, shape, isRequired }: AnswerField): GateToAsk["fields"][number] {
  const takes = shape.choices === undefined ? (shape.kind === "text" ? (schema.format ?? "text") : shape.kind) : shape.choices.join(" or ");
  return { name, takes: schema.description === undefined ? takes : `${schema.description} (${takes})`, isRequired };
}

/** Lines `name: value`; what stands in the lines behind one belongs to its value. */
function writtenFields(text: string, fields: readonly AnswerField[]): ReadonlyMap<string, string> {
  const [first] = fields;
  if (first !== undefined && first.name === undefined) return new Map([[first.id, text.trim()]]);
  const written = new Map<string, string>();
  let at: string | undefined;
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^\s*[-*]?\s*([^:]+?)\s*:\s*(.*)$/.exec(line) ?? [];
    const field = fields.find((one) => one.name?.toLowerCase() === name.toLowerCase());
    if (field !== undefined) {
      at = field.id;
      written.set(at, value.trim());
    } else if (at !== undefined && line.trim() !== "") written.set(at, `${written.get(at) ?? ""}\n${line}`.trim());
  }
  return written;
}

function faultText(name: string | undefined, fault: string): string {
  return name === undefined || fault.includes(name) ? fault : `${name}: ${fault}`;
}
