import { join } from "node:path";
import type { Command } from "commander";
import { StagewrightError } from "../../dsl/index.js";
import { appendText, realDisk } from "../../store/index.js";
import type { Invocation } from "../command-list.js";
import { type ConfigOption, configOption, examples, type StoreOption, storeOption } from "../common-options.js";
import { EXIT } from "../exit-code.js";
import { loadConfig } from "../load-config.js";
import { openStore } from "../open-store.js";
import { signedBy } from "../signed-by.js";
import { upProcess } from "../up/up-process.js";
import { upSettings } from "../up/up-settings.js";

interface TellOptions extends StoreOption, ConfigOption {
  readonly chat?: string;
}

export function define(command: Command, { surroundings, end }: Invocation): void {
  command.argument("<message>", "what you want, in your own words, or a command such as /status");
  command.option("--chat <name>", "which conversation of the terminal; the first one, if left out");
  configOption(command);
  storeOption(command);
  examples(command, [
    'stagewright tell "what runs?"',
    'stagewright tell "/run publisher"',
    'stagewright tell "/lesson publisher Keep titles short."',
  ]);
  command.action(async (message: string, options: TellOptions) => {
    const { cwd, out, program } = surroundings;
    if (message.trim() === "")
      throw new StagewrightError("usage/message", "there is nothing to tell", { hint: `${program} tell "what runs?"` });
    const { config } = await loadConfig(cwd, options.config);
    const { root } = openStore(options.store, cwd);
    const chat = chatNamed(options.chat, Object.values(upSettings(config, cwd).channels));
    const line = JSON.stringify({ chat, who: signedBy(surroundings), text: message });
    appendText(realDisk, join(root, "chat", "inbox.txt"), `${line}\n`, { durably: true });
    out.write(
      upProcess(root) === undefined
        ? `noted; nothing reads it now: start \`${program} up\`\n`
        : "told; the answer is printed where `up` runs\n",
    );
    end(EXIT.done);
  });
}

function chatNamed(given: string | undefined, channels: readonly { readonly kind: string; readonly chats?: readonly string[] }[]): string {
  const chats = channels.flatMap(({ kind, chats = [] }) => (kind === "terminal" ? chats : []));
  const chat = given ?? chats[0];
  if (chat !== undefined && chats.includes(chat)) return chat;
  throw new StagewrightError(
    "usage/chat",
    given === undefined ? "no conversation is at the terminal" : `there is no conversation "${given}" at the terminal`,
    {
      hint: chats.length === 0 ? 'add a channel of the kind "terminal" to the configuration' : `there are ${chats.join(", ")}`,
    },
  );
}
