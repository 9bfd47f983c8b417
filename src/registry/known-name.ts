import { namesByNearness, StagewrightError } from "../dsl/index.js";

/** Nothing is run under a name that nobody knows, nor without one. @throws StagewrightError `registry/unknown-<what>`. */
export function assertKnown(what: "agent" | "model", name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  // Whoever writes plain JavaScript may have left it out.
  if (!name) throw new StagewrightError(`registry/unknown-${what}`, `a run needs the name of its ${what}`, { hint: thereAre(names) });
  const near = namesByNearness(name, names, { most: 1 / 2 }).slice(0, 3);
  const meant = near.length === 0 ? "" : `did you mean ${near.map((one) => `"${one}"`).join(" or ")}? `;
  throw new StagewrightError(`registry/unknown-${what}`, `there is no ${what} "${name}"`, { hint: `${meant}${thereAre(names)}` });
}

function thereAre(names: readonly string[]): string {
  return names.length === 0 ? "There is none yet" : `There are ${names.map((name) => `"${name}"`).join(", ")}`;
}
