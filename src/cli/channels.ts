import { randomUUID } from "node:crypto";
import { join } from "node:path";
import {
  chatChannel,
  emailChannel,
  localMailbox,
  mailServer,
  pageChannel,
  telegram,
  terminalChat,
  webhookChannel,
} from "../../adapters/index.js";
import { credential } from "../credentials/index.js";
import type { Channel, ChannelSettings, Channels } from "../dispatch/index.js";
import { isStagewrightError, StagewrightError } from "../dsl/index.js";
import { nowOf, type Surroundings } from "./surroundings.js";

interface Making {
  /** The folder of the store: where channels keep what came in and went out. */
  readonly root: string;
  readonly surroundings: Surroundings;
  /** The channel of a page by its name. Default: one that nobody follows. */
  readonly page?: (name: string) => Channel;
}

/** The channels of a configuration, by their names. Nothing is connected before something is sent or listened to. */
export function channelsOf(settings: ChannelSettings, making: Making): Channels {
  return Object.fromEntries(Object.entries(settings).map(([name, one]) => [name, channelOf(name, one, making)]));
}

function channelOf(name: string, settings: ChannelSettings[string], { root, surroundings, page }: Making): Channel {
  const { env, err } = surroundings;
  const now = () => nowOf(surroundings);
  switch (settings.kind) {
    case "terminal": {
      const print = (text: string) => err.write(`${text}\n`);
      return chatChannel(terminalChat({ cwd: root, chats: settings.chats, print, now }));
    }
    case "telegram": {
      const { chats, apiRoot } = settings;
      return chatChannel(telegram({ cwd: root, chats, env, now, ...(apiRoot !== undefined && { apiRoot }) }));
    }
    case "email": {
      const { people, server } = settings;
      const implementation =
        server === undefined ? localMailbox({ cwd: root, now }) : mailServer({ accounts: [accountOf(name, server)], env, now });
      return emailChannel(implementation, { people });
    }
    case "page": {
      const { chats } = settings;
      const channel = page?.(name) ?? pageChannel({ folder: pageFolder(root, name), now, newId: randomUUID });
      return onlyIn(chats, channel, name);
    }
    case "webhook": {
      const { url, secretFrom, idempotent = false } = settings;
      const secret = secretFrom === undefined ? {} : { secret: credential(secretFrom, { env }).reveal() };
      return webhookChannel({ url, idempotent, ...secret });
    }
    default:
      return settings satisfies never;
  }
}

/** Where what is said on a page, and written on it, is kept. */
export function pageFolder(root: string, name: string): string {
  return join(root, "page", name);
}

/** Nobody has the link to another chat, and what is said there would be read by nobody. */
function onlyIn(chats: readonly string[], channel: Channel, name: string): Channel {
  return {
    ...channel,
    send: async (message, key, signal) => {
      if (chats.includes(message.chat)) return channel.send(message, key, signal);
      throw new StagewrightError("channel/no-chat", `the page "${name}" has no chat "${message.chat}"`, {
        hint: `add it to \`channels.${name}.chats\`; there are ${chats.join(", ")}`,
      });
    },
    isFinal: (error) => isStagewrightError(error) && error.code === "channel/no-chat",
  };
}

type MailSettings = NonNullable<Extract<ChannelSettings[string], { readonly kind: "email" }>["server"]>;

function accountOf(name: string, { displayName, imap, smtp, ...account }: MailSettings) {
  return { name, ...account, ...(displayName !== undefined && { displayName }), imap: portOf(imap), smtp: portOf(smtp) };
}

function portOf({ host, port, secure, ca }: MailSettings["imap"]) {
  return { host, port, ...(secure !== undefined && { secure }), ...(ca !== undefined && { ca }) };
}
