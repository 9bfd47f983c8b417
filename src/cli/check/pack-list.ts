import { columns } from "../columns.js";
import { PACKS } from "./packs.js";

/** Each pack with its rules, for people. */
export function packList(): string {
  return PACKS.map(({ pack, needsFacts, needsCode, brings }) => {
    const notes = [
      ...(needsFacts ? ["needs --facts"] : []),
      ...(needsCode ? ["needs --code"] : []),
      ...(brings ? [`brings ${brings.join(", ")}`] : []),
    ];
    const head = `${pack.name}: ${pack.description}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}\n`;
    const rows = pack.rules.map(({ id, why }) => [id, why]);
    return `${head}${columns(rows, "  ")}`;
  }).join("\n");
}

/** The same for programs. */
export function packFacts(): readonly object[] {
  return PACKS.map(({ pack: { name, description, rules }, isDefault, needsFacts, needsCode, brings = [], canDisable }) => ({
    name,
    description,
    isDefault: isDefault === true,
    needsFacts: needsFacts === true,
    needsCode: needsCode === true,
    brings,
    canDisable,
    rules: rules.map(({ id, why }) => ({ id, why })),
  }));
}
