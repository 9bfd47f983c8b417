/** No answer is taken for current for longer, whatever its server says. */
const MOST_MS = 86_400_000;

/** Whether a copy may be kept, and until when it counts as current (RFC 9111, of which `max-age` alone is believed). */
export function freshness(
  headers: ReadonlyMap<string, string>,
  now: Date,
): { readonly mayKeep: boolean; readonly freshUntil: Date | null } {
  const directives = (headers.get("cache-control") ?? "")
    .toLowerCase()
    .split(",")
    .map((part) => part.trim());
  const says = (name: string) => directives.some((directive) => directive === name || directive.startsWith(`${name}=`));
  // An answer that depends on more than its address is no answer for the address.
  const mayKeep = !says("no-store") && headers.get("vary") !== "*";
  const seconds = /^max-age="?(\d{1,10})"?$/.exec(directives.find((directive) => directive.startsWith("max-age=")) ?? "")?.[1];
  if (!mayKeep || seconds === undefined || says("no-cache")) return { mayKeep, freshUntil: null };
  const age = /^\d{1,10}$/.exec(headers.get("age") ?? "")?.[0] ?? "0";
  const freshMs = Math.min(MOST_MS, (Number(seconds) - Number(age)) * 1_000);
  return { mayKeep, freshUntil: freshMs > 0 ? new Date(now.getTime() + freshMs) : null };
}
