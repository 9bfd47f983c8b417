import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { DispatchRules, type Outbox, type OutboxState, openOutbox } from "../../dispatch/index.js";
import { columns } from "../columns.js";
import type { Invocation } from "../command-list.js";
import { examples, type PrintOptions, printOptions, type StoreOption, storeOption } from "../common-options.js";
import { duration } from "../duration.js";
import { EXIT } from "../exit-code.js";
import { openStore } from "../open-store.js";
import { nowOf, type Surroundings } from "../surroundings.js";

interface OutboxOptions extends PrintOptions, StoreOption {}

export function define(command: Command, { surroundings, end }: Invocation): void {
  storeOption(command);
  printOptions(command);
  examples(command, ["stagewright outbox", "stagewright outbox --json", "stagewright outbox again 5f1c…", "stagewright outbox drop 5f1c…"]);
  command.action((options: OutboxOptions) => {
    const { root } = openStore(options.store, surroundings.cwd);
    const listed = listOf(outboxIn(root, surroundings).log.read());
    if (options.json) surroundings.out.write(`${JSON.stringify({ store: root, ...listed }, undefined, 2)}\n`);
    else surroundings.out.write(textOf(listed, root, nowOf(surroundings)));
    end(EXIT.done);
  });
  decision(command, "again", "queue a message again that was given up", (outbox, id) => outbox.again(id));
  decision(command, "drop", "take a message off the list of those that were given up", (outbox, id) => outbox.drop(id));

  function decision(parent: Command, name: string, description: string, decide: (outbox: Outbox, id: string) => Promise<void>): void {
    const one = parent.command(name).description(description).argument("<message>", "its id, as `stagewright outbox` shows it");
    storeOption(one);
    one.action(async (id: string, _: unknown, called: Command) => {
      const { root } = openStore(called.optsWithGlobals<StoreOption>().store, surroundings.cwd);
      await decide(outboxIn(root, surroundings), id);
      surroundings.out.write(name === "again" ? `message ${id} is queued again\n` : `message ${id} is dropped\n`);
      end(EXIT.done);
    });
  }
}

/** For reading and deciding: nothing is emitted here. */
function outboxIn(root: string, surroundings: Surroundings): Outbox {
  const rules = DispatchRules.parse({});
  return openOutbox(root, { rules: () => rules, channels: () => [], now: () => nowOf(surroundings), newId: randomUUID });
}

interface Listed {
  readonly waiting: readonly {
    readonly id: string;
    readonly at: string;
    readonly to: string;
    readonly source: string;
    readonly message: string;
  }[];
  readonly trying: readonly { readonly ids: readonly string[]; readonly to: string; readonly failures: number; readonly error?: string }[];
  readonly dead: readonly {
    readonly id: string;
    readonly at: string;
    readonly to: string;
    readonly because: string;
    readonly message: string;
  }[];
}

function listOf({ chats, dead }: OutboxState): Listed {
  const place = ({ channel, chat }: { readonly channel: string; readonly chat: string }) => `${channel}:${chat}`;
  const queues = [...chats.values()];
  return {
    waiting: queues.flatMap(({ to, waiting }) =>
      Object.values(waiting).flatMap((list) =>
        [...list.values()].map(({ id, at, reply: { source, message } }) => ({ id, at, to: place(to), source, message })),
      ),
    ),
    trying: queues.flatMap(({ to, sending }) =>
      sending === undefined
        ? []
        : {
            ids: sending.entries.map(({ id }) => id),
            to: place(to),
            failures: sending.failures,
            ...(sending.failed !== undefined && { error: sending.failed.error }),
          },
    ),
    dead: [...dead.values()].map(({ id, deadAt, to, because, reply: { message } }) => ({
      id,
      at: deadAt,
      to: place(to),
      because,
      message,
    })),
  };
}

function textOf({ waiting, trying, dead }: Listed, root: string, now: Date): string {
  if (waiting.length + trying.length + dead.length === 0) return `nothing waits to be sent in ${root}\n`;
  const ago = (at: string) => duration(now.getTime() - Date.parse(at));
  const parts = [
    waiting.length === 0
      ? ""
      : columns([
          ["message", "to", "from", "waits for", "says"],
          ...waiting.map(({ id, to, source, at, message }) => [id, to, source, ago(at), beginningOf(message)]),
        ]),
    trying.length === 0
      ? ""
      : columns([
          ["is sent", "to", "failed", "because"],
          ...trying.map(({ ids, to, failures, error }) => [ids.join(" "), to, String(failures), error ?? ""]),
        ]),
    dead.length === 0
      ? ""
      : columns([
          ["given up", "to", "ago", "because", "says"],
          ...dead.map(({ id, to, at, because, message }) => [id, to, ago(at), because, beginningOf(message)]),
        ]),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

const SHOWN = 50;

function beginningOf(message: string): string {
  const line = message.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length <= SHOWN ? line : `${[...line].slice(0, SHOWN - 1).join("")}…`;
}
