import { z } from "zod";
import { DeskSettings } from "../chief/index.js";
import { ChannelSettings, DispatchRules } from "../dispatch/index.js";
import { FailoverSettings } from "../failover/index.js";
import { GateSettings, Policies } from "../gates/index.js";
import { LaneSettings } from "../lanes/index.js";
import { MemorySettings } from "../memory/index.js";
import { Catalog, Sessions, TokenizerName } from "../model/index.js";
import { Pools } from "../permits/index.js";
import { RegistrySettings, SessionSettings } from "../registry/index.js";
import { RetentionRules } from "../retention/index.js";
import { Routes } from "../routing/index.js";
import { Budgets } from "../spending/index.js";
import { Guards } from "../tools/index.js";
import { Hooks, Jobs } from "../triggers/index.js";

/** Where `up` is reached: by hooks, and by whatever watches over it. */
export const Listen = z.strictObject({
  port: z.int().min(0).max(65_535).default(8765),
  /** Only from this machine, if left out. */
  host: z.string().min(1).default("127.0.0.1"),
});
export type Listen = z.output<typeof Listen>;

/** What `stagewright.config.ts` may hold. Every part may be left out, and what is left out changes nothing. */
export const Config = z.strictObject({
  models: Catalog.optional(),
  routes: Routes.optional(),
  failover: FailoverSettings.optional(),
  budgets: Budgets.optional(),
  pools: Pools.optional(),
  /** Which effects a person must have a word in, whatever a pipeline says. */
  policies: Policies.optional(),
  /** People by the names of groups, for gates that name `group:<name>`. */
  groups: z.record(z.string().min(1), z.array(z.string().min(1)).min(1)).optional(),
  /** Where people are asked, beside the terminal and the page. */
  gates: GateSettings.optional(),
  /** The ways to people. */
  channels: ChannelSettings.optional(),
  /** How messages go out. */
  dispatch: DispatchRules.optional(),
  guards: Guards.optional(),
  sessions: Sessions.optional(),
  /** What starts by the clock. */
  jobs: Jobs.optional(),
  /** What starts when something is sent to this machine. */
  hooks: Hooks.optional(),
  listen: Listen.optional(),
  /** The queues in which runs wait. */
  lanes: LaneSettings.optional(),
  /** What is done with what people write. */
  desk: DeskSettings.optional(),
  /** How far runs that start runs may branch. */
  registry: RegistrySettings.optional(),
  /** How long the conversations of the front desk last. */
  conversations: SessionSettings.optional(),
  /** How long runs that have ended are kept. */
  retention: RetentionRules.optional(),
  /** What is kept of each day. */
  memory: MemorySettings.optional(),
  /** What counts the tokens that no server counts. Default `rule-of-thumb`; `gpt-tokenizer` takes its package. */
  tokenizer: TokenizerName.optional(),
});
export type Config = z.output<typeof Config>;

/** A config as it is written, before the defaults are put in. */
export type ConfigInput = z.input<typeof Config>;

/**
 * Gives back what it is given: it only lets an editor check it.
 *
 * @example
 * export default defineConfig({ budgets: { dayUsd: 0.47 } });
 */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config;
}
