import type { AnyCheck } from "./check.js";
import { type ContractOptions, contractOf } from "./contract.js";
import { StagewrightError } from "./error.js";
import type { Rollback } from "./rollback.js";
import type { AnyStage, Needs, Stage, StageFunction, StageKind } from "./stage.js";

interface Parts<Name extends string, Targets extends string> {
  readonly name: Name;
  readonly needs?: Needs;
  readonly alsoReads?: readonly AnyStage[];
  readonly checks?: readonly AnyCheck[];
  readonly rollbacks?: Readonly<Record<string, Rollback<Targets> | undefined>>;
  readonly about?: AnyStage;
  readonly uses?: Stage["uses"];
  readonly output?: Stage["output"];
  readonly contract?: ContractOptions;
  readonly functions?: Readonly<Record<string, StageFunction | undefined>>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The one place where a stage comes into being: every factory fills in its parts and nothing else. */
export function makeStage<Name extends string, Out, Reads extends string, Targets extends string>(
  kind: StageKind,
  parts: Parts<Name, Targets>,
): Stage<Name, Out, Reads, Targets> {
  if (!/^[a-z][a-z0-9-]*$/i.test(parts.name)) {
    throw new StagewrightError("stage/name", `"${parts.name}" cannot name a stage`, {
      hint: "use letters, digits and dashes, a letter first: the name becomes a folder",
    });
  }
  const needs = parts.needs ?? {};
  const contract = contractOf(parts.name, parts.contract ?? {});
  const given = [...contract.dod, ...(parts.checks ?? [])].flatMap((check) => Object.values(check.given ?? {}));
  return Object.freeze({
    kind,
    name: parts.name,
    needs: Object.freeze({ ...needs }),
    reads: Object.freeze([...new Set([...Object.values(needs), ...(parts.alsoReads ?? []), ...given])]),
    rollbacks: Object.freeze(present(parts.rollbacks ?? {})),
    about: parts.about,
    uses: Object.freeze({ ...parts.uses }),
    output: parts.output,
    contract,
    functions: Object.freeze(present(parts.functions ?? {})),
    settings: Object.freeze({ ...parts.settings }),
  });
}

function present<T>(record: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter((entry): entry is [string, T] => entry[1] !== undefined));
}
