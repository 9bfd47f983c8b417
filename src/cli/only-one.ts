import { StagewrightError } from "../dsl/index.js";

/** Throws `usage/flags` where more than one of the flags was given. */
export function onlyOne(flags: Readonly<Record<string, unknown>>): void {
  const given = Object.entries(flags).flatMap(([flag, value]) => (value === undefined ? [] : [flag]));
  if (given.length < 2) return;
  throw new StagewrightError("usage/flags", `${given.join(" and ")} cannot be given together`, { hint: "choose one of them" });
}
