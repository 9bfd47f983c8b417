/** `2026-03-20 00:00 UTC`, of a time in ISO 8601 and UTC. */
export function utcClock(at: string): string {
  return `${at.slice(0, 16).replace("T", " ")} UTC`;
}
