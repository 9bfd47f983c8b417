/** What a person does in the course of the day. */
export interface Scene {
  /** UTC. */
  readonly at: string;
  readonly does:
    | { readonly says: string /** The pipeline whose last message is answered. */; readonly to?: string }
    | { readonly approves: true }
    /** What is sent next does not get through at the first try. */
    | { readonly cutsLine: true };
}

/** A day from 22:00 to 22:00, in its order. */
export const FROM = "2026-03-19T22:00:00Z";
export const TO = "2026-03-20T22:00:00Z";

export const SCENES: readonly Scene[] = [
  { at: "2026-03-19T22:10:00Z", does: { says: "what runs?" } },
  // The post of the night is to be told, and quiet hours keep it until 07:00.
  { at: "2026-03-20T06:59:00Z", does: { cutsLine: true } },
  { at: "2026-03-20T07:15:00Z", does: { says: "what is waiting?" } },
  { at: "2026-03-20T08:00:00Z", does: { approves: true } },
  { at: "2026-03-20T08:30:00Z", does: { says: "Too long: three sentences are enough.", to: "briefing" } },
  { at: "2026-03-20T12:15:00Z", does: { says: "/run briefing" } },
  { at: "2026-03-20T14:30:00Z", does: { says: "could somebody write a post about the spring?" } },
  { at: "2026-03-20T18:30:00Z", does: { says: "/run pots" } },
  { at: "2026-03-20T20:00:00Z", does: { says: "/status" } },
];
