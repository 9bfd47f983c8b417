import { join } from "node:path";
import { z } from "zod";
import { StagewrightError } from "../../dsl/index.js";
import { assertPerson, decisionsIn, type TierProposal, tierProposals } from "../../runner/index.js";
import { sharedLog } from "../../store/index.js";
import { columns } from "../columns.js";
import { didYouMean } from "../nearest.js";
import type { OpenStore } from "../open-store.js";
import { signedBy } from "../signed-by.js";
import { nowOf, type Surroundings } from "../surroundings.js";
import { utcClock } from "../utc-clock.js";

const Settled = z.object({ at: z.iso.datetime(), about: z.string(), by: z.string(), took: z.boolean() });

function settledIn({ root }: OpenStore) {
  return sharedLog({
    path: join(root, "gates", "proposals.jsonl"),
    what: "the answers to proposals",
    lockedCode: "gates/locked",
    line: Settled,
    empty: () => new Map<string, string>(),
    fold: (settled, { about, at }) => settled.set(about, at),
  });
}

/** What a person could be asked less about, by what was decided so far. */
export async function openProposals(open: OpenStore): Promise<readonly TierProposal[]> {
  return tierProposals(await decisionsIn(open.store), settledIn(open).read());
}

/**
 * Keeps a person's word on a proposal. Nothing is changed but that: where tiers stand is written by people.
 *
 * @throws StagewrightError `gates/no-proposal`, `gate/may-not`.
 */
export async function settleProposal(about: string, took: boolean, open: OpenStore, surroundings: Surroundings): Promise<TierProposal> {
  const by = signedBy(surroundings);
  assertPerson(by, "how closely a person is asked");
  const decisions = await decisionsIn(open.store);
  // Looked up where nobody else settles it: of two people one has the word.
  return settledIn(open).change((settled) => {
    const proposals = tierProposals(decisions, settled);
    const found = proposals.find((one) => one.about === about);
    if (found === undefined) {
      throw new StagewrightError("gates/no-proposal", `nothing is proposed about "${about}"`, {
        hint: didYouMean(
          about,
          proposals.map((one) => one.about),
          "`stagewright gates proposals` lists what is",
        ),
      });
    }
    return { add: [{ at: nowOf(surroundings).toISOString(), about, by, took }], gives: found };
  });
}

export function proposalsText(proposals: readonly TierProposal[], root: string): string {
  if (proposals.length === 0) return `nothing is proposed in ${root}\n`;
  return columns([
    ["about", "tier", "would do", "unchanged", "since"],
    ...proposals.map(({ about, tier, lower, unchanged, since }) => [
      about,
      String(tier),
      String(lower),
      `${unchanged} in a row`,
      utcClock(since),
    ]),
  ]);
}

/** The line that a person is to change. */
export function changeText({ about, tier, lower }: TierProposal): string {
  const [pipeline = "", stage] = about.split("/");
  return stage === undefined
    ? `in stagewright.config.ts, the policy that asks for tier ${tier} of "${about}": tier: ${lower}\n`
    : `in the pipeline "${pipeline}": gate("${stage}", { tier: ${lower}, … })\n`;
}
