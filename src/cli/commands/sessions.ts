import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { openSessions, type Session, SessionSettings, type SessionStore } from "../../registry/index.js";
import { columns } from "../columns.js";
import type { Invocation } from "../command-list.js";
import {
  type ConfigOption,
  configOption,
  examples,
  type PrintOptions,
  printOptions,
  type StoreOption,
  storeOption,
} from "../common-options.js";
import { duration } from "../duration.js";
import { EXIT } from "../exit-code.js";
import { loadConfig } from "../load-config.js";
import { openStore } from "../open-store.js";
import { nowOf } from "../surroundings.js";

interface SessionsOptions extends PrintOptions, StoreOption, ConfigOption {
  readonly all?: true;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  const { cwd, out } = surroundings;
  const sessionsOf = async (options: StoreOption & ConfigOption): Promise<{ readonly root: string; readonly sessions: SessionStore }> => {
    const { config } = await loadConfig(cwd, options.config);
    const settings = config.conversations ?? SessionSettings.parse({});
    const { root } = openStore(options.store, cwd);
    return { root, sessions: openSessions(root, { settings: () => settings, now: () => nowOf(surroundings), newId: randomUUID }) };
  };
  command.option("--all", "those that have ended, too");
  configOption(command);
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright sessions", "stagewright sessions --all --json", "stagewright sessions close 5f1c…"]);
  command.action(async (options: SessionsOptions) => {
    const { root, sessions } = await sessionsOf(options);
    const listed = sessions.list().filter(({ end: ended }) => options.all || ended === undefined);
    if (options.json) out.write(`${JSON.stringify({ store: root, sessions: listed }, undefined, 2)}\n`);
    else if (listed.length === 0) out.write(`no conversation is under way in ${root}\n`);
    else out.write(table(listed, sessions, nowOf(surroundings)));
    end(EXIT.done);
  });
  const close = command
    .command("close")
    .description("end a conversation: what is said next begins a new one")
    .argument("<session>", "its id, or enough of its beginning");
  storeOption(close);
  configOption(close);
  examples(close, ["stagewright sessions close 5f1c…"]);
  close.action(async (given: string, _: unknown, called: Command) => {
    const { sessions } = await sessionsOf(called.optsWithGlobals<SessionsOptions>());
    const { id } = await sessions.close(sessionNamed(given, sessions.list()), "a person has closed it");
    out.write(`session ${id} has ended\n`);
    end(EXIT.done);
  });
}

function sessionNamed(given: string, known: readonly Session[]): string {
  const [one, other] = known.filter(({ id }) => id.startsWith(given.replace(/…$/, "")));
  if (one !== undefined && other === undefined) return one.id;
  throw new StagewrightError(
    "usage/session",
    one === undefined ? `there is no session "${given}"` : `"${given}" begins the ids of several sessions`,
    {
      hint: "`stagewright sessions` lists them",
    },
  );
}

function table(listed: readonly Session[], sessions: SessionStore, now: Date): string {
  return columns([
    ["session", "agent", "where", "messages", "last", "ended"],
    ...listed.map(({ id, agent, channel, chat, lastAt, end }) => [
      id,
      agent,
      `${channel}:${chat}`,
      String(sessions.messages(id).length),
      `${duration(now.getTime() - Date.parse(lastAt))} ago`,
      end === undefined ? "" : end.because,
    ]),
  ]);
}
