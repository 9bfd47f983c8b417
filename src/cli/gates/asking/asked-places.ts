import type { AskedPlace, Proof } from "../../../asking/index.js";
import { addressOf, type ChannelSettings, type DispatchRules } from "../../../dispatch/index.js";
import { StagewrightError } from "../../../dsl/index.js";
import type { GateSettings } from "../../../gates/index.js";

/** What each kind of channel knows of who writes. */
const PROOF: Readonly<Record<ChannelSettings[string]["kind"], Proof>> = {
  terminal: "none",
  telegram: "sender",
  email: "token",
  // Whoever has the link may write, whoever that is.
  page: "none",
  webhook: "none",
};

/** From where a channel takes anything; not there for one that takes nothing. */
function readIn(settings: ChannelSettings[string]): readonly string[] | undefined {
  if (settings.kind === "webhook") return undefined;
  return settings.kind === "email" ? settings.people.map((address) => address.toLowerCase()) : settings.chats;
}

interface Configured {
  readonly gates: GateSettings;
  readonly channels: ChannelSettings;
  readonly dispatch: DispatchRules;
}

/** The places of a configuration. @throws StagewrightError `gates/places`, `dispatch/chat`. */
export function askedPlaces({ gates, channels, dispatch }: Configured): readonly AskedPlace[] {
  return gates.places.map((place) => {
    const { channel, chat: written } = addressOf(place.chat, dispatch.chats, Object.keys(channels));
    const settings = channels[channel];
    if (settings === undefined) {
      throw new StagewrightError("gates/places", `people are to be asked at "${place.chat}", and there is no channel "${channel}"`, {
        hint: `name it in \`channels\`, or ask at one of ${Object.keys(channels).join(", ") || "none"}`,
      });
    }
    const { kind } = settings;
    // An address is heard in small letters.
    const chat = kind === "email" ? written.toLowerCase() : written;
    const read = readIn(settings);
    if (read !== undefined && !read.includes(chat)) {
      const key = `channels.${channel}.${kind === "email" ? "people" : "chats"}`;
      throw new StagewrightError("gates/places", `people are to be asked at "${place.chat}", and no answer from there would be read`, {
        hint: `add "${written}" to \`${key}\``,
      });
    }
    const { length } = Object.keys(place.people);
    // A mail goes to one person, whom its token stands for.
    if (PROOF[kind] === "token" && length !== 1) {
      throw new StagewrightError("gates/places", `"${place.chat}" names ${length} people, and a mail is answered by one`, {
        hint: "give each of them a place of their own",
      });
    }
    return { ...place, to: `${channel}:${chat}`, channel, proof: PROOF[kind] };
  });
}
