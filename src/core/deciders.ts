import type { Deciders } from "../dsl/index.js";

/** Whoever is named like this is no person: an agent, or what a model's tool has started. */
export const AGENT_PREFIX = "agent:";

/** In the environment of whatever a run starts: what it is, so that it signs as no person. */
export const AGENT_VARIABLE = "STAGEWRIGHT_AGENT";

/** Before the name of a group, where people are named. */
export const GROUP_PREFIX = "group:";

/** People by the names of groups. */
export type Groups = Readonly<Record<string, readonly string[]>>;

/** The same with each group's members in its place; a group that is not there has none. */
export function withoutGroups(deciders: Deciders, groups: Groups): Deciders {
  const { people } = deciders;
  if (people === undefined) return deciders;
  const members = people.flatMap((name) => (name.startsWith(GROUP_PREFIX) ? (groups[name.slice(GROUP_PREFIX.length)] ?? []) : [name]));
  return { ...deciders, people: [...new Set(members)] };
}

/**
 * Why somebody may not decide at a gate, as the end of a sentence; nothing where the person may. What runs unattended
 * never may, whatever the gate says: nobody who asks approves for himself.
 */
export function whyNotDecide(by: string, { people, notAsker }: Deciders, asker: string): string | undefined {
  if (by.startsWith(AGENT_PREFIX)) return `"${by}" is no person`;
  if (notAsker === true && by === asker) return `"${by}" has started the run that asks`;
  if (people !== undefined && !people.includes(by)) return `"${by}" is none of them`;
  return undefined;
}

/** Who may decide, in words: `ana or ion, but not who started the run`. */
export function decidersText({ people, notAsker }: Deciders): string {
  const who =
    people === undefined
      ? "any person"
      : people.map((name) => (name.startsWith(GROUP_PREFIX) ? `the group ${name.slice(GROUP_PREFIX.length)}` : name)).join(" or ");
  return notAsker === true ? `${who}, but not who started the run` : who;
}
