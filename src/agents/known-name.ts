import { namesByNearness } from "../dsl/index.js";

/** What was probably meant, or which names there are. */
export function nameHint(name: string, names: readonly string[]): string {
  const [near] = namesByNearness(name, names, { most: 1 / 2 });
  if (near !== undefined) return `did you mean "${near}"?`;
  if (names.length === 0) return "there is none yet";
  return `there ${names.length === 1 ? "is" : "are"} ${names.map((one) => `"${one}"`).join(", ")}`;
}
