import { InvalidArgumentError } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { type Calendar, rootOf, type SpentCall } from "../../spending/index.js";
import { didYouMean } from "../nearest.js";

export interface Which {
  /** Days, both of them counted in. */
  readonly since?: string;
  readonly until?: string;
  readonly pipeline?: string;
  readonly run?: string;
}

/** A day as an option takes it. */
export function readDay(text: string): string {
  const at = new Date(`${text}T00:00:00Z`);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError("it takes a day such as 2026-12-01");
}

/** The calls that were asked for. A run stands for all runs below it, too. */
export function whichCalls(calls: readonly SpentCall[], which: Which, calendar: Calendar): readonly SpentCall[] {
  const { since = "", until = "9999-12-31", pipeline, run } = which;
  return calls.filter((call) => {
    const day = calendar.dayOf(new Date(call.at));
    return (
      day >= since &&
      day <= until &&
      (pipeline === undefined || call.pipeline === pipeline) &&
      (run === undefined || call.run === run || call.run?.startsWith(`${run}.`))
    );
  });
}

/** @throws StagewrightError `usage/pipeline` for a name that stands nowhere in the ledger. */
export function knownPipeline(name: string, calls: readonly SpentCall[]): void {
  const names = new Set(calls.flatMap(({ pipeline }) => pipeline ?? []));
  if (names.has(name)) return;
  throw new StagewrightError("usage/pipeline", `no call was made for a pipeline "${name}"`, {
    hint: didYouMean(name, [...names].sort(), "no call was made for any"),
  });
}

/** The run that is meant, by its name, the beginning of it, or the letters at its end. A run need not be there any more. */
export function knownRun(given: string, calls: readonly SpentCall[]): string {
  const runs = new Set(calls.flatMap(({ run }) => run ?? []));
  for (const run of [...runs]) runs.add(rootOf(run));
  if (runs.has(given)) return given;
  const roots = [...new Set([...runs].map(rootOf))];
  const beginning = roots.filter((run) => run.startsWith(given));
  const found = beginning.length > 0 ? beginning : roots.filter((run) => run.slice(run.lastIndexOf("-") + 1).startsWith(given));
  const [only, other] = found;
  if (only !== undefined && other === undefined) return only;
  throw new StagewrightError(
    "usage/run",
    only === undefined ? `no call was made for a run "${given}"` : `"${given}" may be any of ${found.length} runs`,
    {
      hint:
        only === undefined
          ? didYouMean(given, roots, "no call was made for any")
          : `give more of the name: ${found.map((run) => `"${run}"`).join(", ")}`,
    },
  );
}
