import { groundedIn, sections, words } from "../checks/index.js";
import {
  type AnyCheck,
  type AnyPipeline,
  type AnyStage,
  check,
  gate,
  gather,
  input,
  pipeline,
  rollbackTo,
  type Stage,
  type StageTool,
  type Uses,
  work,
  write,
} from "../dsl/index.js";
import { answerOf, outcomeOf } from "./answer.js";
import { Brief } from "./brief.js";
import { TaskContext } from "./context.js";
import { type AnyGatherer, fitted } from "./gatherer.js";
import { proposals } from "./growth.js";
import { SUMMARY, taskPrompt } from "./prompt.js";
import { TaskAnswer, TaskOutcome } from "./task-outcome.js";
import type { TaskKind, Template } from "./template.js";
import { workspace } from "./workspace.js";
import { workspaceTools } from "./workspace-tools.js";

/** So often a task's text may be sent back with what is wrong with it. */
const MOST_REVISIONS = 2;

export interface Hands {
  readonly gatherers: Readonly<Record<string, AnyGatherer>>;
  readonly tools: readonly StageTool[];
}

/** The pipeline of one kind of task: collect, do, review, ask a person where the kind says so, hand on. */
export function taskPipeline(template: Template, name: string, kind: TaskKind, { gatherers, tools }: Hands): AnyPipeline {
  const perTask = template.grow?.perTask ?? 0;
  const context = input(TaskContext);
  const named = kind.gathers.flatMap((one) => gatherers[one] ?? []);
  const theirs: Uses = Object.assign({}, ...named.map((one) => one.uses));
  const brief = gather("brief", {
    needs: { context },
    uses: { ...theirs, workspace },
    output: Brief,
    run: async ({ context: told }, env) => {
      const material = [];
      for (const { gather: collect } of named) material.push(...(await collect(told, env)));
      const { folder } = await env.workspace.folder({});
      return { context: told, material: [...fitted(material)], folder };
    },
  });
  const prompt = ({ brief: known }: { readonly brief: Brief }) => taskPrompt(kind, known, perTask);
  const act: Stage<"do", TaskAnswer, "brief", never> =
    kind.tools.length === 0
      ? write("do", { needs: { brief }, output: TaskAnswer, prompt, parse: answerOf, retries: kind.retries })
      : work("do", {
          needs: { brief },
          output: TaskAnswer,
          tools: ({ brief: { folder } }) => [...workspaceTools(folder), ...tools],
          allow: kind.tools,
          artifacts: ({ brief: { context: told } }) => kind.artifacts.map((path) => path.replaceAll("{task}", told.task.name)),
          cites: kind.done.cites ? "shown" : "any",
          prompt,
          parse: answerOf,
          retries: kind.retries,
        });
  const checks: AnyCheck<TaskAnswer>[] = [
    sections({ titles: [SUMMARY, ...kind.done.sections], prose: true }),
    words(kind.done.words),
    proposals({ kinds: kind.proposes, perTask }),
    // What a tool showed is known to the stage itself, which holds its citations to that.
    ...(kind.done.cites && kind.tools.length === 0 ? [groundedIn(brief, { allow: [SUMMARY, ...kind.done.sections] })] : []),
  ];
  const review = check("review", { of: act, checks, onFail: rollbackTo(act, { max: MOST_REVISIONS }) });
  const approve =
    kind.gate === undefined
      ? undefined
      : gate("approve", { tier: kind.gate, shows: act, onReject: rollbackTo(act, { max: MOST_REVISIONS }) });
  const outcome = gather("outcome", {
    needs: { answer: approve ?? act },
    output: TaskOutcome,
    run: ({ answer }) => outcomeOf(TaskAnswer.parse(answer)),
  });
  const stages: readonly AnyStage[] = [brief, act, review, ...(approve ? [approve] : []), outcome];
  return pipeline(`${template.kind}-${name}`, { description: kind.role, input: context, stages });
}
