/** A length of time for people: `12 ms`, `3.4 s`, `2 min 05 s`, `3 h 20 min`. */
export function duration(ms: number): string {
  if (ms < 0 || !Number.isFinite(ms)) return "0 ms";
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

export function between(from: string | undefined, to: string | undefined): number {
  return from === undefined || to === undefined ? 0 : Date.parse(to) - Date.parse(from);
}
