import {
  type CodeTree,
  claims,
  codeClaims,
  grounding,
  type Pack,
  publisher,
  repetition,
  safety,
  structure,
  type Text,
  tropes,
} from "../../checks/index.js";
import { type AnyCheck, StagewrightError } from "../../dsl/index.js";
import { didYouMean } from "../nearest.js";
import { isPackFile, loadPack } from "./load-pack.js";

/** What the command line gives to packs. */
export interface PackInput {
  readonly sections: readonly string[];
  readonly banned: readonly string[];
  readonly heldBack: readonly string[];
  readonly allow: readonly string[];
  readonly prompt: string | undefined;
  /** What was read from --code. */
  readonly code: CodeTree | undefined;
  /** What was read from --facts. */
  readonly facts: unknown;
}

/** A pack as the command line offers it. */
export interface PackEntry {
  readonly pack: Pick<Pack, "name" | "description" | "rules">;
  readonly checks: (given: PackInput) => readonly AnyCheck<Text>[];
  /** Whether it is used where no pack is named. */
  readonly isDefault?: true;
  /** Packs that are used with it; those that need facts where facts are given. */
  readonly brings?: readonly string[];
  /** Whether it compares with facts, and is not used without. */
  readonly needsFacts?: true;
  /** The same for code. */
  readonly needsCode?: true;
  /** Whether a text may switch its rules off by a comment: not what guards others from the text. */
  readonly canDisable: boolean;
}

/** Adding a pack is adding an entry. */
export const PACKS: readonly PackEntry[] = [
  // A house's limits for one kind of text: a list is no fault in a README.
  {
    pack: publisher,
    checks: ({ sections, banned }) => publisher.checks({ sections, banned }),
    brings: ["tropes", "grounding", "claims"],
    canDisable: true,
  },
  { pack: structure, checks: () => structure.checks(), isDefault: true, canDisable: true },
  { pack: tropes, checks: () => tropes.checks(), isDefault: true, canDisable: true },
  {
    pack: safety,
    checks: ({ heldBack, allow }) => safety.checks({ allow, ...(heldBack.length > 0 && { heldBack }) }),
    isDefault: true,
    canDisable: false,
  },
  {
    pack: repetition,
    checks: ({ prompt }) => repetition.checks(prompt === undefined ? {} : { prompt }),
    isDefault: true,
    canDisable: true,
  },
  { pack: grounding, checks: ({ facts }) => grounding.checks({ facts }), needsFacts: true, canDisable: false },
  { pack: claims, checks: ({ facts }) => claims.checks({ facts }), needsFacts: true, canDisable: false },
  { pack: codeClaims, checks: ({ code }) => codeClaims.checks(code === undefined ? {} : { code }), needsCode: true, canDisable: false },
];

interface Choice {
  readonly hasFacts: boolean;
  readonly hasCode: boolean;
  readonly cwd: string;
}

/** The packs of these names or files, or those that are used where none is named. Throws `usage/pack`, which names the nearest, and `check/pack`. */
export async function choosePacks(names: readonly string[], { hasFacts, hasCode, cwd }: Choice): Promise<readonly PackEntry[]> {
  if (names.length === 0)
    return PACKS.filter(({ isDefault, needsFacts, needsCode }) => isDefault || (needsFacts && hasFacts) || (needsCode && hasCode));
  const known = PACKS.map(({ pack }) => pack.name);
  const named: PackEntry[] = [];
  for (const name of names) {
    if (isPackFile(name)) {
      const entry = await loadPack(name, { cwd, taken: [...known, ...named.map(({ pack }) => pack.name)] });
      named.push(entry);
      continue;
    }
    const entry = PACKS.find(({ pack }) => pack.name === name);
    if (entry === undefined) throw new StagewrightError("usage/pack", `there is no pack "${name}"`, { hint: didYouMean(name, known, "") });
    if (entry.needsFacts && !hasFacts) {
      throw new StagewrightError("usage/facts", `the pack "${name}" compares with facts, and none are given`, {
        hint: "name their file: --facts facts.json",
      });
    }
    if (entry.needsCode && !hasCode) {
      throw new StagewrightError("usage/code", `the pack "${name}" compares with code, and none is given`, {
        hint: "name its folder: --code .",
      });
    }
    named.push(entry);
  }
  const brought = PACKS.filter(
    ({ pack, needsFacts }) => (!needsFacts || hasFacts) && named.some(({ brings }) => brings?.includes(pack.name)),
  );
  return [...new Set([...named, ...brought])];
}
